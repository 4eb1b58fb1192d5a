import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#cli/doctor/finding.ts';
import { startHeartbeat } from '#server/processes/heartbeat.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** What is reported while no worker is alive (GROWTH section 20, "Workers"). */
let app: TestApp;
let healthPort: number;
beforeAll(async () => {
  healthPort = await freePort();
  app = await startApp({ ROLES: 'web', HEALTH_PORT: String(healthPort) });
});
afterAll(() => app.close());

const roles = ['worker'] as const;
const heartbeatOf = (of: readonly ('worker' | 'cabinets')[]) =>
  startHeartbeat({ db: app.platform.database.db, roles: of, log: app.platform.log });

/** As if the process had been killed that long ago. */
const silenceWorkers = (seconds: number) =>
  sql`update process_heartbeats set seen_at = now() - make_interval(secs => ${seconds}), stopped_at = null
    where 'worker' = any(roles)`.execute(app.platform.database.db);

async function metric(name: string, port?: number): Promise<number | undefined> {
  const answer = port
    ? await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    : ((await app.call('GET', '/metrics')).body as string);
  const line = answer.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

async function doctor(): Promise<{ code: number; of(subject: string): Finding | undefined }> {
  const { code, json } = await cli(['doctor', '--json'], environmentOf(app), app.clock);
  const { findings } = json<{ findings: Finding[] }>();
  return { code, of: (subject) => findings.find((finding) => finding.subject === subject) };
}

describe('jobs without a worker', () => {
  it('are counted where they stand, with how long the oldest has been due', async () => {
    const { db } = app.platform.database;
    expect(await metric('tenantry_jobs{queue="notify-limits",state="queued"}')).toBe(0);
    for (const tariffId of ['one', 'two', 'three'])
      await app.platform.queue.enqueue(db, 'notify-limits', { tariffId });
    await app.platform.queue.enqueue(db, 'notify-limits', { tariffId: 'four' }, { afterSeconds: 600 });
    await sql`update jobs.job set start_after = now() - interval '90 seconds'
      where name = 'notify-limits' and data ->> 'tariffId' = 'two'`.execute(db);
    await sql`update jobs.job set state = 'failed' where name = 'notify-limits' and data ->> 'tariffId' = 'three'`.execute(
      db,
    );
    for (const port of [undefined, healthPort]) {
      expect(await metric('tenantry_jobs{queue="notify-limits",state="queued"}', port)).toBe(2);
      expect(await metric('tenantry_jobs{queue="notify-limits",state="delayed"}', port)).toBe(1);
      expect(await metric('tenantry_jobs{queue="notify-limits",state="failed"}', port)).toBe(1);
      const age = await metric('tenantry_job_oldest_age_seconds{queue="notify-limits"}', port);
      expect(age).toBeGreaterThanOrEqual(90);
    }
    expect(await metric('tenantry_job_oldest_age_seconds{queue="make-cabinet"}')).toBe(0);
  });

  it('make the doctor fail when they have been due for long', async () => {
    const { db } = app.platform.database;
    await sql`update jobs.job set start_after = now() - interval '20 minutes'
      where name = 'notify-limits' and data ->> 'tariffId' = 'two'`.execute(db);
    expect((await doctor()).of('Jobs')).toMatchObject({
      verdict: 'failure',
      text: 'some have been due for over 15 minutes: notify-limits 2',
    });
    await sql`delete from jobs.job where name = 'notify-limits'`.execute(db);
    expect((await doctor()).of('Jobs')).toMatchObject({ verdict: 'ok' });
  });
});

describe('a worker that lives', () => {
  it('is reported by readiness, metrics, dashboard and doctor: its end at once, its silence after half a minute', async () => {
    const administrator = await staffMember(app);
    const dashboard = async () =>
      (await app.call('GET', '/api/admin/reports/summary', { token: administrator.token })).body.data.worker;
    // Its answer about the database is at most a second old.
    const expectReady = (worker: boolean) =>
      expect
        .poll(() => app.call('GET', '/readyz'))
        .toMatchObject({ status: 200, body: { status: 'ready', worker } });

    await expectReady(false);
    expect(await dashboard()).toEqual({ is_alive: false, seen_at: null });
    expect(await metric('tenantry_worker_last_seen_timestamp_seconds')).toBeUndefined();
    const none = await doctor();
    expect([none.code, none.of('Worker')]).toEqual([
      1,
      expect.objectContaining({ verdict: 'failure', text: expect.stringContaining('none was ever seen') }),
    ]);

    const worker = await heartbeatOf(roles);
    await expectReady(true);
    expect((await dashboard()).is_alive).toBe(true);
    expect((await doctor()).of('Worker')).toMatchObject({ verdict: 'ok' });
    const seenAt = (await metric('tenantry_worker_last_seen_timestamp_seconds')) ?? 0;
    expect(Math.abs(seenAt - Date.now() / 1000)).toBeLessThan(60);

    await worker.stop();
    await expectReady(false);
    await silenceWorkers(20);
    await expectReady(true);
    await silenceWorkers(40);
    await expectReady(false);
    expect(await dashboard()).toEqual({ is_alive: false, seen_at: expect.any(String) });
    expect(await metric('tenantry_worker_last_seen_timestamp_seconds')).toBeLessThan(seenAt);
    const dead = await doctor();
    expect([dead.code, dead.of('Worker')?.text]).toEqual([1, expect.stringContaining('last seen 2')]);
  });

  it('alone tells the gauges of the database; without one everybody does', async () => {
    await silenceWorkers(40);
    expect(await metric('tenantry_emails{state="queued"}')).toBeDefined();
    const worker = await heartbeatOf(roles);
    expect(await metric('tenantry_emails{state="queued"}')).toBeUndefined();
    expect(await metric('tenantry_jobs{queue="make-cabinet",state="queued"}')).toBeDefined();
    await worker.stop();
  });
});

describe('the cabinet host', () => {
  it('is missed by the doctor once a cabinet needs it', async () => {
    expect((await doctor()).of('Cabinet host')).toMatchObject({ verdict: 'warning' });
    const tariffId = await newTariff(app);
    await subscriber(app, { tariffId, more: { cabinet_status: 'active' } });
    const dead = await doctor();
    expect([dead.code, dead.of('Cabinet host')?.text]).toEqual([
      1,
      expect.stringContaining('1 cabinets need'),
    ]);
    const host = await heartbeatOf(['cabinets']);
    expect((await doctor()).of('Cabinet host')).toMatchObject({ verdict: 'ok' });
    await host.stop();
  });
});

describe('what failed', () => {
  it('fails the doctor: cabinets until somebody repairs them, emails for a day', async () => {
    const { db } = app.platform.database;
    const worker = await heartbeatOf(roles);
    const host = await heartbeatOf(['cabinets']);
    expect((await doctor()).code).toBe(0);
    const client = await subscriber(app, {
      tariffId: await newTariff(app),
      more: { cabinet_status: 'failed' },
    });
    expect(await doctor()).toMatchObject({ code: 1 });
    await db.updateTable('clients').set({ cabinet_status: 'active' }).where('id', '=', client.id).execute();
    expect((await doctor()).code).toBe(0);
    await worker.stop();
    await host.stop();
  });
});

describe('one process', () => {
  it('shows the same figures at PORT and at HEALTH_PORT', async () => {
    await app.call('GET', '/api/offer');
    const series = 'http_request_duration_seconds_count{method="GET",route="/api/offer",status="200"}';
    const atPort = await metric(series);
    expect(atPort).toBeGreaterThan(0);
    expect(await metric(series, healthPort)).toBe(atPort);
  });
});
