import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPages } from '#server/pages/built-pages.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { registeredCustomer, registration, staffMember } from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const login = '/api/auth/login';

describe('a body', () => {
  it.each([
    '{',
    '{"email":',
    'nonsense',
    '[1,',
    "{'a':1}",
    '{"a":1}}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
  ])('that is no JSON is a 400: %s', async (body) => {
    const answer = await app.call('POST', login, { body, locale: 'uk' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'bad_json',
      message: 'Запит містить некоректний JSON',
      errors: [{ code: 'bad_json' }],
    });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
  ])('of type %s is a 415', async (type) => {
    const answer = await app.call('POST', login, { body: 'a=1', headers: { 'content-type': type } });
    expect([answer.status, answer.body.code]).toEqual([415, 'json_expected']);
  });

  it.each(['[]', '"text"', '5', 'true'])('that is no object is a 422: %s', async (body) => {
    expect((await app.call('POST', login, { body })).status).toBe(422);
  });

  it('that is missing is like an empty one', async () => {
    const answer = await app.call('POST', login, { body: '' });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['email', 'password']);
  });

  it('that is too large is a 413', async () => {
    const answer = await app.call('POST', login, { body: { email: 'x'.repeat(300 * 1024) } });
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large']);
  });

  it('is not looked at before the caller: 401 comes before 400, 413 and 415', async () => {
    const call = (body: string, headers = {}) => app.call('PUT', '/api/auth/me', { body, headers });
    expect((await call('{')).status).toBe(401);
    expect((await call('x'.repeat(300 * 1024))).status).toBe(401);
    expect((await call('a=1', { 'content-type': 'text/plain' })).status).toBe(401);
  });

  it('may come with a charset', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await app.call('POST', login, { body: {}, headers })).status).toBe(422);
  });
});

describe('an address', () => {
  it.each([
    ['PUT', '/api/auth/login', 'POST'],
    ['GET', '/api/auth/login', 'POST'],
    ['PATCH', '/api/auth/me', 'GET, PUT'],
    ['DELETE', '/api/auth/me', 'GET, PUT'],
    ['POST', '/api/offer', 'GET'],
    ['OPTIONS', '/api/auth/login', 'POST'],
    ['POST', '/api/admin/users/0197a3c0-0000-7000-8000-000000000001/', undefined],
  ])('with another method is a 405 that says which: %s %s', async (method, address, allow) => {
    const answer = await app.call(method, address);
    expect([answer.status, answer.body.code]).toEqual(
      allow ? [405, 'method_not_allowed'] : [404, 'not_found'],
    );
    expect(answer.headers.get('allow')).toBe(allow ?? null);
  });

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/auth',
    '/api/auth/login/',
    '/api/AUTH/login',
    '/api/admin/clients/%zz',
    `/api/admin/nothing/${'a'.repeat(500)}`,
    '/api/../api/nothing',
    '/api/auth/me%00',
  ])('of the API that nothing knows is a 404 in JSON: %s', async (address) => {
    const answer = await app.call('GET', address, { locale: 'uk' });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.body).toMatchObject({ code: 'not_found', errors: [{ code: 'not_found' }] });
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
  });

  it('of a page that can not even be read leads a visitor to the page that says so', async () => {
    const headers = { accept: 'text/html,*/*' };
    const page = await fetch(`${app.url}/account/%F0`, { headers, redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([302, '/404']);
    const api = await fetch(`${app.url}/api/admin/clients/%zz`, { headers, redirect: 'manual' });
    expect(api.status).toBe(404);
  });

  it('may be written with escapes, and is the same route', async () => {
    const { token } = await registeredCustomer(app);
    expect((await app.call('GET', '/%61pi/auth/me')).status).toBe(401);
    expect((await app.call('GET', '/%61pi/auth/%6de', { token })).status).toBe(200);
  });

  it.each([
    ['/api/offer?page=1', 'page'],
    ['/api/auth/partners?__proto__=1', '__proto__'],
  ])('with an unknown parameter is a 422 that names it: %s', async (address, name) => {
    const answer = await app.call('GET', address);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([name]);
  });
});

