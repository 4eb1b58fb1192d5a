import { request as ask } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { staffMember } from '#tests/support/people.ts';

let app: TestApp;
let behindProxy: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  behindProxy = await startApp({
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'sixteen letters!',
    LOGIN_ATTEMPTS_PER_ADDRESS: '7/15m',
  });
  token = (await staffMember(app)).token;
});
afterAll(async () => {
  await app.close();
  await behindProxy.close();
});

/** Sends the path exactly as written; a URL object would normalise it. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = new URL(app.url);
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined> }>(
    (resolve, reject) => {
      ask({ host: '127.0.0.1', port, path, headers, method }, (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('/metrics without a token', () => {
  it('answers this machine alone, and nobody for whom a proxy on it asks', async () => {
    expect((await raw('/metrics')).status).toBe(200);
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.5'],
      ['forwarded', 'for=203.0.113.5'],
      ['x-real-ip', '203.0.113.5'],
      ['via', '1.1 proxy'],
      ['x-forwarded-proto', 'https'],
    ] as const)
      expect([name, (await raw('/metrics', { [name]: value })).status]).toEqual([name, 403]);
  });
});

describe('the headers of an answer', () => {
  it('are those of the route, however its address is spelt', async () => {
    const authorization = `Bearer ${token}`;
    for (const path of ['/api/admin/clients', '/%61pi/admin/clients', '/api/%61dmin/clients']) {
      const { status, headers } = await raw(path, { authorization });
      expect([path, status, headers['cache-control'], headers['vary']]).toEqual([
        path,
        200,
        'no-store',
        expect.stringContaining('content-language'),
      ]);
    }
    const patched = await raw('/%61pi/admin/clients', {}, 'PATCH');
    expect([patched.status, patched.headers['allow']]).toEqual([405, 'GET, POST']);
    const none = await raw('/%61pi/none', { accept: 'text/html' });
    expect([none.status, none.headers['content-type']]).toEqual([404, expect.stringContaining('json')]);
  });

  it.each(['/api/%zz', '/%zz', '/api/admin/clients/%E0%A4%A'])('are whole for %s as well', async (path) => {
    const [odd, plain] = [await raw(path), await raw('/api/none')];
    const named = (headers: object) =>
      Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => !['date', 'x-request-id', 'content-length', 'connection', 'keep-alive'].includes(name),
        ),
      );
    expect(odd.status).toBe(404);
    expect(named(odd.headers)).toEqual(named(plain.headers));
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('an answer to another origin', () => {
  it('varies by it and by the language', async () => {
    const open = await startApp({ CORS_ORIGINS: 'https://partner.example' });
    try {
      const { headers } = await open.call('GET', '/api/offer', {
        headers: { origin: 'https://partner.example' },
      });
      expect(headers.get('vary')?.toLowerCase()).toMatch(/origin.*content-language/);
    } finally {
      await open.close();
    }
  });
});

describe('an address that a trusted proxy passes on', () => {
  it('makes no bucket when it is none', async () => {
    const statuses = [];
    for (let count = 0; count < 9; count += 1) {
      const answer = await behindProxy.call('POST', '/api/auth/login', {
        headers: { 'x-forwarded-for': `garbage${count}` },
        body: { email: `nobody-${count}@example.com`, password: 'Wrong-Passw0rd' },
      });
      statuses.push(answer.status);
    }
    expect(statuses).toContain(429);
  });

  it('counts for itself when it is one, with its port or without', async () => {
    const member = await staffMember(behindProxy);
    const seen = [];
    for (const given of ['203.0.113.5', '203.0.113.6:4711', '[2001:db8::1]:80', 'x, 203.0.113.7']) {
      await behindProxy.call('POST', '/api/admin/auth/login', {
        headers: { 'x-forwarded-for': given },
        body: { email: member.email, password: 'Passw0rd-of-tests' },
      });
      const { body } = await behindProxy.call('GET', '/api/admin/auth/sessions', member);
      seen.push(...body.data.map(({ ip }: { ip: string }) => ip));
    }
    expect(new Set(seen)).toEqual(
      new Set(['127.0.0.1', '203.0.113.5', '203.0.113.6', '2001:db8::1', '203.0.113.7']),
    );
  });
});
