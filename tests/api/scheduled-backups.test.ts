import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '#cli/doctor/finding.ts';
import { openPlace } from '#server/backup/open-place.ts';
import { runDueBackup } from '#server/backup/run-backup.ts';
import { unpackTar } from '#server/backup/tar.ts';
import { readConfig } from '#server/kernel/config.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type S3Store, startS3Store } from '#tests/support/backups/s3-store.ts';
import { staffMember } from '#tests/support/people.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

const secretKey = 'a secret for tests that nobody else has to know';
let app: TestApp;
let store: S3Store;
let folder: string;
let identityFile: string;
let recipient: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  app = await startApp({ ROLES: 'web,worker,cabinets' });
  store = await startS3Store();
  folder = await mkdtemp(path.join(tmpdir(), 'tenantry-scheduled-'));
  const identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  identityFile = path.join(folder, 'identity.txt');
  await writeFile(identityFile, `# public key: ${recipient}\n${identity}\n`);
  const cabinets = path.join(app.platform.config.dataDir, 'cabinets');
  const cabinet = new DatabaseSync(path.join(cabinets, 'a-cabinet.sqlite'));
  cabinet.exec('create table goods (name text)');
  cabinet.close();
  await subscriber(app, { tariffId: await newTariff(app), balance: 12_345 });
});
afterAll(async () => {
  await app.close();
  await store.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await app.platform.db.deleteFrom('backup_runs').execute();
  store.objects.clear();
  store.asked.length = 0;
  store.fails = () => false;
});

const place = (name: string) => path.join(folder, name);
/** The variables of a store, and those of the app. */
const toStore = (more: Record<string, string> = {}) => ({
  ...environmentOf(app),
  BACKUP_URL: 's3://backups/tenantry/one',
  AWS_ENDPOINT_URL: store.url,
  AWS_REGION: store.region,
  AWS_ACCESS_KEY_ID: store.accessKeyId,
  AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
  ...more,
});
const toFolder = (name: string, more: Record<string, string> = {}) => ({
  ...environmentOf(app),
  BACKUP_URL: place(name),
  ...more,
});
/** One worker that looks whether a backup is due. */
const look = (environment: Record<string, string>, signal?: AbortSignal) =>
  runDueBackup(
    {
      ...app.platform,
      farHosts: [],
      config: readConfig({ SECRET_KEY: secretKey, ...environment }),
      log: pino({ level: 'silent' }),
    },
    signal && { signal },
  );
function onlyObject(): [string, Buffer] {
  const [object] = store.objects;
  if (!object) throw new Error('the store is empty');
  return object;
}
const runs = () => app.platform.db.selectFrom('backup_runs').selectAll().orderBy('started_at').execute();
async function emptyDatabase(): Promise<string> {
  const database = await freshDatabase();
  databases.push(database);
  return database.url;
}

