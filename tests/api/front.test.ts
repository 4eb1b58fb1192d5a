import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personCookie } from '#contract/accounts/person-cookie.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registration, staffMember } from '#tests/support/people.ts';
import { sellingGoods } from '#tests/support/cabinets/selling-goods.ts';

/** What strangers see before they register (GROWTH section 17, "A front"; docs/decisions/0159). */
let app: TestApp;
let admin: Person;
let shop: { id: string };
beforeAll(async () => {
  app = await startApp({ ROLES: 'web', PRODUCT_NAME: 'Каса <b>', PUBLIC_URL: 'https://kasa.example' });
  await sellingGoods(app);
  admin = await staffMember(app);
  const { body } = await app.call('GET', '/api/admin/tariff-permissions', admin);
  const ids = new Map(body.data.map(({ key, id }: { key: string; id: string }) => [key, id]));
  const make = async (more: Record<string, unknown>) => {
    const answer = await app.call('POST', '/api/admin/tariffs', {
      token: admin.token,
      body: {
        price_month: 49_900,
        price_year: 499_000,
        monthly_turnover_limit: 15_000_000,
        goods_quantity: null,
        recommended_days: 30,
        permissions: [ids.get('sales'), ids.get('sales.receipts')],
        translations: {
          uk: { name: 'Магазин "А" <i>', subtitle: 'Для малих', description: 'Усе </script> для магазину' },
          en: { name: 'Shop', subtitle: '', description: '' },
        },
        trial_days: 45,
        ...more,
      },
    });
    expect(answer.status).toBe(201);
    return answer.body.data;
  };
  shop = await make({});
  await make({
    visibility: 'private',
    translations: { uk: { name: 'Таємний', subtitle: '', description: '' } },
  });
  await make({
    visibility: 'link',
    translations: { uk: { name: 'Партнерський', subtitle: '', description: '' } },
  });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => app.call('GET', path, { headers });

describe('the public tariffs', () => {
  it('are told to anybody, in their language, with what a year saves', async () => {
    const answer = await app.call('GET', '/api/tariffs', { locale: 'en' });
    expect([answer.status, answer.body.meta]).toEqual([200, { total: 2, currency: 'UAH' }]);
    expect(answer.body.data.map(({ name }: { name: string }) => name)).toEqual(['Start', 'Shop']);
    expect(answer.body.data[1]).toEqual({
      id: shop.id,
      name: 'Shop',
      subtitle: 'Для малих',
      description: 'Усе </script> для магазину',
      price_month: 49_900,
      price_year: 499_000,
      year_saving: 99_800,
      trial_days: 45,
      recommended: false,
      limits: [{ metric: 'monthly_turnover', name: 'Monthly turnover', unit: 'money', limit: 15_000_000 }],
      features: [
        expect.objectContaining({ key: 'sales', name: 'Sales', parent_id: null }),
        expect.objectContaining({ key: 'sales.receipts' }),
      ],
    });
    expect(answer.body.data[0].trial_days).toBe(14);
    expect((await get('/api/tariffs?page=2')).status).toBe(422);
  });

  it('may be read by any website and kept for a minute; who has them gets a 304', async () => {
    const { headers } = await get('/api/tariffs', { origin: 'https://blog.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('vary')).toMatch(/accept-language/);
    const etag = headers.get('etag') ?? '';
    const again = await get('/api/tariffs', { 'if-none-match': `W/${etag}, "x"` });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    expect((await get('/api/tariffs', { 'if-none-match': '"x"' })).status).toBe(200);
    expect((await app.call('GET', '/api/tariffs', { locale: 'de' })).headers.get('etag')).not.toBe(etag);
  });
});

describe('the page of tariffs', () => {
  it('says prices, saving, free days, features, and leads to the registration with the choice', async () => {
    const { status, body: html, headers } = await get('/tariffs');
    expect([status, headers.get('content-language')]).toEqual([200, 'uk']);
    expect(html).toContain('<html lang="uk">');
    expect(html).toContain('<h3>Магазин &quot;А&quot; &lt;i&gt;</h3>');
    expect(html).toMatch(/499\s₴/u);
    expect(html).toMatch(/Економія за рік: 998\s₴/u);
    expect(html).toMatch(/≈ 416\s₴ на місяць/u);
    expect(html).toContain('45 днів безкоштовно');
    expect(html).toContain('Оборот за місяць: до');
    expect(html).toContain(`href="/registration?tariff=${shop.id}&amp;period=year"`);
    expect(html).not.toMatch(/Таємний|Партнерський|<i>|Каса <b>/);
    expect(html).toContain('<table role="table">');
  });

  it('says of a feature what it is, in the language of the reader or the default one', async () => {
    const { body } = await app.call('GET', '/api/admin/tariff-permissions?include=translations', admin);
    const { id, translations } = body.data.find(({ key }: { key: string }) => key === 'sales.receipts');
    const change = (body: object) =>
      app.call('PUT', `/api/admin/tariff-permissions/${id}`, { token: admin.token, body });
    const described = { name: 'Чеки', description: 'Друкуйте <чек> одразу.' };
    const given = { uk: described, en: { name: 'Receipts', description: 'Print it.' }, de: { name: 'Bons' } };
    expect((await change({ translations: given })).status).toBe(200);
    const { body: html } = await get('/tariffs?lang=de');
    expect(html).toMatch(/<li>\s*<strong>Bons<\/strong>\s*<p>Друкуйте &lt;чек&gt; одразу\.<\/p>/u);
    expect(html).toMatch(/role="rowheader"[^>]*>Bons<small>Друкуйте &lt;чек&gt; одразу\.<\/small>/u);
    const answer = await app.call('GET', '/api/tariffs', { locale: 'en' });
    expect(answer.body.data[1].features[1]).toMatchObject({ name: 'Receipts', description: 'Print it.' });
    await change({ translations: { uk: { name: 'Чеки' } } });
    expect((await get('/tariffs')).body).toMatch(/role="rowheader"[^>]*>Чеки<\/th>/u);
    await change({ translations });
  });

  it('has three parts in its comparison, so that a limit and a feature of one name are told apart', async () => {
    const { body: html } = await get('/tariffs');
    const parts = [...html.matchAll(/<tr role="row" class="group">\s*<th[^>]*>(.*?)<\/th>/gsu)];
    expect(parts.map(([, name]) => name)).toEqual(['Ціна', 'Ліміти', 'Можливості']);
  });

  it('compares free days only where something is paid afterwards', async () => {
    const { body: html } = await get('/tariffs');
    const [, cells = ''] = /<th[^>]*>Безкоштовний період<\/th>(.*?)<\/tr>/su.exec(html) ?? [];
    const said = [...cells.matchAll(/<td role="cell"[^>]*>(.*?)<\/td>/gsu)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/gu, ' '),
    );
    expect(said).toEqual(['—немає', '45 днів']);
  });

  it('has no script, is small, and shows search engines what it is', async () => {
    const { body: html, headers } = await get('/tariffs');
    const policy = String(headers.get('content-security-policy'));
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/);
    expect(brotliCompressSync(html).length).toBeLessThan(20_000);
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
      JSON.parse(json ?? ''),
    );
    expect(data[1]).toMatchObject({
      '@type': 'Product',
      description: 'Усе </script> для магазину',
      offers: [{ price: '499.00', priceCurrency: 'UAH' }, { price: '4990.00' }],
    });
    expect(html).toContain('<link rel="canonical" href="https://kasa.example/tariffs" />');
    expect(html).toContain('hreflang="de" href="https://kasa.example/tariffs?lang=de"');
    expect(html).toContain('<meta property="og:title"');
    expect(html).toContain('<meta name="description" content="Каса &lt;b&gt;: тарифи та ціни.');
    expect(html).not.toContain('noindex');
  });

  it('speaks the language of its address, which the browser then keeps', async () => {
    const { body: html, headers } = await get('/tariffs?lang=lt');
    expect(html).toContain('<html lang="lt">');
    expect(html).toContain('Planai ir kainos · Каса');
    const header = /<header .*<\/header>/s.exec(html)?.[0];
    expect(header).toContain('<span class="unseen">Kalba: Lietuvių</span>');
    expect(header).toContain('href="/tariffs?lang=uk"');
    expect(html).toContain('<link rel="canonical" href="https://kasa.example/tariffs?lang=lt" />');
    expect(headers.get('set-cookie')).toMatch(/^locale=lt; Path=\//);
    const kept = await get('/tariffs', { cookie: 'locale=de' });
    expect(kept.body).toContain('<html lang="de">');
    expect((await get('/tariffs?lang=xx')).body).toContain('<html lang="uk">');
  });

  it('offers the browser’s language in one line, to strangers who have chosen none', async () => {
    const speaking = { 'accept-language': 'fr, de-AT;q=0.9, uk;q=0.8' };
    const { body: html, headers } = await get('/tariffs?period=year', speaking);
    expect(html).toContain('<html lang="uk">');
    expect(headers.get('vary')).toMatch(/cookie.*accept-language/);
    const [, line = ''] = /<nav\s+class="language-offer"\s+lang="de"[^>]*>(.*?)<\/nav>/su.exec(html) ?? [];
    expect([...line.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to, text]) => [to, text])).toEqual([
      ['/tariffs?period=year&amp;lang=de', 'Auf Deutsch?'],
      ['/tariffs?period=year&amp;lang=uk', 'Nein, danke'],
    ]);
    // Either answer is kept.
    for (const lang of ['de', 'uk']) {
      const answered = await get(`/tariffs?lang=${lang}`, speaking);
      expect(answered.body).not.toContain('language-offer"');
      expect(answered.headers.get('set-cookie')).toContain(`locale=${lang};`);
    }
    const person = personCookie('Олена Коваль', 60).split(';', 1)[0] ?? '';
    for (const more of [
      { 'accept-language': 'uk-UA, en;q=0.9' },
      { 'accept-language': 'fr' },
      { ...speaking, cookie: 'locale=uk' },
      { ...speaking, cookie: person },
    ]) {
      expect((await get('/tariffs', more)).body).not.toContain('language-offer"');
    }
  });

  it('begins with what the product is, in the operator’s words or in general ones', async () => {
    const set = (key: string, value: unknown) =>
      app.call('POST', '/api/admin/settings', { token: admin.token, body: { key, value } });
    const general = (await get('/tariffs')).body;
    expect(general).toContain('<h1>Каса &lt;b&gt; для вашого бізнесу</h1>');
    expect(general).toContain('Встановлювати нічого не потрібно.');
    expect((await set('front_headline', { uk: 'Каса <i> для магазину' })).status).toBe(201);
    expect((await set('front_sentence', { uk: 'Продавайте\nз телефона.' })).status).toBe(201);
    const own = (await get('/tariffs')).body;
    expect(own).toContain('<h1>Каса &lt;i&gt; для магазину</h1>');
    expect(own).toContain('<p class="lead body">Продавайте\nз телефона.</p>');
    expect(own).toContain('<meta name="description" content="Продавайте');
    expect(own.indexOf('<h1>')).toBeLessThan(own.indexOf('<h2 id="plans">Тарифи</h2>'));
    // It begins as any other registration does.
    expect(own).toContain('<a class="button" href="/registration">Почати безкоштовно</a>');
    // A language without them keeps the general ones.
    expect((await get('/tariffs?lang=de')).body).toContain('<h1>Каса &lt;b&gt; für Ihr Unternehmen</h1>');
    expect((await set('front_headline', { uk: 'a'.repeat(101) })).status).toBe(422);
    expect((await set('front_headline', { xx: 'a' })).status).toBe(422);
    await set('front_headline', {});
    await set('front_sentence', {});
  });

  it('answers questions in the language in which they are written, the first one openly', async () => {
    const set = (value: unknown) =>
      app.call('POST', '/api/admin/settings', {
        token: admin.token,
        body: { key: 'front_questions', value },
      });
    expect((await get('/tariffs')).body).not.toMatch(/<details >|#questions|FAQPage/);
    const saved = await set([
      { question: { uk: 'Чеки <фіскальні>?', de: 'Fiskal?' }, answer: { uk: 'Ні.\nЗовсім.', de: 'Nein.' } },
      { question: { uk: 'Скільки?' }, answer: { uk: 'Мало.' } },
    ]);
    expect(saved.status).toBe(201);
    const { body: html } = await get('/tariffs');
    expect(html).toContain('<a href="#questions">Запитання й відповіді</a>');
    const answers = [
      ...html.matchAll(/<details (\s*open)?>\s*<summary>(.*?)<\/summary>\s*<p class="body">(.*?)<\/p>/gsu),
    ];
    expect(answers.map(([, open, question, answer]) => [open?.trim(), question, answer])).toEqual([
      ['open', 'Чеки &lt;фіскальні&gt;?', 'Ні.\nЗовсім.'],
      [undefined, 'Скільки?', 'Мало.'],
    ]);
    expect(html).toContain('"@type":"FAQPage"');
    expect((await get('/tariffs?lang=de')).body).toContain('<summary>Fiskal?</summary>');
    expect((await get('/tariffs?lang=de')).body).not.toContain('Скільки?');
    expect((await get('/tariffs?lang=lt')).body).not.toContain('id="questions"');
    await set([]);
  });

  it('says what it costs at least', async () => {
    expect((await get('/tariffs')).body).toMatch(
      /<p class="muted cost">Є безкоштовний тариф, платні — від 499\s₴ на місяць<\/p>/,
    );
  });

  it('knows who is signed in, whom it offers no sign-in and no registration', async () => {
    const stranger = (await get('/tariffs')).body;
    expect(stranger).toContain('<a class="site-link" href="/client/login">Увійти</a>');
    const cookie = personCookie('Олена <Коваль>', 60).split(';', 1)[0];
    const { body: html, headers } = await get('/tariffs', { cookie: `locale=uk; ${cookie}` });
    expect(html).toContain('<bdi class="whole" aria-hidden="true">Олена &lt;Коваль&gt;</bdi>');
    expect(html).toContain('<a href="/client/login?sign-out" referrerpolicy="same-origin">Вийти</a>');
    expect(html).toContain('href="/account/plan"');
    expect(html).not.toMatch(/>Увійти<|\/registration/);
    expect(headers.get('vary')).toContain('cookie');
    expect((await get('/terms', { cookie: 'person=%E0%A4%A' })).body).toContain('>Увійти<');
  });

  it('marks the recommended tariff, and its button alone is filled', async () => {
    const mark = (recommended: boolean) =>
      app.call('PUT', `/api/admin/tariffs/${shop.id}`, { token: admin.token, body: { recommended } });
    expect((await get('/tariffs')).body).not.toMatch(/class="badge"|advised"/);
    expect((await mark(true)).status).toBe(200);
    const html = (await get('/tariffs')).body;
    expect(html.match(/<p class="badge">Рекомендуємо<\/p>/g)).toHaveLength(1);
    // A person who chooses none begins with it.
    expect(html).toContain('<a class="button" href="/registration">Почати безкоштовно</a>');
    const begins = await app.call('GET', '/api/auth/register/tariff');
    expect(begins.body.data.tariff).toMatchObject({ id: shop.id, recommended: true });
    expect(html).toMatch(/<ul class="plans advised">.*<li class="plan recommended">.*Магазин/su);
    await mark(false);
  });

  it('names seller and support, and has no button while registration is closed', async () => {
    const set = (key: string, value: unknown) =>
      app.call('POST', '/api/admin/settings', { token: admin.token, body: { key, value } });
    const company = {
      name: 'ТОВ «Каса»',
      code: '',
      vat_number: '',
      bank: '',
      mfo: '',
      account: '',
      address: 'Київ, вул. Садова, 1',
      director: '',
      tax_note: '',
    };
    expect((await set('company_details', company)).status).toBe(201);
    await set('support_email', 'help@kasa.example');
    await set('registration_open', false);
    const { body: html } = await get('/tariffs');
    expect(html).toContain('Продавець: ТОВ «Каса»');
    expect(html).toContain('mailto:help@kasa.example');
    expect(html).not.toContain('/registration?tariff');
    expect(html).toContain('Реєстрацію зараз закрито.');
    // The text of a new installation names the seller where one expects it; another one has a line above it.
    const terms = (await get('/terms')).body;
    expect(terms).toContain('під час реєстрації. Продавець: ТОВ «Каса», Київ, вул. Садова, 1. ');
    expect(terms.replaceAll(/\s+/g, ' ')).toMatch(/<h2>10\. [^<]+<\/h2> <p>[^<]+: help@kasa\.example\. /);
    expect(terms).not.toContain('<p lang="uk">Продавець:');
    expect((await get('/privacy')).body).toContain('Володілець цих даних: ТОВ «Каса», Київ, вул. Садова, 1.');
    const listed = await app.call('GET', '/api/admin/offer?filter[locale][eq]=uk', admin);
    for (const { body } of listed.body.data) expect(body).toContain('ТОВ «Каса»');
    const own = { locale: 'de', title: 'Unsere Bedingungen', body: '1. Die Leistung\nUnsere.' };
    await app.call('POST', '/api/admin/offer', { token: admin.token, body: own });
    expect((await get('/terms?lang=de')).body).toContain(
      '<p lang="de">Anbieter: ТОВ «Каса», Київ, вул. Садова, 1</p>',
    );
    await set('registration_open', true);
  });
});

it('the terms are a page that can be printed, in the version that is in force', async () => {
  const { status, body: html } = await get('/terms?lang=en');
  expect(status).toBe(200);
  expect(html).toContain('<h1>Terms of Каса &lt;b&gt;</h1>');
  const since = (day: Date) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Kyiv' }).format(day);
  // The day of its text, or that on which the installation began where that is later.
  const begun = new Date(Math.max(Date.parse('2026-11-29T12:00:00Z'), app.clock.now().getTime()));
  expect(html).toContain(`Version 1, in force since ${since(begun)}`);
  expect(html).toMatch(/<h2>1\. [^<]+<\/h2>/);
  // On paper: light, and with the address instead of links.
  expect(html).toContain('<p class="printed">https://kasa.example/terms?lang=en</p>');
  expect(html).toMatch(/@media screen and \(prefers-color-scheme:dark\)/);
  expect(html).toMatch(
    /@media print \{[^<]*\.site-foot ul \{ display: none; \}[^<]*\.printed\{display:block\}/,
  );
  await app.call('POST', '/api/admin/offer', {
    token: admin.token,
    body: { locale: 'en', title: 'Our terms', body: '1. First\nOne <i>.\n\nSecond <b>.' },
  });
  const changed = (await get('/terms?lang=en')).body;
  expect(changed).toContain('<h1>Our terms</h1>');
  expect(changed.replaceAll(/\s+/g, ' ')).toContain('<h2>1. First</h2> <p>One &lt;i&gt;.</p>');
  expect(changed).toContain('<p>Second &lt;b&gt;.</p>');
  expect(changed).toContain(`Version 2, in force since ${since(app.clock.now())}`);
});

it('every public page leads to terms and privacy, and privacy says what is stored before anybody wrote a text', async () => {
  const { status, body: html, headers } = await get('/privacy?lang=en');
  expect(status).toBe(200);
  expect(html).toContain('<h1>Privacy at Каса &lt;b&gt;</h1>');
  expect(html).toContain('<h2>4. Sign-ins and changes</h2>');
  expect(html).toContain('<link rel="canonical" href="https://kasa.example/privacy?lang=en" />');
  expect(String(headers.get('content-security-policy'))).not.toContain('script-src');
  for (const path of ['/tariffs', '/terms', '/privacy']) {
    const page = (await get(path)).body;
    expect(page).toContain('<a href="/terms">Умови користування</a>');
    expect(page).toContain('<a href="/privacy">Приватність</a>');
  }
});

describe('registering with a choice', () => {
  const register = (more: Record<string, unknown>) =>
    app.call('POST', '/api/auth/register', { body: registration(more), locale: 'en' });
  const start = (query: Record<string, string>) =>
    app.call('GET', `/api/auth/register/tariff?${new URLSearchParams(query)}`, { locale: 'en' });
  const clientOf = async (id: string) => (await app.call('GET', `/api/admin/clients/${id}`, admin)).body.data;
  const tariffs = async () =>
    (await app.call('GET', '/api/admin/tariffs', admin)).body.data as {
      id: string;
      visibility: string;
      link_code: string;
      translations?: object;
    }[];
  const by = async (visibility: string) =>
    (await tariffs()).find((tariff) => tariff.visibility === visibility);

  it('gives the public tariff, the period and the marks of the link, for staff to filter by', async () => {
    const told = await start({ tariff_id: shop.id });
    expect(told.body.data).toMatchObject({
      tariff: { id: shop.id, name: 'Shop', price_month: 49_900, year_saving: 99_800 },
      free_days: 45,
      seller: 'ТОВ «Каса»',
      partner: null,
    });
    const utm = { source: 'fb', campaign: 'winter' };
    const { status, body } = await register({ tariff_id: shop.id, billing_period: 'year', utm });
    expect(status).toBe(201);
    expect(await clientOf(body.data.id)).toMatchObject({
      tariff_id: shop.id,
      billing_period: 'year',
      utm_source: 'fb',
      utm_medium: null,
      utm_campaign: 'winter',
    });
    const found = await app.call(
      'GET',
      '/api/admin/clients?filter[utm_source][eq]=fb&sort[utm_campaign]=asc',
      admin,
    );
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([body.data.id]);
  });

  it('gives the tariff of a link by the link alone, and refuses what is not sold like this', async () => {
    const linked = await by('link');
    const secret = await by('private');
    const code = linked?.link_code ?? '';
    expect((await start({ link_code: code })).body.data.tariff.id).toBe(linked?.id);
    const { body } = await register({ link_code: code, tariff_id: shop.id });
    expect((await clientOf(body.data.id)).tariff_id).toBe(linked?.id);
    const refusals: [Record<string, string>, string][] = [
      [{ tariff_id: linked?.id ?? '' }, 'tariff_id'],
      [{ tariff_id: secret?.id ?? '' }, 'tariff_id'],
      [{ tariff_id: '0198c000-0000-7000-8000-0000000000ff' }, 'tariff_id'],
      [{ link_code: 'unknown' }, 'link_code'],
    ];
    for (const [wish, field] of refusals) {
      for (const answer of [await register(wish), await start(wish)]) {
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
        expect(answer.body.errors[field][0]).toContain('no longer available');
      }
    }
    const renew = `/api/admin/tariffs/${linked?.id}/link-code`;
    expect((await app.call('POST', renew, { token: admin.token })).status).toBe(200);
    expect((await register({ link_code: code })).status).toBe(422);
  });

  it('refuses at its field what is withdrawn, or used up, between the look and the registration', async () => {
    const code = { code: 'LAST1', effect: { kind: 'free_days', days: 3 }, uses_left: 1 };
    await app.call('POST', '/api/admin/promo-codes', { token: admin.token, body: code });
    const linked = await by('link');
    const change = (path: string, body: object) =>
      app.call('PUT', `/api/admin/${path}`, { token: admin.token, body });
    const refused = async (wish: Record<string, string>) => {
      const { status, body } = await register(wish);
      return [status, Object.keys(body.errors)];
    };

    const link = { link_code: linked?.link_code ?? '' };
    expect((await start(link)).body.data.tariff.id).toBe(linked?.id);
    expect((await change(`tariffs/${linked?.id}`, { archived: true })).status).toBe(200);
    expect(await refused(link)).toEqual([422, ['link_code']]);
    await change(`tariffs/${linked?.id}`, { archived: false, visibility: 'private' });
    expect(await refused(link)).toEqual([422, ['link_code']]);
    await change(`tariffs/${linked?.id}`, { visibility: 'link' });

    const promo = { promo_code: 'LAST1' };
    const look = await app.call('POST', '/api/auth/promo-code', { body: promo });
    expect(look.body.data).toMatchObject({ effect: { kind: 'free_days', days: 3 } });
    expect((await register(promo)).status).toBe(201);
    expect(await refused(promo)).toEqual([422, ['promo_code']]);
  });

  it('keeps to the bounds of the marks, and to the tariffs of a promo code', async () => {
    const bad: Record<string, unknown>[] = [
      { utm: { source: 'x'.repeat(101) } },
      { utm: { term: 'x' } },
      { billing_period: 'week' },
      { tariff_id: 'shop' },
      { link_code: 'x'.repeat(51) },
    ];
    for (const wish of bad) expect((await register(wish)).status).toBe(422);
    const code = {
      code: 'ONLY',
      effect: { kind: 'free_days', days: 3 },
      tariff_ids: [(await by('link'))?.id],
    };
    expect(
      (await app.call('POST', '/api/admin/promo-codes', { token: admin.token, body: code })).status,
    ).toBe(201);
    const refused = await register({ tariff_id: shop.id, promo_code: 'ONLY' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['promo_code']]);
  });

  it('says the free days of a partner', async () => {
    const body = { code: 'torg', name: 'Торг', kind: 'alliance', free_period_days: 60 };
    expect((await app.call('POST', '/api/admin/partners', { token: admin.token, body })).status).toBe(201);
    const { body: told } = await start({ partner: 'torg' });
    expect(told.data).toMatchObject({ free_days: 60, partner: { code: 'torg', name: 'Торг' } });
    expect((await start({ partner: 'nobody' })).body.data.partner).toBeNull();
  });
});
