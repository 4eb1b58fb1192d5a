import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CabinetHost } from '#contract/cabinets/cabinet-host.ts';
import type { AlarmKind } from '#contract/accounts/alarm.ts';
import { lookForAlarms } from '#server/alarm-watch/look-for-alarms.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** The hosts of cabinets in the panel, from rows alone: no host runs here (decision 226). */
const names = ['a', 'b', 'c', 'd', 'e'] as const;
type Name = (typeof names)[number];
let app: TestApp;
let tariffId: string;
beforeAll(async () => {
  app = await startApp({
    ROLES: 'web',
    CABINET_HOSTS: names.map((name, index) => `${name}=http://127.0.0.1:${index + 1}`).join(','),
    CABINET_HOST_ROOM: '2',
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a-token-for-metrics-in-tests',
  });
  tariffId = await newTariff(app, { month: 0 });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from process_heartbeats where cabinet_host is not null`.execute(db());
  await sql`delete from cabinet_hosts`.execute(db());
  await sql`delete from cabinets`.execute(db());
  await sql`delete from alarms`.execute(db());
});

const db = () => app.platform.database.db;

/** A host that reported so long ago. */
async function heard(name: Name, { secondsAgo = 0, freeBytes = 50e9 } = {}): Promise<void> {
  await sql`delete from process_heartbeats where cabinet_host = ${name}`.execute(db());
  await sql`
    insert into process_heartbeats (id, roles, started_at, seen_at, cabinet_host, free_bytes)
    values (${randomUUID()}, '{cabinets}', now() - interval '1 day', now() - make_interval(secs => ${secondsAgo}),
      ${name}, ${freeBytes})`.execute(db());
}

async function cabinetOn(host: Name, movesTo?: Name): Promise<void> {
  const { id } = await subscriber(app, { tariffId, endsIn: 20 });
  await db()
    .insertInto('cabinets')
    .values({
      client_id: id,
      driver: 'embedded',
      secret_sealed: '',
      reference: id,
      started_at: app.clock.now(),
      host,
      ...(movesTo && { second_host: movesTo, task: 'move' as const }),
    })
    .execute();
}

async function seen(): Promise<Record<string, CabinetHost>> {
  const { token } = await staffMember(app, { permissions: ['settings.read'] });
  const { status, body } = await app.call('GET', '/api/admin/cabinets/hosts', { token });
  expect([status, body.data.driver]).toEqual([200, 'embedded']);
  return Object.fromEntries(body.data.hosts.map((host: CabinetHost) => [host.name, host]));
}

describe('the hosts of cabinets', () => {
  it('are shown with what they hold and whether they answer', async () => {
    await heard('a');
    await heard('b', { freeBytes: 5e8 });
    await heard('c');
    await heard('d', { secondsAgo: 31 });
    const since = app.clock.now();
    await sql`insert into cabinet_hosts (name, draining_since) values ('c', ${since})`.execute(db());
    await cabinetOn('c', 'a');
    await cabinetOn('d');
    const hosts = await seen();
    expect(hosts).toMatchObject({
      a: { state: 'open', cabinets: 1, room: 2, moving: 0, free_bytes: 50e9, draining_since: null },
      b: { state: 'full', cabinets: 0 },
      c: { state: 'draining', cabinets: 1, moving: 1, draining_since: since.toISOString() },
      d: { state: 'away', cabinets: 1 },
      e: { state: 'away', cabinets: 0, seen_at: null, free_bytes: null },
    });
    expect(hosts['d']?.seen_at).toMatch(/^20/);
  });

  it('are full with as many cabinets as they have room for', async () => {
    await heard('a');
    await cabinetOn('a');
    expect((await seen())['a']?.state).toBe('open');
    await cabinetOn('a');
    expect((await seen())['a']?.state).toBe('full');
  });

  it('are for those who see the settings', async () => {
    const { token } = await staffMember(app, { permissions: ['clients.write'] });
    expect((await app.call('GET', '/api/admin/cabinets/hosts', { token })).status).toBe(403);
    const reader = await staffMember(app, { permissions: ['settings.read', 'read_only'] });
    expect((await app.call('GET', '/api/admin/cabinets/hosts', { token: reader.token })).status).toBe(200);
  });

  it('are none where there is a single one', async () => {
    const single = await startApp({ ROLES: 'web' });
    try {
      const { token } = await staffMember(single);
      const { body } = await single.call('GET', '/api/admin/cabinets/hosts', { token });
      expect(body.data).toEqual({ driver: 'embedded', hosts: [] });
      await lookForAlarms(single.platform, single.clock.now());
      const { body: alarms } = await single.call('GET', '/api/admin/alarms', { token });
      expect(alarms.data.raised).toEqual([]);
    } finally {
      await single.close();
    }
  });
});

describe('an alarm about a host', () => {
  const kinds: readonly AlarmKind[] = ['cabinet_host_away', 'cabinet_host_full'];

  async function raised(): Promise<unknown[]> {
    await lookForAlarms(app.platform, app.clock.now());
    const { token } = await staffMember(app, { permissions: ['settings.read'] });
    const { body } = await app.call('GET', '/api/admin/alarms', { token });
    return body.data.raised
      .filter(({ kind }: { kind: AlarmKind }) => kinds.includes(kind))
      .map(({ kind, names: of }: { kind: AlarmKind; names: string[] }) => [kind, of]);
  }

  it('is raised when it is away for three minutes and has cabinets, and closed when it is back', async () => {
    await heard('a', { secondsAgo: 60 });
    await heard('b', { secondsAgo: 600 });
    await cabinetOn('a');
    expect(await raised()).toEqual([]);
    await heard('a', { secondsAgo: 181 });
    expect(await raised()).toEqual([['cabinet_host_away', ['a']]]);
    // One that has never reported is missed as much.
    await cabinetOn('e');
    expect(await raised()).toEqual([['cabinet_host_away', ['a', 'e']]]);
    await heard('a');
    await heard('e');
    expect(await raised()).toEqual([]);
  });

  it('is raised when it takes no more', async () => {
    await heard('a');
    await heard('b', { freeBytes: 5e8 });
    await cabinetOn('a');
    expect(await raised()).toEqual([['cabinet_host_full', ['b']]]);
    await cabinetOn('a');
    expect(await raised()).toEqual([['cabinet_host_full', ['b', 'a']]]);
    await sql`insert into cabinet_hosts (name, draining_since) values ('a', now())`.execute(db());
    expect(await raised()).toEqual([['cabinet_host_full', ['b']]]);
  });

  it('is not for those who do not see the settings', async () => {
    await heard('b', { freeBytes: 5e8 });
    await raised();
    const { token } = await staffMember(app, { permissions: ['clients.write'] });
    const { body } = await app.call('GET', '/api/admin/alarms', { token });
    expect(body.data.raised).toEqual([]);
  });
});
