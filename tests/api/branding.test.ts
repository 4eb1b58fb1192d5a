import { crc32, deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registration, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let readOnly: Person;
let stranger: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  reader = await staffMember(app, { permissions: ['settings.read'] });
  readOnly = await staffMember(app, { permissions: ['settings.write', 'read_only'] });
  stranger = await staffMember(app, { permissions: ['clients.read'] });
});
afterAll(() => app.close());
afterEach(() => call('DELETE'));

const call = (method: string, body?: unknown, { token } = admin, query = '') =>
  app.call(method, `/api/admin/branding${query}`, {
    token,
    locale: 'en',
    ...(body !== undefined && { body }),
  });
const svg = (inside: string, box = '0 0 120 30') =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>`)}`;
const drawing = '<rect width="9" height="9" fill="#123456"/>';
const png = `data:image/png;base64,${pngOf(4, 2).toString('base64')}`;
const nothing = {
  accent: null,
  logo: null,
  mark: null,
  picture: null,
  picture_alt: {},
  footer: {},
  updated_at: null,
};
const page = async (path: string) => {
  const answer = await fetch(app.url + path, { headers: { accept: 'text/html' } });
  return { html: await answer.text(), headers: answer.headers };
};

describe('the branding', () => {
  it('is the product’s own at first, and what is set part by part', async () => {
    expect((await call('GET', undefined, reader)).body.data).toEqual(nothing);
    const first = await call('PUT', { accent: ' #6D28D9 ', footer: { en: 'Made in Kyiv', de: '' } });
    expect(first.status).toBe(200);
    expect(first.body.data).toEqual({
      ...nothing,
      accent: '#6d28d9',
      footer: { en: 'Made in Kyiv' },
      updated_at: expect.any(String),
    });
    const second = await call('PUT', { logo: svg(drawing), updated_at: first.body.data.updated_at });
    expect(second.body.data).toMatchObject({ accent: '#6d28d9', footer: { en: 'Made in Kyiv' } });
    expect(Buffer.from(second.body.data.logo.split(',')[1], 'base64').toString()).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30" viewBox="0 0 120 30">${drawing}</svg>`,
    );
    const again = await call('PUT', { logo: second.body.data.logo });
    expect(again.body.data).toEqual(second.body.data);
    expect((await call('GET')).body.data).toEqual(second.body.data);
    expect((await call('DELETE')).body.data).toEqual(nothing);
    expect((await call('DELETE')).body.data).toEqual(nothing);
  });

  it('is in the audit log with the pictures’ names, once a change', async () => {
    await call('PUT', { accent: '#1d4ed8', mark: png });
    await call('PUT', { accent: '#1d4ed8', mark: png });
    await call('DELETE');
    const { body } = await app.call('GET', '/api/admin/audit?filter[subject_type][eq]=branding&limit=2', {
      token: admin.token,
    });
    expect(body.data).toMatchObject([
      {
        action: 'branding.reset',
        changes: [
          { field: 'accent', after: null },
          { field: 'mark', after: null },
        ],
      },
      {
        action: 'branding.change',
        changes: [
          { field: 'accent', before: null, after: '#1d4ed8' },
          { field: 'mark', before: null, after: expect.stringMatching(/^[0-9a-f]{32}$/) },
        ],
      },
    ]);
  });

  it('is refused when a colleague was faster, with what it is now', async () => {
    const { body } = await call('PUT', { accent: '#1d4ed8' });
    for (const stale of [
      await call('PUT', { accent: '#000000', updated_at: null }),
      await call('PUT', { accent: '#000000', updated_at: '2020-01-01T00:00:00.000Z' }),
      await call('DELETE', undefined, admin, '?updated_at=2020-01-01T00:00:00.000Z'),
    ]) {
      expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
      expect(stale.body.current).toEqual(body.data);
    }
  });

  it('is read with settings.read and changed with settings.write', async () => {
    expect((await call('GET', undefined, stranger)).status).toBe(403);
    for (const [who, code] of [
      [reader, 'forbidden'],
      [readOnly, 'read_only'],
    ] as const) {
      for (const answer of [await call('PUT', { accent: null }, who), await call('DELETE', undefined, who)]) {
        expect([answer.status, answer.body.code]).toEqual([403, code]);
      }
    }
    expect((await app.call('GET', '/api/admin/branding')).status).toBe(401);
  });

  it.each([
    ['accent', 'red'],
    ['accent', '#12345'],
    ['accent', '#gggggg'],
    ['accent', '#6d28d9;color:red'],
    ['accent', 1],
    ['logo', 'https://evil.example/logo.svg'],
    ['logo', 'data:text/html,<script>'],
    ['logo', svg('<script>alert(1)</script>')],
    ['mark', `data:image/png;base64,${Buffer.from('GIF89a').toString('base64')}`],
    ['mark', `${png}AAAA`],
    ['picture', 'data:image/webp;base64,AAAA'],
    ['picture', svg('<foreignObject/>')],
    ['picture_alt', { en: 'x'.repeat(201) }],
    ['picture_alt', { en: 'Two\nlines' }],
    ['picture_alt', { fr: 'La caisse' }],
    ['footer', { en: 'x'.repeat(501) }],
    ['footer', { fr: 'Bonjour' }],
    ['nothing', 1],
  ])('refuses %s %s at its field', async (field, value) => {
    const { status, body } = await call('PUT', { [field]: value });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)[0]).toMatch(new RegExp(`^${field}`));
    expect((await call('GET')).body.data).toEqual(nothing);
  });

  it('says the nearest colour when one can’t be read', async () => {
    const { status, body } = await call('PUT', { accent: '#facc15' });
    expect(status).toBe(422);
    const [, nearest = ''] = /(#[0-9a-f]{6})/.exec(body.errors.accent[0]) ?? [];
    expect((await call('PUT', { accent: nearest })).body.data.accent).toBe(nearest);
  });

  it('refuses a picture that is too large', async () => {
    const { status, body } = await call('PUT', { logo: svg(drawing + ' '.repeat(103_000)) });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['logo']]);
    const huge = await call('PUT', { logo: svg(`<path d="${'0 '.repeat(300_000)}"/>`) });
    expect(huge.status).toBe(413);
  });
});

