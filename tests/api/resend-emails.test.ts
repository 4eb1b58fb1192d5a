import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  // Without workers, so that only the test says what became of an email.
  app = await startApp({ ROLES: 'web' });
  admin = await staffMember(app);
});
afterAll(() => app.close());
beforeEach(() => app.platform.db.updateTable('emails').set({ status: 'sent' }).execute());

const call = (body: unknown, token = admin.token) =>
  app.call('POST', '/api/admin/emails/resend', { token, body });
const toFailed = 'filter[status][eq]=failed';

/** A registration whose email failed. */
async function failed(kind = 'confirm'): Promise<string> {
  const { email } = await registeredCustomer(app);
  await app.platform.db
    .updateTable('emails')
    .set({ status: 'failed' })
    .where('to_address', '=', email)
    .where('kind', '=', kind as 'confirm')
    .execute();
  return email;
}
const mailsTo = (email: string) =>
  app.platform.db
    .selectFrom('emails')
    .select(['status', 'reason', 'dealt_with_at', 'created_at', 'leased_until'])
    .where('to_address', '=', email)
    .orderBy('created_at')
    .execute();
const again = async (email: string) => (await mailsTo(email)).filter(({ reason }) => reason === 'resent');

describe('failed emails that are sent again together', () => {
  it('are those that the query finds; the second time none is left', async () => {
    const [one, other] = [await failed(), await failed()];
    const onlyOne = `${toFailed}&filter[to][eq]=${encodeURIComponent(one)}`;
    expect((await call({ query: onlyOne })).body.data).toEqual({ found: 1, resent: 1, refused: [] });
    expect([(await again(one)).length, (await again(other)).length]).toEqual([1, 0]);
    expect((await call({ query: toFailed })).body.data).toEqual({ found: 2, resent: 1, refused: [] });
    expect((await again(other)).map(({ status }) => status)).toEqual(['queued']);
    expect((await call({ query: toFailed })).body.data).toEqual({ found: 2, resent: 0, refused: [] });
    const audited = await app.platform.db
      .selectFrom('audit_entries as a')
      .innerJoin('emails as e', 'e.id', 'a.subject_id')
      .select('a.action')
      .where('e.to_address', 'in', [one, other])
      .where('a.action', '=', 'email.resent')
      .execute();
    expect(audited).toHaveLength(2);
  });

  it('are not those that were sent, and not those whose time is over', async () => {
    const email = await failed();
    const { id } = await app.platform.db
      .selectFrom('clients')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await app.platform.db
      .updateTable('clients')
      .set({ confirmed_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    const sent = await registeredCustomer(app);
    const query = `filter[kind][eq]=confirm`;
    const { body } = await call({ query });
    expect(body.data).toMatchObject({ resent: 0, refused: [{ code: 'already_confirmed', count: 1 }] });
    expect(body.data.found).toBeGreaterThan(1);
    expect([await again(email), await again(sent.email)]).toEqual([[], []]);
  });

  it('go out a hundred a minute', async () => {
    const email = await failed();
    const { db } = app.platform;
    const [first] = await db.selectFrom('emails').selectAll().where('to_address', '=', email).execute();
    if (!first) throw new Error('no email');
    const { data, ...row } = first;
    // Of the same kind to nobody's account, so that each of them makes sense.
    const domain = `${crypto.randomUUID()}.example.com`;
    const copies = Array.from({ length: 204 }, (_, index) => ({
      ...row,
      id: crypto.randomUUID(),
      kind: 'template_test' as const,
      data: JSON.stringify(data),
      client_id: null,
      person_id: null,
      to_address: `many-${index}@${domain}`,
      message_id: `<${index}@${domain}>`,
    }));
    await db.updateTable('emails').set({ status: 'sent' }).where('id', '=', first.id).execute();
    await db.insertInto('emails').values(copies).execute();
    const query = `filter[to][ilike]=%25${domain}&filter[kind][eq]=template_test`;
    expect((await call({ query })).body.data.resent).toBe(204);
    const rows = await db
      .selectFrom('emails')
      .select(['leased_until', 'created_at'])
      .where('to_address', 'like', `%${domain}`)
      .where('reason', '=', 'resent')
      .execute();
    const waits = rows.map(({ leased_until, created_at }) =>
      leased_until ? (leased_until.getTime() - created_at.getTime()) / 1000 : 0,
    );
    const count = (seconds: number) => waits.filter((wait) => wait === seconds).length;
    expect([count(0), count(60), count(120)]).toEqual([100, 100, 4]);
  });

  it('is refused with a query that the list refuses, or without one', async () => {
    for (const query of ['filter[nothing][eq]=1', 'filter[status][eq]=lost', 'sort[html]=asc']) {
      const { status, body } = await call({ query });
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 422, ['query']]);
    }
    for (const body of [{}, { query: 1 }, { query: toFailed, ids: [] }])
      expect((await call(body)).status).toBe(422);
  });

  it('needs settings.write', async () => {
    const reader = await staffMember(app, { permissions: ['settings.read'] });
    const readOnly = await staffMember(app, { permissions: ['settings.write', 'read_only'] });
    expect((await call({ query: toFailed }, reader.token)).status).toBe(403);
    expect((await call({ query: toFailed }, readOnly.token)).status).toBe(403);
    expect((await app.call('POST', '/api/admin/emails/resend', { body: { query: toFailed } })).status).toBe(
      401,
    );
  });
});

describe('emails resend', () => {
  it('does the same from the command line', async () => {
    const email = await failed();
    const done = await cli(['emails', 'resend', '--json'], environmentOf(app), app.clock);
    expect([done.code, done.json<{ resent: number }>().resent]).toEqual([0, 1]);
    expect(await again(email)).toHaveLength(1);
    const none = await cli(
      ['emails', 'resend', '--query', 'filter[kind][eq]=reset'],
      environmentOf(app),
      app.clock,
    );
    expect(none).toMatchObject({ code: 0, out: '0 of 0 emails will be sent again.\n' });
    const wrong = await cli(
      ['emails', 'resend', '--query', 'filter[x][eq]=1'],
      environmentOf(app),
      app.clock,
    );
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('does not understand the query')]);
  });
});
