import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { BaseLogger } from 'pino';
import { withoutTimeouts } from '#server/db/session-timeouts.ts';
import { refusalOf, type UnknownMigration } from '#server/db/versions/served-from.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { version as ownVersion } from '#server/kernel/version.ts';

export interface MigrateOptions<Schema> {
  db: Kysely<Schema>;
  log: Pick<BaseLogger, 'info' | 'warn'>;
  folder?: string;
  /** Of the program. */
  version?: string;
  /** The name of the last migration to run; all if left out. */
  through?: string | undefined;
}

/**
 * Runs the new ones of `server/db/migrations/NNNN-name.ts`, in order, each `up(db: Kysely<…>)` once and in a
 * transaction of its own, or its `upInSteps` outside of one. A second server that starts meanwhile waits (DESIGN
 * section 2). Kysely's own Migrator runs all in one transaction, so that a lock taken by the first is held until the
 * last ends; and it keeps no checksums.
 * One that takes away what an older program needs says so by `export const servedFrom = '1.2.0'`.
 * @returns the names that were run.
 * @throws StartupError when one fails, when two have one number, or when the database no longer serves this version.
 */
export async function migrate<Schema>({
  db,
  log,
  folder = migrationsFolder,
  version = ownVersion,
  through,
}: MigrateOptions<Schema>): Promise<string[]> {
  const migrations = until(await readMigrations(folder), through);
  return db.connection().execute((session) =>
    withoutTimeouts(session, async () => {
      await takeLock(session);
      try {
        const pending = await findPending(session, migrations, { log, version });
        for (const migration of pending) {
          await run(session, migration);
          log.info(`migrated the database: ${migration.name}`);
        }
        return pending.map(({ name }) => name);
      } finally {
        // Lost with the session if this fails too.
        await sql`select pg_advisory_unlock(${lockKey})`.execute(session).catch(() => undefined);
      }
    }),
  );
}

/** The names that `migrate` would run; changes nothing. Throws like `migrate`. */
export async function pendingMigrations<Schema>({
  db,
  log,
  folder = migrationsFolder,
  version = ownVersion,
}: MigrateOptions<Schema>): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('schema_migrations') is not null as known`.execute(db);
  const pending = rows[0]?.known
    ? pendingOf(await everythingRun(db), migrations, { log, version })
    : migrations;
  return pending.map(({ name }) => name);
}

/**
 * Why a running program that has these migrations has to stop: a newer one has taken away what it needs. Undefined
 * while it may go on.
 */
export async function refusalWhileRunning<Schema>(
  db: Kysely<Schema>,
  known: readonly string[],
  version = ownVersion,
): Promise<string | undefined> {
  const run = await everythingRun(db);
  return refusalOf(
    run.filter(({ name }) => !known.includes(name)),
    version,
  );
}

/** The names of the program's migrations, in order. */
export async function migrationNames(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
}

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that no other program uses on the same database. */
const lockKey = 7_310_587_001;
const askAgainMs = 100;

/**
 * Waits by asking again. A statement that waits for the lock would keep its snapshot, and the one server that migrates
 * would wait for that snapshot when it builds an index beside running servers: a deadlock.
 */
async function takeLock<Schema>(session: Kysely<Schema>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${lockKey}) as taken`.execute(session);
    if (rows[0]?.taken) return;
    await delay(askAgainMs);
  }
}

interface Migration {
  name: string;
  path: string;
  sha256: string;
}

function until(migrations: Migration[], through: string | undefined): Migration[] {
  if (through === undefined) return migrations;
  const last = migrations.findIndex(({ name }) => name === through);
  if (last >= 0) return migrations.slice(0, last + 1);
  throw new StartupError(`there is no migration ${through} in this program, but in a newer one: use that`);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder);
  names.forEach((name, index) => {
    const isNumbered = /^\d{4}-[a-z0-9-]+\.ts$/.test(name);
    const before = names[index - 1];
    if (isNumbered && before?.slice(0, 4) !== name.slice(0, 4)) return;
    const reason = isNumbered ? `${before} has its number` : 'its name has to be NNNN-name.ts';
    throw new StartupError(`migration ${name} can't be run: ${reason}`);
  });
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return {
        name,
        path,
        sha256: createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      };
    }),
  );
}

interface Judging {
  log: Pick<BaseLogger, 'warn'>;
  version: string;
}

async function findPending<Schema>(
  session: Kysely<Schema>,
  migrations: Migration[],
  judging: Judging,
): Promise<Migration[]> {
  await sql`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, run_at timestamptz not null default now(), served_from text
  )`.execute(session);
  await sql`alter table schema_migrations add column if not exists served_from text`.execute(session);
  return pendingOf(await everythingRun(session), migrations, judging);
}

type MigrationRun = Pick<Migration, 'name' | 'sha256'>;

/** The migrations run on a database, in order. */
export async function migrationsRun<Schema>(db: Kysely<Schema>): Promise<MigrationRun[]> {
  return (await everythingRun(db)).map(({ name, sha256 }) => ({ name, sha256 }));
}

/** By way of JSON: a database that no start has touched since has no `served_from`. */
async function everythingRun<Schema>(db: Kysely<Schema>): Promise<(MigrationRun & UnknownMigration)[]> {
  const { rows } = await sql<MigrationRun & UnknownMigration>`
    select name, sha256, to_jsonb(m) ->> 'served_from' as "servedFrom"
    from schema_migrations m order by name collate "C"`.execute(db);
  return rows;
}

function pendingOf(
  rows: readonly (MigrationRun & UnknownMigration)[],
  migrations: readonly Migration[],
  { log, version }: Judging,
): Migration[] {
  const unknown = rows.filter(({ name }) => !migrations.some((one) => one.name === name));
  const refusal = refusalOf(unknown, version);
  if (refusal !== undefined) throw new StartupError(refusal);
  if (unknown.length > 0) {
    log.warn(
      `the database has migrations of a newer program, such as ${unknown[0]?.name}; it still serves ${version}`,
    );
  }
  for (const { name, sha256 } of rows) {
    const migration = migrations.find((one) => one.name === name);
    if (migration && migration.sha256 !== sha256) {
      log.warn(`migration ${name} was changed after it had been run`);
    }
  }
  const run = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !run.has(name));
}

/** `upInSteps` commits as it goes, for work on large tables beside running servers, and may run again from the start. */
interface MigrationModule<Schema> {
  up?(db: Kysely<Schema>): Promise<void>;
  upInSteps?(db: Kysely<Schema>): Promise<void>;
  /** The oldest version that still works afterwards; none for a migration that only adds. */
  servedFrom?: string;
}

async function run<Schema>(session: Kysely<Schema>, { name, path, sha256 }: Migration): Promise<void> {
  let isUndone = true;
  try {
    const { up, upInSteps, servedFrom }: MigrationModule<Schema> = await import(pathToFileURL(path).href);
    if (upInSteps) {
      isUndone = false;
      await upInSteps(session);
    }
    await session.transaction().execute(async (transaction) => {
      await up?.(transaction);
      await sql`insert into schema_migrations (name, sha256, served_from)
        values (${name}, ${sha256}, ${servedFrom ?? null})`.execute(transaction);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const fate = isUndone ? 'failed and was undone' : 'failed and goes on at the next start';
    throw new StartupError(`migration ${name} ${fate}: ${reason}`, { cause: error });
  }
}