describe('every answer', () => {
  const security = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
  it.each([
    ['GET', '/api/offer', 200],
    ['GET', '/api/auth/me', 401],
    ['GET', '/api/nothing', 404],
    ['PUT', '/api/offer', 405],
    ['POST', '/api/auth/login', 422],
    ['GET', '/healthz', 200],
    ['GET', '/config.json', 200],
  ])(
    'of the server is safe in a browser and has an id of its own: %s %s',
    async (method, address, status) => {
      const answer = await app.call(method, address);
      expect(answer.status).toBe(status);
      for (const [name, value] of Object.entries(security)) expect(answer.headers.get(name)).toBe(value);
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get('x-powered-by') ?? answer.headers.get('server')).toBeNull();
      if (address.startsWith('/api/')) expect(answer.headers.get('cache-control')).toBe('no-store');
      const again = await app.call(method, address, { headers: { 'x-request-id': 'mine' } });
      expect(again.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(again.headers.get('x-request-id')).not.toBe(answer.headers.get('x-request-id'));
    },
  );

  it('is for this origin alone', async () => {
    const answer = await app.call('GET', '/api/offer', { headers: { origin: 'https://evil.example' } });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('varies by language', async () => {
    expect((await app.call('GET', '/api/offer')).headers.get('vary')).toContain('content-language');
  });
});

describe('the language of an answer', () => {
  const message = async (headers: Record<string, string>) =>
    (await app.call('GET', '/api/auth/me', { headers })).body.message;
  const words = { uk: 'Увійдіть ще раз: сеанс завершився' };

  it.each([
    [{}, 'uk'],
    [{ 'content-language': 'fr' }, 'uk'],
    [{ 'content-language': 'uk-UA', 'accept-language': 'en' }, 'uk'],
    [{ 'content-language': 'en-GB' }, 'en'],
    [{ 'accept-language': 'fr;q=0.9, de-AT;q=0.8, en;q=0.1' }, 'de'],
    [{ 'content-language': 'ru' }, 'ru'],
    [{ 'content-language': 'LT' }, 'lt'],
  ])('asked for by %j is %s', async (headers, locale) => {
    const plain = await message({ 'content-language': locale });
    expect(await message(headers)).toBe(plain);
    if (locale === 'uk') expect(plain).toBe(words.uk);
    else expect(plain).not.toBe(words.uk);
  });
});

describe('an error that nobody expected', () => {
  it('is a 500 with an id and nothing of the inside', async () => {
    const { db } = app.platform.database;
    const now = app.clock.now();
    await db
      .insertInto('settings')
      .values({ id: newId(now), key: 'registration_open', value: '"perhaps"', updated_at: now })
      .execute();
    try {
      const answer = await app.call('POST', '/api/auth/register', { body: registration(), locale: 'uk' });
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        code: 'internal',
        message: 'На нашому боці щось пішло не так',
        request_id: expect.any(String),
        errors: [{ code: 'internal', message: 'На нашому боці щось пішло не так' }],
      });
      expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
    } finally {
      await db.deleteFrom('settings').where('key', '=', 'registration_open').execute();
    }
  });
});

