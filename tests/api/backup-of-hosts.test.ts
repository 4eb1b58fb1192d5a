import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BackupManifest, cabinetsOf } from '#server/backup/backup-manifest.ts';
import { readBackupState } from '#server/backup/backup-state.ts';
import { runDueBackup } from '#server/backup/run-backup.ts';
import { lackOf } from '#server/backup/copies-of-hosts.ts';
import { takeBackup } from '#server/backup/take-backup.ts';
import { farHosts } from '#server/cabinets/hosts/far-hosts.ts';
import { moveCabinet } from '#server/cabinets/hosts/move-cabinet.ts';
import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import { startCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { readConfig } from '#server/kernel/config.ts';
import type { TestApp } from '#tests/support/app.ts';
import { type RunningHost, startHosts } from '#tests/support/cabinets/cabinet-hosts.ts';
import { visit } from '#tests/support/cabinets/visit.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import { clientRow, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** One backup of a database and of all cabinet hosts (decision 244). */
const names = ['a', 'b'] as const;
let app: TestApp;
let hosts: Record<string, RunningHost>;
let folder: string;
/** Two on each host; the last one is suspended. */
let cabinets: { id: string; domain: string; host: string }[];
let scratch: TestDatabase;

beforeAll(async () => {
  ({ app, hosts } = await startHosts(names));
  folder = await mkdtemp(path.join(tmpdir(), 'tenantry-hosts-'));
  scratch = await freshDatabase();
  const tariffId = await newTariff(app, { month: 0 });
  cabinets = [];
  for (let number = 0; number < 4; number += 1) cabinets.push(await opened(tariffId));
  const closed = ofLast();
  await db().updateTable('clients').set({ status: 'blocked' }).where('id', '=', closed.id).execute();
  await runTasks(app.platform, closed.id);
});
afterAll(async () => {
  await app.close();
  await scratch.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const name of names) await at(name).start();
  await db().deleteFrom('backup_runs').execute();
});

const db = () => app.platform.database.db;
const at = (name: string): RunningHost => hosts[name] ?? expect.fail(`no host ${name}`);
const place = (name: string) => path.join(folder, name);
const ofLast = () => cabinets.at(-1) ?? expect.fail('no cabinet');
const of = (host: string) => cabinets.filter((one) => one.host === host);
const idsOf = (host: string) =>
  of(host)
    .map(({ id }) => id)
    .sort();

/** A cabinet with one good in it, named after its client. */
async function opened(tariffId: string) {
  const { id } = await subscriber(app, { tariffId, status: 'active', endsIn: 20 });
  await db()
    .transaction()
    .execute((tx) => startCabinet(app.platform, tx, id, app.clock.now()));
  await runTasks(app.platform, id);
  const { host } = await hostOf(id);
  if (host === null) return expect.fail('no host');
  const cabinet = new DatabaseSync(at(host).fileOf(id));
  const insert = cabinet.prepare(
    'INSERT INTO goods (id, name, price, quantity, created_at) VALUES (?, ?, 1, 1, 1)',
  );
  insert.run('1', id);
  cabinet.close();
  return { id, domain: (await clientRow(app, id)).domain ?? expect.fail('no domain'), host };
}

const hostOf = (id: string) =>
  db().selectFrom('cabinets').select('host').where('client_id', '=', id).executeTakeFirstOrThrow();

function goodsAt(host: string, id: string): unknown[] {
  const cabinet = new DatabaseSync(at(host).fileOf(id), { readOnly: true });
  const goods = cabinet.prepare('SELECT name FROM goods').all();
  cabinet.close();
  return goods;
}

/** The disk of a host is replaced by an empty one. */
async function lose(name: string): Promise<void> {
  await at(name).stop();
  await rm(path.dirname(at(name).fileOf('any')), { recursive: true });
  await at(name).start();
}

const environment = (more: Record<string, string> = {}) => ({
  ...environmentOf(app),
  ROLES: 'web',
  CABINET_HOSTS: app.platform.config.cabinets.hosts.map(({ name, url }) => `${name}=${url}`).join(','),
  TRUST_PROXY: '127.0.0.1',
  METRICS_TOKEN: 'a-token-for-metrics-in-tests',
  ...more,
});
const command = (words: string[], more?: Record<string, string>) => cli(words, environment(more), app.clock);
const restored = (host: string, ids: readonly string[]) => ids.map((client) => ({ client, host }));
const byClient = (a: { client: string }, b: { client: string }) => (a.client < b.client ? -1 : 1);

