import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personCookie } from '#contract/accounts/person-cookie.ts';
import { logoPictureUrl } from '#server/pages/built-pages.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PRODUCT_NAME: 'Каса </script><b>' });
});
afterAll(() => app.close());

const page = async (path: string): Promise<string> => (await app.call('GET', path)).body;
const configIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="config">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');
const filesIn = (html: string) =>
  [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);

describe('a page', () => {
  it('carries the configuration that the address of its own gives, whatever is in it', async () => {
    const { body } = await app.call('GET', '/config.json');
    for (const path of ['/registration', '/login', '/nowhere']) {
      const html = await page(path);
      expect(configIn(html)).toEqual(body);
      expect(html).not.toContain('<b>');
    }
  });

  it('is answered as none at an address that nothing knows, whose browser leads on to /404', async () => {
    const statusOf = async (path: string) => (await app.call('GET', path)).status;
    const known = [
      '/',
      '/registration/alliance?partner=torg',
      '/Client/Login/',
      '/confirm-registration/abc',
      '/invitation',
      '/account/plan/anything',
      '/admin-panel/clients',
      '/set-up/abc',
      '/404',
    ];
    for (const path of known) expect([path, await statusOf(path)]).toEqual([path, 200]);
    for (const path of [
      '/tarifs',
      '/registration/other',
      '/confirm-registration',
      '/admin',
      '/assets/gone.js',
    ]) {
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    }
  });

  it('where strangers begin is offered in the browser’s language, and keeps what it was asked with', async () => {
    const headers = { 'accept-language': 'de-DE,de;q=0.9' };
    for (const path of ['/', '/auth', '/registration?tariff=a&period=year', '/client/login']) {
      const { body } = await app.call('GET', path, { headers });
      expect(body).toContain('>Auf Deutsch?</a>');
      expect(body).toContain(
        `href="${path.replace('&', '&amp;')}${path.includes('?') ? '&amp;' : '?'}lang=de"`,
      );
    }
    for (const path of ['/account', '/forgot-password', '/login', '/nowhere']) {
      expect((await app.call('GET', path, { headers })).body).not.toContain('language-offer"');
    }
    const taken = await fetch(`${app.url}/registration?tariff=a&lang=de&period=year`, { redirect: 'manual' });
    expect([taken.status, taken.headers.get('location')]).toEqual([
      302,
      '/registration?tariff=a&period=year',
    ]);
    const cookie = taken.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const kept = await app.call('GET', '/registration', { headers: { ...headers, cookie } });
    expect(kept.body).toContain('<html lang="de">');
    expect(kept.body).not.toContain('language-offer"');
  });

  it('asks at once for every file of its first screen, each of them once and each there', async () => {
    const files = filesIn(await page('/registration?from=mail'));
    expect(new Set(files).size).toBe(files.length);
    for (const part of ['registration', 'customer', 'react', 'common']) {
      expect(files.some((file) => file?.includes(`/${part}-`))).toBe(true);
    }
    for (const file of files) expect((await app.call('GET', file ?? '')).status).toBe(200);
  });

  it('of the customers shows its frame before any script has run', async () => {
    for (const path of ['/', '/account', '/registration', '/client/login']) {
      const html = await page(path);
      expect(html).toContain(
        '<header class="site-top"><div class="site-bar"><a class="brand" href="/"><img src="/tenantry.svg"',
      );
      expect(html).toContain('<span>Каса &lt;/script&gt;&lt;b&gt;</span>');
    }
    expect(await page('/admin-panel')).toContain('<div id="root"></div>');
  });

  it('shows who is signed in before any script has run, and to strangers the way in', async () => {
    const cookie = personCookie('Олена <Коваль>', 60).split(';', 1)[0] ?? '';
    for (const path of ['/account', '/client/login']) {
      const { body } = await app.call('GET', path, { headers: { cookie } });
      expect(body).toContain('<bdi class="whole" aria-hidden="true">Олена &lt;Коваль&gt;</bdi>');
      expect(body).not.toContain('class="site-link"');
      expect(await page(path)).toContain('<a class="site-link" href="/client/login">Увійти</a>');
    }
  });

  it('of customers has its style inside and asks for none; its icon is the operator’s logo', async () => {
    const html = await page('/registration');
    expect(html).toContain('<link rel="icon" href="/tenantry.svg"');
    // A browser reads ahead to a sheet that is only `disabled`, but not to one of another type.
    const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
    expect(sheets.length).toBeGreaterThan(0);
    expect(sheets.filter((sheet) => !sheet.includes('type="text/plain"'))).toEqual([]);
  });

  it('lets mail programs show its logo', async () => {
    const { status, headers } = await app.call('GET', '/tenantry.png');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(logoPictureUrl({ publicUrl: 'https://panel.example', logoName: 'tenantry' })).toBe(
      'https://panel.example/tenantry.png',
    );
    expect(logoPictureUrl({ publicUrl: 'https://panel.example', logoName: 'kasa' })).toBeNull();
  });

  it.each(['identity', 'gzip', 'br'])('lets cabinets show its logo, sent as %s', async (encoding) => {
    const { status, headers } = await app.call('GET', '/tenantry.svg', {
      headers: { 'accept-encoding': encoding },
    });
    expect([status, headers.get('content-encoding') ?? 'identity']).toEqual([200, encoding]);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('that says the same to everybody is written whole, in the language that this browser chose', async () => {
    const inUkrainian = await page('/registration');
    expect(inUkrainian).toContain('<html lang="uk">');
    expect(inUkrainian).toContain('<div id="root" data-ssr="uk">');
    expect(inUkrainian).toContain('<input class="control" id="field-email"');
    const cookie = 'theme=dark; locale=de';
    const { body: inGerman } = await app.call('GET', '/registration?x=//y', { headers: { cookie } });
    expect(inGerman).toContain('<html lang="de">');
    expect(inGerman).toContain('Arbeitsbereich anlegen');
    // The texts that its scripts need are in other files.
    expect(filesIn(inGerman).filter((file) => !filesIn(inUkrainian).includes(file))).toHaveLength(2);
    const stranger = await app.call('GET', '/registration', { headers: { cookie: 'locale=xx' } });
    expect(stranger.body).toContain('<html lang="uk">');
    const back = 'Увійдіть, і ми повернемо вас туди, де ви були.';
    expect(await page('/client/login?redirect=%2Faccount')).toContain(back);
    expect(await page('/client/login')).not.toContain(back);
    expect(await page('/account')).toContain('<div id="root"><div class="frame" data-wide="true">');
  });

  it.each([
    ['/registration', 'Створіть свій кабінет · Каса &lt;/script>&lt;b>'],
    ['/account', 'Каса &lt;/script>&lt;b>'],
    ['/admin-panel', 'Каса &lt;/script>&lt;b>'],
  ])('%s names itself and the product to the window before any script has run', async (path, title) => {
    expect(await page(path)).toContain(`<title>${title}</title>`);
  });

  it('runs nothing that stands in it but what the policy names', async () => {
    const { body, headers } = await app.call('GET', '/registration');
    const [script = ''] = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1]);
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = String(headers.get('content-security-policy'));
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe-inline');
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(body).toContain(`<style nonce="${nonce}">`);
    const staff = await app.call('GET', '/admin-panel');
    expect(String(staff.headers.get('content-security-policy'))).toContain("script-src 'self';");
  });

  it('of the staff asks for nothing of the customers', async () => {
    const files = filesIn(await page('/admin-panel'));
    expect(files.filter((file) => /registration|customer/.test(file ?? ''))).toEqual([]);
  });
});