describe('a scheduled backup', () => {
  it('is taken once when it is due, however many workers look', async () => {
    const environment = toFolder('many', { BACKUP_EVERY: '6h', BACKUP_KEEP: '9h' });
    await Promise.all([look(environment), look(environment), look(environment)]);
    await look(environment);
    expect(await readdir(place('many'))).toEqual([expect.stringMatching(/^tenantry-\d{8}T\d{6}Z\.tar$/)]);
    expect(await runs()).toMatchObject([{ problem: null, name: expect.any(String) }]);

    app.clock.advance(6 * 3600);
    await look(environment);
    expect(await readdir(place('many'))).toHaveLength(2);
  });

  it('is a tar file that nobody else may read, with the manifest first and no key', async () => {
    await look(toFolder('plain'));
    const [name = ''] = await readdir(place('plain'));
    expect((await stat(path.join(place('plain'), name))).mode & 0o077).toBe(0);
    const { stdout, error } = spawnSync('tar', ['-tf', path.join(place('plain'), name)], {
      encoding: 'utf8',
    });
    if (error) return; // a machine without tar
    const files = stdout.trim().split('\n');
    expect(files[0]).toBe('manifest.json');
    expect(files).toContain('database/clients.copy.gz');
    expect(files).toContain('cabinets/a-cabinet.sqlite.gz');
    expect(files.join()).not.toContain('secret.key');
    expect(await readdir(app.platform.config.backupDir)).toEqual([]);
  });

  it('removes what the rule no longer keeps, and nothing that is not its own', async () => {
    const environment = toFolder('ruled', { BACKUP_KEEP: '2d' });
    for (let day = 0; day < 4; day += 1) {
      await look(environment);
      if (day === 0) await writeFile(path.join(place('ruled'), 'mine.txt'), '');
      app.clock.advance(24 * 3600);
    }
    const names = await readdir(place('ruled'));
    expect(names).toHaveLength(3);
    expect(names).toContain('mine.txt');
    expect(await runs()).toHaveLength(4);
  });

  it('that fails says why in panel, doctor and metrics, and is tried again after an hour', async () => {
    await writeFile(place('a file'), '');
    const environment = toFolder('a file');
    await look(environment);
    await look(environment);
    expect(await runs()).toMatchObject([{ name: null, problem: expect.stringContaining('a file') }]);
    app.clock.advance(3600);
    await look(environment);
    expect(await runs()).toHaveLength(2);

    const { json } = await cli(['doctor', '--json'], environment, app.clock);
    const found = json<{ findings: Finding[] }>().findings.find(({ subject }) => subject === 'Backups');
    expect(found).toMatchObject({ verdict: 'failure', text: expect.stringContaining('a file') });
    const answer = await app.call('GET', '/metrics');
    expect(answer.body).not.toContain('task="backup"');
  });

  it('is left out by a process that has not the files of the cabinets', async () => {
    const environment = { ...toFolder('elsewhere'), DATA_DIR: place('no cabinets'), ROLES: 'worker' };
    await look(environment);
    expect(await runs()).toEqual([]);
    const { code, err } = await cli(['backup', 'run'], environment, app.clock);
    expect([code, err]).toEqual([1, expect.stringContaining('the roles cabinets and worker')]);
  });

  it('that is cut off by the end of its process counts as none', async () => {
    await look(toFolder('stopped'), AbortSignal.abort());
    expect(await runs()).toEqual([]);
  });

  it('is in the metrics with its time', async () => {
    await look(toFolder('measured'));
    const [run] = await runs();
    const { body } = await app.call('GET', '/metrics');
    const seconds = (run?.finished_at?.getTime() ?? 0) / 1000;
    expect(body).toContain(`tenantry_last_success_timestamp_seconds{task="backup"} ${seconds}`);
    expect(body).toContain('tenantry_backups_scheduled 1');
    const { json } = await cli(['doctor', '--json'], toFolder('measured'), app.clock);
    const findings = json<{ findings: Finding[] }>().findings;
    expect(findings).toContainEqual(expect.objectContaining({ subject: 'Backups', verdict: 'ok' }));
  });
});

describe('the panel', () => {
  it('warns when a whole backup was missed', async () => {
    const environment = { BACKUP_URL: place('panel'), BACKUP_EVERY: '6h', ROLES: 'web' };
    const panel = await startApp(environment);
    try {
      // A new sign-in each time, because sessions end when nothing happens.
      const backup = async () =>
        (await panel.call('GET', '/api/admin/reports/summary', { token: (await staffMember(panel)).token }))
          .body.data.backup;
      expect(await backup()).toEqual({ is_late: false, good_at: null });
      const id = '0198c000-0000-7000-8000-000000000001';
      const started_at = panel.clock.now();
      await panel.platform.db
        .insertInto('backup_runs')
        .values({ id, started_at, finished_at: started_at, name: 'one', bytes: 1, problem: null })
        .execute();
      expect(await backup()).toEqual({ is_late: false, good_at: started_at.toISOString() });
      panel.clock.advance(13 * 3600);
      expect(await backup()).toEqual({ is_late: true, good_at: started_at.toISOString() });
    } finally {
      await panel.close();
    }
    const { token } = await staffMember(app);
    const { body } = await app.call('GET', '/api/admin/reports/summary', { token });
    expect(body.data.backup).toBeNull();
  });
});

