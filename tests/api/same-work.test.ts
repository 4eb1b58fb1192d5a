import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { askedStatements } from '#tests/support/postgres/asked-statements.ts';
import { registeredCustomer, staffMember } from '#tests/support/people.ts';

/**
 * If the work is the same, the time can't reveal whether somebody has an account (review, finding 15). Statements and
 * hashes are counted, because a busy machine does not change these.
 */
let app: TestApp;
beforeAll(async () => {
  // Without a worker, whose statements would be counted too.
  app = await startApp({
    ROLES: 'web',
    ACCOUNT_DISCLOSURE: 'strict',
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a token of the tests',
  });
});
afterAll(() => app.close());

let calls = 0;
async function workOf(
  path: string,
  body: object,
): Promise<{ status: number; hashes: number; asked: string[] }> {
  calls += 1;
  const verify = vi.spyOn(app.platform.passwords, 'verify');
  let status = 0;
  const headers = { 'x-forwarded-for': `203.0.113.${calls}` };
  const asked = await askedStatements(async () => {
    ({ status } = await app.call('POST', `/api/${path}`, { body, headers }));
  });
  const hashes = verify.mock.calls.length;
  verify.mockRestore();
  return { status, hashes, asked };
}

const wrong = 'Wrong-Passw0rd';
describe.each([
  ['staff', 'admin/auth', () => staffMember(app)],
  ['customers', 'auth', () => registeredCustomer(app)],
] as const)('%s', (_name, door, made) => {
  it.each([
    ['login', { password: wrong }, 1],
    ['reset/email/send', {}, 0],
  ] as const)(
    '%s does the same for an address that has an account as for one that has none',
    async (path, more, hashes) => {
      const { email } = await made();
      // The first call of each kind also prepares its statements.
      await workOf(`${door}/${path}`, { email: `first-${calls}@example.com`, ...more });
      const unknown = await workOf(`${door}/${path}`, { email: `nobody-${calls}@example.com`, ...more });
      const known = await workOf(`${door}/${path}`, { email, ...more });
      expect(known).toEqual(unknown);
      expect(known.hashes).toBe(hashes);
      expect(known.asked.length).toBeGreaterThan(2);
    },
  );
});

it('the search for a cabinet does the same for every address', async () => {
  const { email } = await registeredCustomer(app);
  await workOf('auth/find/email/send', { email: 'first@example.com' });
  expect(await workOf('auth/find/email/send', { email })).toEqual(
    await workOf('auth/find/email/send', { email: 'nobody@example.com' }),
  );
});
