import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { migrationsRun } from '#server/db/migrate.ts';
import { noTimeouts, timeoutStatements } from '#server/db/session-timeouts.ts';
import type { Db } from '#server/db/tables.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { readPacked, writePacked } from './backup-files.ts';
import type { BackedUpSequence, BackedUpTable, BackupManifest } from './backup-manifest.ts';

/**
 * The platform's tables as files, and back. The embedded PostgreSQL comes without pg_dump. `COPY` of every table in
 * one snapshot, into a database made by the same migrations, is enough. Jobs are left out, because the tables say
 * what is left to do and the worker takes it up.
 */

type Snapshot = Pick<BackupManifest, 'postgres' | 'migrations' | 'tables' | 'sequences'>;

interface Progress {
  progress(text: string): void;
}

/** Writes every table below `folder/database`, as of one moment. Writers do not wait for it. */
export async function copyOut(
  { db, pool }: { db: Db; pool: Pool },
  folder: string,
  { progress }: Progress,
): Promise<Snapshot> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await setUp(client);
    const { rows: versions } = await client.query<{ server_version: string }>('show server_version');
    const tables: BackedUpTable[] = [];
    for (const { name, columns } of await tablesOf(client)) {
      progress(`Table ${name}…`);
      const rows = client.query(copyTo(`copy ${nameOf(name)} (${columns.map(nameOf).join(', ')}) to stdout`));
      const file = await writePacked(folder, `database/${name}.copy.gz`, rows as Readable); // typed as a Transform
      tables.push({ ...file, name, columns, rows: rows.rowCount });
    }
    const sequences = await sequencesOf(client);
    // Read outside the snapshot. That is safe, because a migration locks what it changes and waits for this
    // transaction.
    return {
      postgres: versions[0]?.server_version ?? '',
      migrations: await migrationsRun(db),
      tables,
      sequences,
    };
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

/**
 * Fills a database that the backup's own migrations made: all of it or nothing. Triggers are off meanwhile, because
 * what they would write is in the backup; references and indexes are made again at the end.
 * @throws StartupError when the tables are not those of the backup, or a number of rows differs.
 */
export async function copyIn(
  pool: Pool,
  folder: string,
  { manifest, progress }: Progress & { manifest: BackupManifest },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await setUp(client);
    refuseOtherTables(manifest, await tablesOf(client));
    const references = await referencesOf(client);
    const names = manifest.tables.map(({ name }) => nameOf(name));
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    for (const { table, name } of references) {
      await client.query(`alter table ${nameOf(table)} drop constraint ${nameOf(name)}`);
    }
    const indexes = await indexesOf(client);
    for (const { name } of indexes) await client.query(`drop index ${nameOf(name)}`);
    await client.query(`truncate ${names.join(', ')}`);
    for (const table of manifest.tables) {
      progress(`Table ${table.name}: ${table.rows} rows…`);
      const columns = table.columns.map(nameOf).join(', ');
      const into = client.query(copyFrom(`copy ${nameOf(table.name)} (${columns}) from stdin`));
      await pipeline(readPacked(folder, table), into);
      if (into.rowCount !== table.rows) {
        throw new StartupError(
          `table ${table.name} has ${into.rowCount} rows where the backup has ${table.rows}.`,
        );
      }
    }
    for (const [index, { definition }] of indexes.entries()) {
      progress(`Index ${index + 1} of ${indexes.length}…`);
      await client.query(definition);
    }
    progress('References…');
    for (const { table, name, definition } of references) {
      await client.query(`alter table ${nameOf(table)} add constraint ${nameOf(name)} ${definition}`);
    }
    for (const { name, value, is_called } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [nameOf(name), value, is_called]);
    }
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    await client.query('commit');
    progress('Statistics…');
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Makes values read the same under any server settings. */
async function setUp(client: PoolClient): Promise<void> {
  await client.query(
    `set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local extra_float_digits = 3; set local client_encoding = 'UTF8'; ${timeoutStatements(noTimeouts, { local: true })}`,
  );
}

interface TableShape {
  name: string;
  columns: string[];
}

/** Without generated columns, and without the list of migrations, which the migrations write themselves. */
async function tablesOf(client: PoolClient): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`,
  );
  return rows;
}

async function sequencesOf(client: PoolClient): Promise<BackedUpSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences: BackedUpSequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${nameOf(name)}`,
    );
    sequences.push(...values.map((value) => ({ name, ...value })));
  }
  return sequences;
}

interface Reference {
  table: string;
  name: string;
  definition: string;
}

async function referencesOf(client: PoolClient): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`,
  );
  return rows;
}

/** Indexes without a constraint: building one from all rows at once is much quicker than adding row by row. */
async function indexesOf(client: PoolClient): Promise<Omit<Reference, 'table'>[]> {
  const { rows } = await client.query<Omit<Reference, 'table'>>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and t.relname <> 'schema_migrations'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid)
    order by t.relname, c.relname`,
  );
  return rows;
}

function refuseOtherTables({ tables }: BackupManifest, found: readonly TableShape[]): void {
  const described = (list: readonly TableShape[]) =>
    list.map(({ name, columns }) => `${name}(${[...columns].sort().join()})`).sort();
  const [wanted, there] = [described(tables), described(found)];
  const missing = wanted
    .filter((one) => !there.includes(one))
    .concat(there.filter((one) => !wanted.includes(one)));
  if (missing.length === 0) return;
  throw new StartupError(`the tables of the backup and of this program differ: ${missing[0]}.`);
}

function nameOf(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