/** One worker that looks whether a backup is due. */
const look = () =>
  runDueBackup({
    ...app.platform,
    farHosts: farHosts(app.platform),
    config: readConfig(environment({ BACKUP_URL: place('scheduled') })),
    log: pino({ level: 'silent' }),
  });
const runs = () => db().selectFrom('backup_runs').selectAll().orderBy('started_at').execute();

describe('a backup of an installation with several cabinet hosts', () => {
  it('has the cabinets of all of them, each with its data', async () => {
    expect(idsOf('a').length).toBe(2);
    expect(idsOf('b').length).toBe(2);
    const { code, json } = await command(['backup', place('whole'), '--json']);
    expect(code).toBe(0);
    expect(json()).toMatchObject({ ok: true, cabinets: 4, lacks: null });
    const manifest = JSON.parse(await readFile(path.join(place('whole'), 'manifest.json'), 'utf8'));
    const copies = (manifest as BackupManifest).other_hosts ?? []; // just written
    expect(copies.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(copies.map((host) => host.cabinets.map((file) => path.basename(file.path, '.sqlite.gz')))).toEqual(
      [idsOf('a'), idsOf('b')],
    );
    expect((await command(['restore', place('whole'), '--check'])).code).toBe(0);
  });

  it('that is scheduled is whole, wherever it is taken', async () => {
    await look();
    expect(await runs()).toMatchObject([{ problem: null, name: expect.any(String) }]);
    const { code, json } = await command(['backup', 'fetch', place('fetched'), '--json'], {
      BACKUP_URL: place('scheduled'),
    });
    expect([code, json()]).toEqual([0, expect.objectContaining({ cabinets: 4, lacks: null })]);
  });

  it('is taken without a host that is away, says so, and is tried again after an hour', async () => {
    await at('b').stop();
    await look();
    const problem = expect.stringMatching(/cabinets are missing in it.* b \(/);
    expect(await runs()).toMatchObject([{ problem, name: expect.any(String) }]);
    const state = await readBackupState(db(), 24 * 3_600_000, app.clock.now());
    expect(state).toMatchObject({ goodAt: null, problem });
    const now = await command(['backup', place('half'), '--json']);
    expect([now.code, now.json()]).toEqual([1, expect.objectContaining({ cabinets: 2, lacks: problem })]);

    await at('b').start();
    await look();
    expect(await runs()).toHaveLength(1);
    app.clock.advance(3600);
    await look();
    expect((await runs()).at(-1)).toMatchObject({ problem: null });
  });
});

describe('a backup beside a drain', () => {
  /** Takes a backup; before a host is asked what it has, something happens there. */
  const taken = async (name: string, before: (host: string) => Promise<void>) => {
    const hosts = farHosts(app.platform).map((host) => ({
      ...host,
      async *cabinets() {
        await before(host.name);
        yield* host.cabinets();
      },
    }));
    const options = { config: readConfig(environment()), database: app.platform.database };
    return takeBackup(place(name), {
      ...options,
      farHosts: hosts,
      secretKey: undefined,
      now: app.clock.now(),
      progress: () => undefined,
    });
  };
  const move = async (id: string, to: string) => {
    expect(await moveCabinet(app.platform, id, to)).toBe('moving');
    await runTasks(app.platform, id);
    expect(await hostOf(id)).toEqual({ host: to });
  };

  it('has the cabinet that moved to a host that had been asked already', async () => {
    const { id } = of('b')[0] ?? ofLast();
    const manifest = await taken('drained', async (host) => {
      if (host === 'b') await move(id, 'a');
    });
    const files = cabinetsOf(manifest).map((file) => file.path);
    expect(files).toHaveLength(4);
    expect(files).toContain(`cabinets/a/${id}.sqlite.gz`);
    expect(lackOf(manifest)).toBeNull();
    await move(id, 'b');
  });

  it('names the cabinet that no host has', async () => {
    const { id } = of('b')[0] ?? ofLast();
    const file = at('b').fileOf(id);
    const manifest = await taken('lost', async (host) => {
      if (host === 'b') await rename(file, `${file}.gone`);
    });
    await rename(`${file}.gone`, file);
    expect(cabinetsOf(manifest)).toHaveLength(3);
    expect(manifest.missing).toEqual([{ host: 'b', reason: `not there: ${id}` }]);
    expect(lackOf(manifest)).toContain(id);
  });
});

describe('a host that has lost its disk', () => {
  it('gets its cabinets back from the backup, open or closed as they were', async () => {
    await lose('b');
    expect(of('b').map(({ id }) => at('b').has(id))).toEqual([false, false]);
    const { code, json } = await command(['hosts', 'restore', place('whole'), '--json']);
    expect(code).toBe(0);
    const { restored: back, ...rest } = json() as { restored: { client: string; host: string }[] };
    expect(back.toSorted(byClient)).toEqual(restored('b', idsOf('b')));
    expect(rest).toMatchObject({ there: 2, failed: [] });
    for (const { id, domain } of of('b')) {
      expect(goodsAt('b', id)).toEqual([{ name: id }]);
      expect((await visit(at('b'), domain)).status).toBe(id === ofLast().id ? 503 : 200);
    }
    const again = await command(['hosts', 'restore', place('whole'), '--json']);
    expect(again.json()).toMatchObject({ restored: [], there: 4, failed: [] });
  });

  it('gets one back that was being moved when the backup was taken', async () => {
    const { id } = of('b')[0] ?? ofLast();
    await lose('b');
    const during = (task: 'move' | null, second_host: string | null) =>
      db().updateTable('cabinets').set({ task, second_host }).where('client_id', '=', id).execute();
    await during('move', 'a');
    const { json } = await command(['hosts', 'restore', place('whole'), '--json']);
    expect(json()).toMatchObject({ restored: expect.arrayContaining(restored('b', [id])), failed: [] });
    expect(goodsAt('b', id)).toEqual([{ name: id }]);
    await during(null, null);
  });

  it('keeps what lives, however old the backup is', async () => {
    const { id } = of('a')[0] ?? ofLast();
    const name = (to: string) => {
      const cabinet = new DatabaseSync(at('a').fileOf(id));
      cabinet.prepare('UPDATE goods SET name = ?').run(to);
      cabinet.close();
    };
    name('newer');
    await command(['hosts', 'restore', place('whole')]);
    expect(goodsAt('a', id)).toEqual([{ name: 'newer' }]);
    name(id);
  });

  it('and does not answer waits for its cabinets', async () => {
    await at('b').stop();
    const { code, json } = await command(['hosts', 'restore', place('whole'), '--json']);
    expect([code, json()]).toEqual([
      1,
      expect.objectContaining({
        restored: [],
        failed: expect.arrayContaining(
          idsOf('b').map((client) => ({ client, reason: 'host b does not answer' })),
        ),
      }),
    ]);
  });
});

it('the whole installation is restored on empty machines', async () => {
  const empty = { DATABASE_URL: scratch.url, DATA_DIR: place('empty'), BACKUP_DIR: place('empty-backups') };
  for (const name of names) await lose(name);
  const { code, out } = await command(['restore', place('whole')], empty);
  expect([code, out]).toEqual([0, expect.stringContaining('hosts restore')]);
  const given = await command(['hosts', 'restore', place('whole'), '--json'], empty);
  expect(given.json()).toMatchObject({ ok: true, there: 0, failed: [] });
  for (const { id, host } of cabinets) expect(goodsAt(host, id)).toEqual([{ name: id }]);
});

it('the cabinets of a host that is gone go where there is room', async () => {
  await lose('b');
  const [first] = app.platform.config.cabinets.hosts;
  const { code, json } = await command(['hosts', 'restore', place('whole'), '--json'], {
    CABINET_HOSTS: `${first?.name}=${first?.url}`,
  });
  expect(code).toBe(0);
  const { restored: back } = json() as { restored: { client: string; host: string }[] };
  expect(back.toSorted(byClient)).toEqual(restored('a', idsOf('b')));
  for (const { id, domain } of of('b')) {
    expect(await hostOf(id)).toEqual({ host: 'a' });
    expect(goodsAt('a', id)).toEqual([{ name: id }]);
    expect((await visit(at('a'), domain)).status).toBe(id === ofLast().id ? 503 : 200);
  }
});
