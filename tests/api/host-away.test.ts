import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCabinetHost } from '#cabinet/host/cabinet-host.ts';
import { startServer } from '#server/server.ts';
import { findSuspended } from '#server/cabinets/cabinet-store.ts';
import { recoverCabinets } from '#server/cabinets/tasks/recover-cabinets.ts';
import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { registeredCustomer, staffMember } from '#tests/support/people.ts';
import { clientRow } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

/** A host that does not answer is not a failure of a cabinet (operators.md, B3). */
let app: TestApp;
let token: string;
beforeAll(async () => {
  // No host serves cabinets here until a test starts one.
  app = await startApp({ ROLES: 'web,worker' });
  token = (await staffMember(app)).token;
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const tryOnce = (id: string) => runTasks(app.platform, id);
const statusOf = async (id: string) => (await clientRow(app, id)).cabinet_status;
const details = async (id: string) =>
  (await app.call('GET', `/api/admin/clients/${id}`, { token: (await staffMember(app)).token })).body.data
    .cabinet;
const stepOf = (id: string) =>
  db()
    .selectFrom('cabinet_steps')
    .selectAll()
    .where('client_id', '=', id)
    .where('step', '=', 'database')
    .executeTakeFirst();

/** A client whose cabinet was tried more often than a failure would be. */
async function waiting() {
  const customer = await registeredCustomer(app);
  const hash = await app.linkTo(customer.email, 'confirm');
  const { body } = await app.call('POST', '/api/auth/confirm', { body: { hash } });
  await until('the first try', async () => Boolean((await stepOf(customer.id))?.away_since));
  for (let tries = 0; tries < 7; tries += 1) await tryOnce(customer.id);
  return { id: customer.id, token: String(body.access_token) };
}

describe('while the host of cabinets is away', () => {
  it('a creation waits, and is not failed after five tries', async () => {
    const { id, token: own } = await waiting();
    const { attempts, away_tries, state } = (await stepOf(id)) ?? {};
    expect(attempts).toBeGreaterThan(5);
    expect([away_tries, state]).toEqual([attempts, 'pending']);
    expect(await statusOf(id)).toBe('creating');
    // The customer is told the truth, and staff see what it waits for.
    const told = await app.call('GET', '/api/cabinet/status', { token: own });
    expect(told.body.data).toMatchObject({
      status: 'creating',
      is_host_away: true,
      estimate_seconds: null,
      error: null,
    });
    const shown = await details(id);
    expect(shown).toMatchObject({ status: 'creating', error: null });
    expect(shown.host_away_since).not.toBeNull();
    const findings = await db()
      .selectFrom('cabinet_findings')
      .select('kind')
      .where('client_id', '=', id)
      .execute();
    expect(findings).toEqual([]);
  });

  it('it may be tried again by hand', async () => {
    const { id } = await waiting();
    const answer = await app.call('POST', `/api/admin/clients/${id}/cabinet/retry`, { token });
    expect(answer.status).toBe(200);
    expect(await statusOf(id)).toBe('creating');
  });

  it('it goes on for two days and fails then, as ever', async () => {
    const { id } = await waiting();
    app.clock.advance(47 * 3600);
    await tryOnce(id);
    expect([await statusOf(id), (await stepOf(id))?.state]).toEqual(['creating', 'pending']);
    app.clock.advance(2 * 3600);
    await tryOnce(id);
    expect([await statusOf(id), (await stepOf(id))?.state]).toEqual(['failed', 'failed']);
    expect((await details(id)).host_away_since).toBeNull();
  });

  it('all that wait continue by themselves, once the host is back', async () => {
    const [one, other] = [await waiting(), await waiting()];
    const config = { ...app.platform.config, roles: ['cabinets' as const] };
    const log = pino({ level: 'silent' });
    const host = await startServer({ config, clock: app.clock, log, print: () => undefined });
    try {
      for (const { id } of [one, other]) {
        await until('the cabinet', async () => (await statusOf(id)) === 'active');
        expect((await details(id)).host_away_since).toBeNull();
      }
    } finally {
      await host.stop();
    }
  });

  it('the first that reaches a host wakes the others', async () => {
    const [one, other] = [await waiting(), await waiting()];
    // A host that does not announce itself: on another machine, or a provisioner.
    const host = await bareHost();
    try {
      await recoverCabinets(app.platform);
      for (const { id } of [one, other]) {
        await until('the cabinet', async () => (await statusOf(id)) === 'active');
      }
    } finally {
      await host.close();
    }
  });
});

function bareHost() {
  const { config, secrets, clock, log } = app.platform;
  const { domain, scheme } = config.cabinets;
  return startCabinetHost({
    dataDir: config.dataDir,
    host: config.host,
    port: app.cabinetPort,
    domain,
    scheme,
    hostSecret: secrets.cabinetHostKey,
    platform: { apiUrl: `${app.url}/api`, publicUrl: config.publicUrl },
    suspendedElsewhere: (name) => findSuspended(app.platform.db, name),
    productName: config.productName,
    version: '1.0.0',
    locale: 'en',
    log,
    now: clock.now,
  });
}