describe('a store that speaks S3', () => {
  it('gets signed parts, lists page by page, and forgets what the rule does not keep', async () => {
    const environment = toStore({ BACKUP_KEEP: '3d' });
    store.objects.set('tenantry/one/mine.txt', Buffer.from('mine'));
    store.objects.set('other/tenantry-20200101T000000Z.tar', Buffer.from('of somebody else'));
    for (let day = 0; day < 5; day += 1) {
      await look(environment);
      app.clock.advance(24 * 3600);
    }
    expect((await runs()).map(({ problem }) => problem)).toEqual([null, null, null, null, null]);
    const own = [...store.objects.keys()].filter((key) => key.endsWith('.tar'));
    expect(own.filter((key) => key.startsWith('tenantry/one/tenantry-'))).toHaveLength(3);
    expect(store.objects.has('tenantry/one/mine.txt')).toBe(true);
    expect(store.objects.has('other/tenantry-20200101T000000Z.tar')).toBe(true);
    const { json } = await cli(['backup', 'list', '--json'], environment, app.clock);
    expect(json<{ backups: unknown[] }>().backups).toHaveLength(3);
  });

  it('takes what has more than one part', async () => {
    const { backups } = readConfig({ SECRET_KEY: secretKey, ...toStore() });
    if (!backups) throw new Error('no backups');
    const stored = openPlace(backups.target);
    const content = Buffer.alloc(40 * 2 ** 20, 'x');
    await stored.write(
      'large',
      (async function* () {
        for (let from = 0; from < content.length; from += 1_000_003)
          yield content.subarray(from, from + 1_000_003);
      })(),
      {},
    );
    expect(store.objects.get('tenantry/one/large')?.equals(content)).toBe(true);
    expect(store.asked.filter((one) => one.includes('partNumber'))).toHaveLength(3);
  });

  it('that fails in the middle keeps no half of a backup, and the reason is kept', async () => {
    store.fails = (method) => method === 'PUT';
    await look(toStore());
    expect(await runs()).toMatchObject([{ name: null, problem: expect.stringContaining('503') }]);
    expect([...store.uploads.keys(), ...store.objects.keys()]).toEqual([]);
  });

  it.each([
    ['another key', { AWS_SECRET_ACCESS_KEY: 'another' }, '403'],
    ['a bucket that is not there', { BACKUP_URL: 's3://none' }, '404'],
    ['nobody at the address', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }, 'http://127.0.0.1:9'],
  ])('refuses %s in words', async (_, wrong, said) => {
    const { code, err } = await cli(['backup', 'run'], toStore(wrong), app.clock);
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
    expect(err).not.toContain(store.secretAccessKey);
  });
});

