import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupManifest } from '#server/backup/backup-manifest.ts';
import type { Finding } from '#cli/doctor/finding.ts';
import { connectDatabase } from '#server/postgres/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { cli, environmentOf, startCli } from '#tests/support/processes/cli.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { payTopUps } from '#tests/support/money/payments.ts';
import { staffMember } from '#tests/support/people.ts';
import { startProcess } from '#tests/support/processes/process.ts';
import { clientRow, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let folder: string;
let clientId: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  folder = await mkdtemp(path.join(tmpdir(), 'tenantry-backup-'));
  const tariffId = await newTariff(app);
  ({ id: clientId } = await subscriber(app, { tariffId, balance: 12_345 }));
  await app.platform.database.db
    .updateTable('clients')
    .set({ name: 'Їжак\tта \\ "Ґедзь"\n', vat_number: '\\N' })
    .where('id', '=', clientId)
    .execute();
  await staffMember(app);
});
afterAll(async () => {
  await app.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const place = (name: string) => path.join(folder, name);
const back = (...words: string[]) => cli(words, environmentOf(app), app.clock);

/** The environment of an empty place to restore to. */
async function emptyPlace(name: string): Promise<Record<string, string>> {
  const database = await freshDatabase();
  databases.push(database);
  return { ...environmentOf(app), DATA_DIR: place(name), DATABASE_URL: database.url };
}

describe('a backup', () => {
  it('has every row and every cabinet, no key, and nobody else may read it', async () => {
    const cabinets = path.join(app.platform.config.dataDir, 'cabinets');
    await mkdir(cabinets, { recursive: true });
    const cabinet = new DatabaseSync(path.join(cabinets, `${clientId}.sqlite`));
    cabinet.exec(
      "pragma journal_mode = wal; create table goods (name text); insert into goods values ('one')",
    );

    const { code, json } = await back('backup', place('whole'), '--json');
    cabinet.close();
    expect(code).toBe(0);
    expect(json()).toMatchObject({ ok: true, cabinets: 1, secret_key: false });
    expect((await stat(place('whole'))).mode & 0o077).toBe(0);
    expect(await readdir(place('whole'))).toEqual(['cabinets', 'database', 'manifest.json']);
    expect(existsSync(place('whole.unfinished'))).toBe(false);
  });

  it('takes no folder that has something in it', async () => {
    await mkdir(place('taken'));
    await writeFile(path.join(place('taken'), 'a file'), '');
    const { code, err } = await back('backup', place('taken'));
    expect([code, err]).toEqual([1, expect.stringContaining('is not empty')]);
    expect(await readdir(place('taken'))).toEqual(['a file']);
  });

  it('is of one moment, however much is written meanwhile', async () => {
    let isOver = false;
    const writing = (async () => {
      while (!isOver) await giveMore(clientId);
    })();
    const { code } = await back('backup', place('busy'));
    isOver = true;
    await writing;
    expect(code).toBe(0);
    const restored = await emptyPlace('from-busy');
    expect((await cli(['restore', place('busy')], restored)).code).toBe(0);
    // Every line is in the balance, and nothing else.
    expect((await cli(['ledger', 'check', '--json'], restored)).json()).toMatchObject({ ok: true });
  });
});

describe('a restore', () => {
  it('makes the same installation elsewhere', async () => {
    const environment = await emptyPlace('elsewhere');
    const { code, out } = await cli(['restore', place('whole')], environment);
    expect(code).toBe(0);
    expect(out).toContain('Now start the server');

    const log = pino({ level: 'silent' });
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment;
    const database = await connectDatabase({ databaseUrl, dataDir, log });
    try {
      const { db } = database;
      const manifest = JSON.parse(
        await readFile(path.join(place('whole'), 'manifest.json'), 'utf8'),
      ) as BackupManifest; // just written
      for (const { name, rows } of manifest.tables) {
        const { rows: counted } = await sql<{
          count: number;
        }>`select count(*)::int from ${sql.table(name)}`.execute(db);
        expect([name, counted[0]?.count]).toEqual([name, rows]);
      }
      const client = await db.selectFrom('clients').selectAll().where('id', '=', clientId).executeTakeFirst();
      expect(client).toMatchObject({ name: 'Їжак\tта \\ "Ґедзь"\n', vat_number: '\\N', balance: 12_345 });
      expect(await shapeOf(db)).toEqual(await shapeOf(app.platform.database.db));
      // Triggers are on again, and references are enforced.
      await expect(db.updateTable('ledger_entries').set({ amount: 1 }).execute()).rejects.toThrow();
      await expect(db.deleteFrom('tariffs').execute()).rejects.toThrow(/foreign key/);
      const { rows: next } = await sql<{ ahead: boolean }>`
        select nextval(pg_get_serial_sequence('ledger_entries', 'position'))
          > (select coalesce(max(position), 0) from ledger_entries) as ahead`.execute(db);
      expect(next[0]?.ahead).toBe(true);
    } finally {
      await database.close();
    }
    const cabinet = new DatabaseSync(path.join(dataDir, 'cabinets', `${clientId}.sqlite`), {
      readOnly: true,
    });
    expect(cabinet.prepare('select name from goods').all()).toEqual([{ name: 'one' }]);
    cabinet.close();
  });

  it('goes nowhere that is not empty', async () => {
    const environment = await emptyPlace('used');
    await mkdir(place('used'));
    await writeFile(path.join(place('used'), 'a file'), '');
    const folderUsed = await cli(['restore', place('whole')], environment);
    expect([folderUsed.code, folderUsed.err]).toEqual([1, expect.stringContaining('is not empty')]);

    const databaseUsed = await cli(['restore', place('whole')], {
      ...environmentOf(app),
      DATA_DIR: place('fresh'),
    });
    expect([databaseUsed.code, databaseUsed.err]).toEqual([
      1,
      expect.stringContaining('the database is not empty'),
    ]);
    expect(await readdir(place('fresh'))).toEqual([]);
  });

  it('finds a file that was changed, and makes nothing of it', async () => {
    await back('backup', place('damaged'));
    await appendFile(path.join(place('damaged'), 'database', 'clients.copy.gz'), 'x');
    const environment = await emptyPlace('nothing');
    for (const words of [
      ['restore', place('damaged')],
      ['restore', '--check', place('damaged')],
    ]) {
      const { code, err } = await cli(words, environment);
      expect([code, err]).toEqual([
        1,
        expect.stringContaining('"database/clients.copy.gz" is not as it was written'),
      ]);
    }
    expect(existsSync(place('nothing'))).toBe(false);
    expect((await cli(['restore', '--check', place('whole')], environment)).out).toContain(
      'The backup is whole.',
    );
    expect((await cli(['restore', place('nowhere')], environment)).err).toContain('it has no manifest.json');
  });

  it('wants the key with which the database was used', async () => {
    const environment = {
      ...(await emptyPlace('keyless')),
      SECRET_KEY: 'a key of somebody else, who has no business',
    };
    const kept = await back('backup', place('with'), '--with-key', '--json');
    expect(kept.json()).toMatchObject({ secret_key: true });
    expect(await readdir(place('with'))).toContain('secret.key.gz');
    const { code, err } = await cli(['restore', place('with')], environment);
    expect([code, err]).toEqual([1, expect.stringContaining('SECRET_KEY is not the key of the backup')]);

    const unasked = await cli(['restore', place('whole')], { DATA_DIR: place('keyless') });
    expect([unasked.code, unasked.err]).toEqual([1, expect.stringContaining('taken without its secret key')]);
    expect(unasked.err).toContain('--key-file');
    const noFile = ['restore', place('whole'), '--key-file', place('nowhere')];
    expect((await cli(noFile, { DATA_DIR: place('keyless') })).err).toContain('holds no key');
    expect((await back('backup', place('both'), '--with-key', '--without-key')).code).toBe(2);
  });
});

/** A command that gets a signal while it reads the tables: another session locks one of them. */
async function brokenOff(
  words: readonly string[],
  environment: Record<string, string>,
  signal: NodeJS.Signals,
): Promise<unknown> {
  const holder = new pg.Client(environment.DATABASE_URL);
  await holder.connect();
  try {
    await holder.query('begin; lock table tariffs in access exclusive mode');
    const { rows: named } = await holder.query<{ name: string }>('select current_database() as name');
    const command = startCli(words, environment);
    // Asked on another connection: within a transaction the answer would not change.
    const waits = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = ${named[0]?.name}`.execute(app.platform.database.db);
      return rows.length > 0;
    };
    await until('the command to wait for the table', waits);
    command.kill(signal);
    const [code] = await once(command, 'exit');
    return code;
  } finally {
    await holder.end();
  }
}

describe('a backup that is broken off', () => {
  it('leaves nothing, and what is killed leaves nothing that passes for one', async () => {
    const environment = environmentOf(app);
    expect(await brokenOff(['backup', place('broken')], environment, 'SIGINT')).toBe(130);
    expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([]);
    await brokenOff(['backup', place('broken')], environment, 'SIGKILL');
    expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([
      'broken.unfinished',
    ]);
    const { code, err } = await back('restore', '--check', place('broken.unfinished'));
    expect([code, err]).toEqual([1, expect.stringContaining('is not a whole backup')]);
    expect((await back('backup', place('broken'))).code).toBe(0);
    expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual(['broken']);
  });
});

describe('a restore that does not end', () => {
  it('is told by the start and by every command, until the place is emptied', async () => {
    const environment = await emptyPlace('killed');
    await brokenOff(['restore', place('whole')], environment, 'SIGKILL');

    const here = /^a restore into DATA_DIR ".*" has not ended: .* empty that folder and restore again\.\n$/;
    for (const words of [
      ['billing', 'run'],
      ['ledger', 'check'],
      ['admin', 'create', 'admin@example.com'],
      ['cabinet', 'retry', 'all'],
      ['backup', place('of-half')],
      ['restore', place('whole')],
    ]) {
      const { code, err } = await cli(words, environment);
      expect([words, code, err]).toEqual([words, 1, expect.stringMatching(here)]);
    }
    const doctor = await cli(['doctor', '--json'], environment);
    expect(doctor.json<{ findings: Finding[] }>().findings).toContainEqual(
      expect.objectContaining({ subject: 'Restore', verdict: 'failure' }),
    );
    const start = await startProcess(environment, { ready: null });
    expect([await start.ended(), `${start.said().join('\n')}\n`]).toEqual([1, expect.stringMatching(here)]);
    const elsewhere = { ...environment, DATA_DIR: place('another-machine') };
    const { code, err } = await cli(['ledger', 'check'], elsewhere);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^a restore into this database has not ended: .* restore again\.\n$/),
    ]);

    await rm(place('killed'), { recursive: true });
    expect(await cli(['restore', place('whole')], environment)).toMatchObject({ code: 0, err: '' });
    expect((await cli(['ledger', 'check', '--json'], environment)).json()).toMatchObject({ ok: true });
  });

  it('of one that fails late leaves nothing, in a folder for backups elsewhere either', async () => {
    await back('backup', place('late'));
    const good = path.join(place('late'), 'cabinet-backups', 'a.backup.gz');
    const bad = path.join(place('late'), 'cabinet-backups', 'b.backup.gz');
    await mkdir(path.dirname(good));
    await writeFile(good, gzipSync('the data of a cabinet'));
    await writeFile(bad, 'not packed');
    const file = path.join(place('late'), 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as BackupManifest; // just written
    for (const name of [good, bad]) {
      const content = await readFile(name);
      const sha256 = createHash('sha256').update(content).digest('hex');
      const listed = `cabinet-backups/${path.basename(name)}`;
      manifest.cabinet_backups.push({ path: listed, bytes: content.length, sha256 });
    }
    await writeFile(file, JSON.stringify(manifest));
    const environment = { ...(await emptyPlace('late-place')), BACKUP_DIR: place('late-backups') };
    await expect(cli(['restore', place('late')], environment)).rejects.toThrow();
    expect(await readdir(place('late-place'))).toEqual([]);
    expect(await readdir(place('late-backups'))).toEqual([]);
  });
});

describe('beside a running server with its own database', () => {
  it('a backup is taken, and becomes an installation that starts', async () => {
    const environment = {
      DATA_DIR: place('server'),
      ROLES: 'web',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'Own-Passw0rd',
    };
    const server = await startProcess(environment);
    const beside = { ...environment, PORT: String(server.port), CABINET_PORT: String(server.cabinetPort) };
    const taken = await cli(['backup', place('from-server')], beside);
    expect([taken.code, taken.err]).toEqual([0, '']);
    expect(server.isRunning()).toBe(true);
    const health = await fetch(`${server.url}/readyz`);
    expect(health.status).toBe(200);
    await server.kill('SIGTERM');

    const moved = { ...environment, DATA_DIR: place('moved') };
    const file = path.join(place('server'), 'secret.key');
    const restored = await cli(['restore', place('from-server'), '--key-file', file], moved);
    expect(restored).toMatchObject({ code: 0, err: '' });
    const key = (name: string) => readFile(path.join(place(name), 'secret.key'), 'utf8');
    expect(await key('moved')).toBe(await key('server'));
    const again = await startProcess(moved);
    const login = await fetch(`${again.url}/api/admin/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.com', password: 'Own-Passw0rd' }),
    });
    expect(login.status).toBe(200);
    await again.kill('SIGTERM');
  });
});

/** A line with its payment, as every top-up has one. */
async function giveMore(id: string): Promise<void> {
  const { balance } = await clientRow(app, id);
  const now = app.clock.now();
  await app.platform.database.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('ledger_entries')
      .values({
        id: newId(now),
        client_id: id,
        kind: 'top_up',
        service: 'cash',
        amount: 1,
        balance_after: balance + 1,
        created_at: now,
        value_date: now.toISOString().slice(0, 10),
      })
      .execute();
    await payTopUps(tx);
  });
}

/** Indexes, constraints and triggers. */
async function shapeOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select indexdef as line from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}
