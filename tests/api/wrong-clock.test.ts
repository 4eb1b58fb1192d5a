import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clockAlarms } from '#server/db/clock-alarms.ts';
import { createClockGuard } from '#server/db/clock-guard.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import type { Finding } from '#cli/doctor/finding.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import { testClock } from '#tests/support/clock.ts';
import { askedStatements } from '#tests/support/postgres/asked-statements.ts';
import { staffMember } from '#tests/support/people.ts';
import {
  clientRow,
  linesOf,
  mailsOf,
  newTariff,
  subscriber,
} from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

/** A process with a wrong clock harms nobody (GROWTH section 20, "Clock and brake"; operators.md, B2). */
let app: TestApp;
let tariffId: string;
let wrong = 0;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web,worker' });
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());
afterEach(() => setWrong(0));

const days = 86_400;
function setWrong(seconds: number): void {
  app.clock.drift(seconds - wrong);
  wrong = seconds;
}
const db = () => app.platform.database.db;
const due = (balance = 25_000) => subscriber(app, { tariffId, endsIn: -0.01, balance });
const enqueue = () => app.platform.queue.enqueue(db(), 'billing-run', {});
const waitingJobs = async () => {
  const { rows } = await sql<{ name: string }>`
    select name from jobs.job where state = 'created' and start_after > now()`.execute(db());
  return rows.map(({ name }) => name);
};
const wake = () => sql`update jobs.job set start_after = now() where state = 'created'`.execute(db());
/** A job that is just being put off would miss one call. */
const wakeUntil = (what: string, isSo: () => Promise<boolean>) =>
  until(what, async () => {
    await wake();
    return isSo();
  });

describe('a process whose clock is more than a minute off', () => {
  it.each([500 * days, 61, -61, -500 * days])('charges and changes nobody: %i s', async (seconds) => {
    const { id } = await due();
    const before = await clientRow(app, id);
    setWrong(seconds);
    await expect(runBilling(app.platform.subscriptions)).rejects.toMatchObject({ code: 'clock_differs' });
    expect(await clientRow(app, id)).toEqual(before);
    setWrong(0);
    await runBilling(app.platform.subscriptions);
  });

  it('acts as ever within the minute', async () => {
    const { id } = await due();
    setWrong(50);
    await runBilling(app.platform.subscriptions);
    expect((await clientRow(app, id)).balance).toBe(15_000);
  });

  it('leaves the job for later, and goes on by itself once the clocks agree', async () => {
    const { id } = await due();
    setWrong(500 * days);
    await enqueue();
    await until('the job to wait', async () => (await waitingJobs()).includes('billing-run'));
    expect(await clientRow(app, id)).toMatchObject({ status: 'active', balance: 25_000 });
    expect(await mailsOf(app, id)).toEqual([]);
    setWrong(0);
    await wakeUntil('the charge', async () => (await clientRow(app, id)).balance === 15_000);
    expect(await linesOf(app, id)).toHaveLength(2);
  });

  it('refuses what an act would settle by time, and books nothing', async () => {
    const { id } = await due();
    const { token } = await staffMember(app);
    setWrong(120);
    const body = { service: 'cash', amount: 100 };
    const answer = await app.call('POST', `/api/admin/clients/${id}/replenish`, { token, body });
    expect([answer.status, answer.body.code]).toEqual([503, 'clock_differs']);
    expect(await linesOf(app, id)).toHaveLength(1);
    setWrong(0);
    const again = await app.call('POST', `/api/admin/clients/${id}/replenish`, { token, body });
    expect(again.status).toBe(201);
  });

  it('sends no email until the clocks agree', async () => {
    const { id } = await subscriber(app, { tariffId, endsIn: 0.5, balance: 0 });
    const isSent = async () => (await mailsOf(app, id)).some(({ status }) => status === 'sent');
    const now = app.clock.now();
    // The worker takes the email as soon as it is written.
    setWrong(3600);
    await db()
      .transaction()
      .execute((tx) =>
        app.platform.mail.write(tx, now, {
          kind: 'data_deleted',
          to: 'somebody@example.com',
          locale: 'en',
          data: { name: 'Somebody', amount: 1, date: null, ask_by: null, gone: 1 },
          reason: 'retention_over',
          clientId: id,
        }),
      );
    await wake();
    await until('the mail to wait', async () => (await waitingJobs()).includes('send-email'));
    expect(await isSent()).toBe(false);
    setWrong(0);
    await wakeUntil('the mail', isSent);
  });

  it('says so to Prometheus and the doctor, and no longer when it is right again', async () => {
    setWrong(500 * days);
    const { text } = await metrics();
    expect(Number(/^tenantry_clock_offset_seconds (\S+)$/m.exec(text)?.[1])).toBeCloseTo(500 * days, -1);
    expect(await app.platform.clockGuard.agrees()).toBe(false);
    const [alarm] = await clockAlarms(db());
    expect(alarm).toMatchObject({ roles: 'web,worker', offset_seconds: 500 * days });
    // Its own clock is right; the server's own report is shown.
    const right = { now: () => new Date(app.clock.now().getTime() - wrong * 1000), movedMs: () => 0 };
    const found = await cli(['doctor', '--json'], environmentOf(app), right);
    expect(found.code).toBe(1);
    expect(clockFinding(found.json())).toMatchObject({ verdict: 'failure' });
    setWrong(0);
    expect(await app.platform.clockGuard.agrees()).toBe(true);
    expect(await clockAlarms(db())).toEqual([]);
    const later = await cli(['doctor', '--json'], environmentOf(app), app.clock);
    expect(clockFinding(later.json())).toMatchObject({ verdict: 'ok' });
  });

  it('does not bill by the command line either', async () => {
    const { id } = await due();
    const clock = testClock();
    clock.drift(-3600);
    const refused = await cli(['billing', 'run'], environmentOf(app), clock);
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('nothing was done');
    expect((await clientRow(app, id)).balance).toBe(25_000);
    expect(await clockAlarms(db())).toEqual([]);
    const doctor = await cli(['doctor', '--json'], environmentOf(app), clock);
    expect(clockFinding(doctor.json())).toMatchObject({ verdict: 'failure' });
    await runBilling(app.platform.subscriptions);
  });
});