describe('the drill', () => {
  const encryptedStore = () => toStore({ BACKUP_RECIPIENT: recipient, SECRET_KEY: secretKey });

  it('restores the newest encrypted backup elsewhere and proves ledger and audit log', async () => {
    const environment = encryptedStore();
    expect((await cli(['backup', 'run'], environment, app.clock)).code).toBe(0);
    const [key, content] = onlyObject();
    expect(key).toMatch(/\.tar\.age$/);
    expect(content.toString('latin1', 0, 21)).toBe('age-encryption.org/v1');

    const words = [
      'backup',
      'verify',
      '--json',
      '--identity',
      identityFile,
      '--database',
      await emptyDatabase(),
    ];
    const { code, json } = await cli(words, environment, app.clock);
    expect([code, json()]).toEqual([
      0,
      expect.objectContaining({ ok: true, wrong: [], audit: null, cabinets: 1 }),
    ]);
  });

  it('finds a wallet that disagreed when the backup was taken', async () => {
    const { db } = app.platform;
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await tx.updateTable('clients').set({ balance: 1 }).where('balance', '=', 12_345).execute();
    });
    const environment = toFolder('wrong');
    await look(environment);
    const words = ['backup', 'verify', '--database', await emptyDatabase()];
    const { code, out } = await cli(words, environment, app.clock);
    expect([code, out]).toEqual([1, expect.stringContaining('wallets disagree')]);
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await tx.updateTable('clients').set({ balance: 12_345 }).where('balance', '=', 1).execute();
    });
  });

  it('fetches one by name, from which restore makes an installation', async () => {
    const environment = encryptedStore();
    await cli(['backup', 'run'], environment, app.clock);
    const [name = ''] = [...store.objects.keys()].map((key) => path.posix.basename(key));
    const words = ['backup', 'fetch', place('fetched'), '--name', name, '--identity', identityFile];
    expect((await cli(words, environment, app.clock)).code).toBe(0);
    const restored = { ...environment, DATA_DIR: place('restored'), DATABASE_URL: await emptyDatabase() };
    expect(await cli(['restore', place('fetched')], restored)).toMatchObject({ code: 0 });
    expect((await cli(['ledger', 'check'], restored)).code).toBe(0);
  });

  it('needs the right key, and finds an archive that was changed or cut', async () => {
    const environment = encryptedStore();
    await cli(['backup', 'run'], environment, app.clock);
    const fetch = async (target: string, ...more: string[]) => {
      const { code, err } = await cli(['backup', 'fetch', place(target), ...more], environment, app.clock);
      return [code, err, await readdir(place(target)).catch(() => [])];
    };
    expect(await fetch('keyless')).toEqual([1, expect.stringContaining('--identity FILE'), []]);
    const other = place('other.txt');
    await writeFile(other, await generateX25519Identity());
    expect(await fetch('other', '--identity', other)).toEqual([
      1,
      expect.stringContaining('another key'),
      [],
    ]);
    await writeFile(other, 'nothing');
    expect(await fetch('nothing', '--identity', other)).toEqual([
      1,
      expect.stringContaining('no secret key'),
      [],
    ]);
    const [key, content] = onlyObject();
    store.objects.set(key, content.subarray(0, content.length - 10));
    expect(await fetch('cut', '--identity', identityFile)).toEqual([
      1,
      expect.stringContaining('damaged'),
      [],
    ]);
    const changed = Buffer.from(content);
    changed[content.length - 1000] = (changed[content.length - 1000] ?? 0) ^ 1;
    store.objects.set(key, changed);
    expect(await fetch('changed', '--identity', identityFile)).toEqual([
      1,
      expect.stringContaining('damaged'),
      [],
    ]);
    store.objects.clear();
    expect(await fetch('none', '--identity', identityFile)).toEqual([
      1,
      expect.stringContaining('no backup'),
      [],
    ]);
  });

  it('unpacks nothing outside its folder', async () => {
    await look(toFolder('escaping'));
    const [name = ''] = await readdir(place('escaping'));
    const archive = await readFile(path.join(place('escaping'), name));
    archive.write('../escaped.json', 0);
    await mkdir(place('jail'));
    await expect(
      unpackTar(
        (async function* () {
          yield archive;
        })(),
        place('jail'),
      ),
    ).rejects.toThrow('damaged');
    expect(await readdir(place('jail'))).toEqual([]);
  });
});

describe('the configuration of backups', () => {
  it.each([
    ['BACKUP_URL', 'ftp://backups.example'],
    ['BACKUP_URL', 's3://'],
    ['BACKUP_EVERY', '1m'],
    ['BACKUP_EVERY', 'daily'],
    ['BACKUP_RECIPIENT', 'somebody'],
    ['BACKUP_KEEP', '0d'],
    ['BACKUP_KEEP', '7 days'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: "${value}" is not accepted`);
  });

  it('needs the keys of a store, and a real public key before the first backup', async () => {
    expect(() => readConfig({ BACKUP_URL: 's3://backups' })).toThrow(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
    const wrong = `age1${'q'.repeat(58)}`;
    await expect(startApp({ BACKUP_URL: place('never'), BACKUP_RECIPIENT: wrong })).rejects.toThrow(
      'is not a public key',
    );
  });

  it('takes a folder by its address', () => {
    const { backups } = readConfig({ BACKUP_URL: 'file:///mnt/backups' });
    expect(backups?.target).toEqual({ kind: 'folder', folder: '/mnt/backups' });
  });
});
