import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { registration } from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const register = (body: unknown, locale = 'uk') => app.call('POST', '/api/auth/register', { body, locale });

describe('registering a customer', () => {
  it('answers like a login, unconfirmed and without a cabinet', async () => {
    const body = registration({ name: '  Олена   Ґава ' });
    const answer = await register(body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      token_type: 'bearer',
      expires_in: 900,
      session_ttl: 30 * 86_400,
      domain: null,
      data: { email: body.email, confirmed: false, active: true, cabinet_url: null, locale: 'uk' },
    });
  });
});