describe('the clock guard', () => {
  it('tells each change once', async () => {
    const clock = testClock();
    const told: string[] = [];
    const log = { error: () => told.push('wrong'), info: () => told.push('right') };
    const guard = createClockGuard({ db: db(), clock, roles: ['worker'], log });
    for (const seconds of [0, 0, 90, 10, 0, -100, 0]) {
      clock.drift(seconds);
      await guard.agrees();
    }
    expect(told).toEqual(['wrong', 'right']);
    await guard.leave();
  });

  it('compares the clocks a few times for many that ask at once, and answers each', async () => {
    const log = { error: () => undefined, info: () => undefined };
    const guard = createClockGuard({ db: db(), clock: testClock(), roles: [], log });
    let answers: boolean[] = [];
    const asked = await askedStatements(async () => {
      answers = await Promise.all(Array.from({ length: 10 }, () => guard.agrees()));
    });
    expect(answers).toEqual(Array.from({ length: 10 }, () => true));
    expect(asked.filter((text) => text === 'select clock_timestamp() as now').length).toBeLessThanOrEqual(4);
  });

  it('takes time that a test moves for no mistake', async () => {
    const clock = testClock();
    clock.advance(900 * days);
    const log = { error: () => undefined, info: () => undefined };
    expect(await createClockGuard({ db: db(), clock, roles: [], log }).agrees()).toBe(true);
  });
});

async function metrics(): Promise<{ text: string }> {
  const response = await fetch(`${app.url}/metrics`);
  return { text: await response.text() };
}

function clockFinding(report: unknown): Finding | undefined {
  const { findings } = report as { findings: Finding[] }; // the doctor's own shape
  return findings.find(({ subject }) => subject === 'Clock');
}