describe('what customers see', () => {
  it('has the pictures at addresses that never change, and that can do nothing', async () => {
    await call('PUT', { logo: svg(`${drawing}<script>alert(1)</script>`), mark: png });
    const { branding } = (await app.call('GET', '/config.json')).body;
    expect(branding).toMatchObject({ logo: { ratio: 4 }, markUrl: expect.stringMatching(/\.png$/) });
    const logo = await fetch(app.url + branding.logo.url);
    expect(logo.headers.get('content-type')).toBe('image/svg+xml');
    expect(logo.headers.get('cache-control')).toContain('immutable');
    expect(logo.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(logo.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await logo.text()).not.toContain('script');
    await call('DELETE');
    expect((await fetch(app.url + branding.logo.url)).status).toBe(200);
    const wrong = branding.logo.url.replace('.svg', '.png');
    for (const unknown of [wrong, '/branding/x.svg', `/branding/${'0'.repeat(32)}.svg`]) {
      expect((await fetch(app.url + unknown)).status).toBe(404);
    }
  });

  it('follows on every kind of page, with a strict policy, and goes back', async () => {
    const before = { tariffs: await page('/tariffs'), login: await page('/client/login') };
    await call('PUT', { accent: '#6d28d9', logo: svg(drawing), footer: { uk: 'Зроблено <в> Києві' } });
    const { branding } = (await app.call('GET', '/config.json')).body;
    for (const path of ['/tariffs', '/terms', '/privacy', '/client/login', '/registration', '/login']) {
      const { html, headers } = await page(path);
      expect(html, path).toContain('#6d28d9');
      expect(html, path).toContain(branding.logo.url);
      expect(html, path).toContain('rel="icon" href="/tenantry.svg"');
      expect(headers.get('content-security-policy'), path).not.toContain('unsafe-inline');
      if (path !== '/login') expect(html, path).toContain('Зроблено &lt;в&gt; Києві');
    }
    await call('DELETE');
    const after = await page('/tariffs');
    expect(after.html).toBe(before.tariffs.html);
    expect(after.headers.get('content-security-policy')).toBe(
      before.tariffs.headers.get('content-security-policy'),
    );
    expect((await page('/client/login')).html).not.toContain('#6d28d9');
  });

  it('has a picture of the product on the first page, with its size and in words, and without it is whole', async () => {
    const plain = (await page('/tariffs')).html;
    expect(plain).not.toMatch(/class="picture"|pictured"/);
    const picture = svg(`${drawing}<script>alert(1)</script>`, '0 0 720 470.4');
    expect((await call('PUT', { picture, picture_alt: { uk: 'Каса <на> екрані', en: '' } })).status).toBe(
      200,
    );
    const { html } = await page('/tariffs');
    const [, url = ''] =
      /<img class="picture pale" src="([^"]+)" alt="Каса &lt;на&gt; екрані" width="720" height="470"/.exec(
        html,
      ) ?? [];
    expect(await (await fetch(app.url + url)).text()).not.toContain('script');
    expect((await page('/tariffs?lang=en')).html).toContain(`<img class="picture pale" src="${url}" alt=""`);
    for (const path of ['/terms', '/client/login']) expect((await page(path)).html).not.toContain(url);
    const dark = '<style>@media (prefers-color-scheme: dark) { .ground { fill: #000 } }</style>';
    await call('PUT', { picture: svg(`${dark}<rect class="ground" width="9" height="9"/>`, '0 0 720 470') });
    expect((await page('/tariffs')).html).toContain('<img class="picture" src="');
    expect((await call('PUT', { picture: null })).body.data).toMatchObject({
      picture: null,
      picture_alt: { uk: 'Каса <на> екрані' },
    });
    await call('DELETE');
    expect((await page('/tariffs')).html).toBe(plain);
  });

  it('follows in emails: a PNG logo instead of the name, no SVG, the colour and the footer', async () => {
    const htmlOfNext = async () => {
      const person = registration({ locale: 'en' });
      await app.call('POST', '/api/auth/register', { body: person, locale: 'en' });
      const { body } = await app.call(
        'GET',
        `/api/admin/emails?filter[to][eq]=${encodeURIComponent(person.email)}`,
        { token: admin.token },
      );
      const email = await app.call('GET', `/api/admin/emails/${body.data[0].id}`, { token: admin.token });
      return email.body.data as { html: string; text: string };
    };
    await call('PUT', { accent: '#6d28d9', logo: png, footer: { en: 'Made in Kyiv' } });
    const { branding } = (await app.call('GET', '/config.json')).body;
    const withPng = await htmlOfNext();
    expect(withPng.html).toContain(
      `src="${app.platform.config.publicUrl}${branding.logo.url}" alt="Tenantry"`,
    );
    expect(withPng.html).toContain('#6d28d9');
    expect(withPng.html).toContain('Made in Kyiv');
    expect(withPng.text).toContain('Made in Kyiv');
    await call('PUT', { logo: svg(drawing), mark: svg(drawing) });
    const withSvg = await htmlOfNext();
    expect(withSvg.html).not.toContain('<img');
    expect(withSvg.html).toContain('>Tenantry</span>');
  });

  it.each([
    ['an SVG', svg(`${drawing}<text x="1" y="9" font-family="Nobody Has This">Ґ</text>`)],
    ['a PNG', png],
    ['an SVG with everything that may be drawn', svg(everything())],
  ])('follows in documents, with %s as the logo', async (_, logo) => {
    const client = await subscriber(app, { tariffId: await newTariff(app), balance: 100 });
    const value = {
      name: 'ТОВ «Каса»',
      code: '12345678',
      vat_number: '',
      bank: 'Банк',
      account: 'UA213223130000026007233566001',
      address: 'Київ',
    };
    await app.call('POST', '/api/admin/settings', {
      token: admin.token,
      body: { key: 'company_details', value },
    });
    const issued = await app.call('POST', `/api/admin/clients/${client.id}/documents`, {
      token: admin.token,
      body: { kind: 'proforma', amount: 50_000 },
    });
    const pdf = async () => {
      const file = await fetch(`${app.url}/api/admin/documents/${issued.body.data.id}/pdf`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect(file.status).toBe(200);
      return Buffer.from(await file.arrayBuffer());
    };
    const plain = await pdf();
    await call('PUT', { logo, accent: '#6d28d9' });
    const branded = await pdf();
    expect(branded.subarray(0, 5).toString()).toBe('%PDF-');
    expect(branded.equals(plain)).toBe(false);
  });
});

function everything(): string {
  return `<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient>
    <clipPath id="c"><circle r="9"/></clipPath><mask id="m"><rect width="9" height="9"/></mask>
    <pattern id="p" width="2" height="2"><path d="M0 0h1"/></pattern><symbol id="s"><ellipse rx="1" ry="2"/></symbol></defs>
    <g clip-path="url(#c)" mask="url(#m)"><path d="M0 0L9 9" fill="url(#a)" stroke="url(#p)"/><use href="#s"/></g>
    <text x="1">A<tspan dx="1">B</tspan></text><polygon points="0,0 1,1 2,0"/><line x2="3"/><polyline points="0 0 1 1"/>`;
}

function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const whole = Buffer.alloc(12 + data.length);
    whole.writeUInt32BE(data.length, 0);
    whole.write(type, 4, 'latin1');
    data.copy(whole, 8);
    whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
    return whole;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + width * 4)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