describe('/healthz and /readyz', () => {
  it('say that the server is there, and each part of what it needs', async () => {
    expect((await app.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
    expect(await app.call('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ready', database: true, migrations: true, jobs: true, worker: true },
    });
  });

  it('say what is missing', async () => {
    const half = await startApp();
    try {
      await half.platform.queue.stop(1000);
      expect(await half.call('GET', '/readyz')).toMatchObject({
        status: 503,
        body: { status: 'not ready', database: true, jobs: false },
      });
      expect((await half.call('GET', '/healthz')).status).toBe(200);
    } finally {
      await half.close();
    }
  });
});

describe('/metrics', () => {
  it('are for this machine, with durations by route and counts of jobs, emails and cabinets', async () => {
    await app.call('GET', '/api/offer');
    const { status, body, headers } = await app.call('GET', '/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/plain');
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/offer",status="200"\} \d/,
    );
    for (const name of [
      'tenantry_jobs',
      'tenantry_emails',
      'tenantry_cabinets',
      'process_resident_memory_bytes',
    ]) {
      expect(body).toContain(name);
    }
    expect(body).not.toMatch(/@example|hash=/);
  });

  it('are for those who have the token, where there is one, and for nobody else', async () => {
    const token = 'a token for Prometheus';
    const guarded = await startApp({ METRICS_TOKEN: token.replaceAll(' ', '-') });
    try {
      const read = (given?: string) =>
        guarded.call('GET', '/metrics', given === undefined ? {} : { token: given });
      expect((await read()).status).toBe(401);
      expect((await read('wrong')).status).toBe(401);
      expect((await read((await staffMember(guarded)).token)).status).toBe(401);
      expect((await read(token.replaceAll(' ', '-'))).status).toBe(200);
    } finally {
      await guarded.close();
    }
  });
});

describe('pages from elsewhere', () => {
  it('may call where the configuration names their origin, and no other', async () => {
    const open = await startApp({ CORS_ORIGINS: 'https://shop.example' });
    try {
      const from = (origin: string) =>
        open.call('OPTIONS', '/api/auth/login', {
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          },
        });
      const allowed = await from('https://shop.example');
      expect(allowed.status).toBe(204);
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
      const refused = await from('https://evil.example');
      expect(refused.headers.get('access-control-allow-origin')).not.toBe('https://evil.example');
    } finally {
      await open.close();
    }
  });
});

describe.runIf(existsSync(path.join(builtPages, 'index.html')))('a page', () => {
  const scriptsIn = (html: string) =>
    [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

  it.each(['/', '/registration', '/admin-panel/clients', '/confirm-registration/abc', '/nothing'])(
    '%s has a strict policy with a nonce of its own, and is kept by nobody',
    async (address) => {
      const [one, two] = [await app.call('GET', address), await app.call('GET', address)];
      expect(one.status).toBe(address === '/nothing' ? 404 : 200);
      expect(one.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(one.headers.get('cache-control')).toBe('no-store');
      const policy = one.headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'none'",
        // The only script inside a server-rendered page (docs/decisions/0082), by its content.
        ["script-src 'self'", ...scriptsIn(one.body).map((script) => `'sha256-${sha256(script)}'`)].join(' '),
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]) {
        expect(policy.split('; ')).toContain(part);
      }
      expect(scriptsIn(one.body)).toHaveLength(address === '/registration' ? 1 : 0);
      expect(policy).not.toMatch(/unsafe|\*(?!\.localhost)/);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(one.body).toContain(nonce);
      expect(two.headers.get('content-security-policy')).not.toContain(nonce);
    },
  );

  it('is not built from the Host that somebody sends', async () => {
    const body = await new Promise<string>((done, fail) => {
      const asked = request(
        `${app.url}/registration`,
        { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => done(text + JSON.stringify(response.headers)));
        },
      );
      asked.on('error', fail);
      asked.end();
    });
    expect(body).not.toContain('evil.example');
  });

  it('has no source maps', async () => {
    const { body } = await app.call('GET', '/');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? '';
    const answer = await app.call('GET', script, { headers: { 'accept-encoding': 'identity' } });
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.body).not.toContain('sourceMappingURL');
  });
});

describe('a slash at the end of an address', () => {
  it("is the offer's empty path", async () => {
    const offer = await app.call('GET', '/api/offer', { locale: 'en' });
    const same = await app.call('GET', '/api/offer/', { locale: 'en' });
    expect([same.status, same.body]).toEqual([200, offer.body]);
    const changed = await app.call('PUT', '/api/offer/', { body: {} });
    expect([changed.status, changed.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await app.call('GET', '/api/offer/?page=1')).status).toBe(422);
  });

  it.each(['/api/offer//', '/api/offers/', '/api/auth/partners/', '/api/auth/me/'])(
    'is another address elsewhere: %s',
    async (address) => {
      expect((await app.call('GET', address)).status).toBe(404);
    },
  );
});
