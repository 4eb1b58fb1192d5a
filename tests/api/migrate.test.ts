import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { migrate, pendingMigrations, refusalWhileRunning } from '#server/db/migrate.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';

let database: TestDatabase;
let folder: string;
let db: Kysely<unknown>;
const log = pino({ level: 'silent' });

beforeEach(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'tenantry-migrations-'));
  db = connect();
  // The test's own migrations start on an empty database.
  await sql`drop table schema_migrations`.execute(db);
  await sql`create table visits (id serial, name text)`.execute(db);
});

afterEach(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

test('stops after one that is named, and says what is left', async () => {
  await write('0001-first.ts', visit('first'));
  await write('0002-second.ts', visit('second'));
  expect(await pendingMigrations({ db, log, folder })).toEqual(['0001-first.ts', '0002-second.ts']);
  expect(await migrate({ db, log, folder, through: '0001-first.ts' })).toEqual(['0001-first.ts']);
  expect(await pendingMigrations({ db, log, folder })).toEqual(['0002-second.ts']);
  await expect(migrate({ db, log, folder, through: '0003-third.ts' })).rejects.toThrow(StartupError);
  expect(await migrate({ db, log, folder })).toEqual(['0002-second.ts']);
});

test('runs each migration once, in the order of their numbers', async () => {
  await write('0002-second.ts', visit('second'));
  await write('0001-first.ts', visit('first'));
  expect(await migrate({ db, log, folder })).toEqual(['0001-first.ts', '0002-second.ts']);

  await write('0003-third.ts', visit('third'));
  expect(await migrate({ db, log, folder })).toEqual(['0003-third.ts']);
  expect(await migrate({ db, log, folder })).toEqual([]);
  expect(await visits()).toEqual(['first', 'second', 'third']);
});

test('leaves numbers out, and runs one that a branch with a lower number brings later', async () => {
  await write('0001-first.ts', visit('first'));
  await write('0020-far.ts', visit('far'));
  expect(await migrate({ db, log, folder })).toEqual(['0001-first.ts', '0020-far.ts']);
  await write('0010-between.ts', visit('between'));
  expect(await pendingMigrations({ db, log, folder })).toEqual(['0010-between.ts']);
  expect(await migrate({ db, log, folder })).toEqual(['0010-between.ts']);
  expect(await migrate({ db, log, folder })).toEqual([]);
});

test('lets one of two servers that start at once do the work and the other wait for it', async () => {
  await write('0001-slow.ts', `await sql\`select pg_sleep(0.2)\`.execute(db); ${visit('slow')}`);
  await write('0002-next.ts', visit('next'));
  const other = connect();
  const done = await Promise.all([migrate({ db, log, folder }), migrate({ db: other, log, folder })]);
  await other.destroy();
  expect(done.flat()).toEqual(['0001-slow.ts', '0002-next.ts']);
  expect(await visits()).toEqual(['slow', 'next']);
});

test('builds an index beside running servers while another server waits for its turn', async () => {
  const kysely = import.meta.resolve('kysely');
  const body = `${visit('index')}
    await sql\`create index concurrently visits_name on visits (name)\`.execute(db);`;
  await writeFile(
    join(folder, '0001-index.ts'),
    `import { sql } from '${kysely}';\nexport async function upInSteps(db) { ${body} }\n`,
  );
  const others = [connect(), connect(), connect()];
  const done = await Promise.all([db, ...others].map((one) => migrate({ db: one, log, folder })));
  await Promise.all(others.map((one) => one.destroy()));
  expect(done.flat()).toEqual(['0001-index.ts']);
  expect(await visits()).toEqual(['index']);
});

test('undoes a migration that fails, names it, keeps those before it, and continues there once it is fixed', async () => {
  await write('0001-good.ts', visit('good'));
  await write('0002-bad.ts', `${visit('bad')} await sql\`select 1 / 0\`.execute(db);`);
  await write('0003-later.ts', visit('later'));
  const failure = await migrate({ db, log, folder }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect(failure).toHaveProperty('message', 'migration 0002-bad.ts failed and was undone: division by zero');
  expect(await visits()).toEqual(['good']);

  // A changed file needs another name, because the failed module stays in this process's cache.
  await rm(join(folder, '0002-bad.ts'));
  await write('0002-mended.ts', visit('mended'));
  expect(await migrate({ db, log, folder })).toEqual(['0002-mended.ts', '0003-later.ts']);
  expect(await visits()).toEqual(['good', 'mended', 'later']);
});

test('goes on with one that works in steps, whose finished steps stay', async () => {
  const kysely = import.meta.resolve('kysely');
  const inSteps = (name: string, end: string) =>
    writeFile(
      join(folder, name),
      `import { sql } from '${kysely}';\nexport async function upInSteps(db) { ${visit('step')} ${end} }\n`,
    );
  await inSteps('0001-steps.ts', 'await sql`select 1 / 0`.execute(db);');
  const failure = await migrate({ db, log, folder }).catch((error: unknown) => error);
  expect(failure).toHaveProperty(
    'message',
    'migration 0001-steps.ts failed and goes on at the next start: division by zero',
  );
  expect(await visits()).toEqual(['step']);
  await rm(join(folder, '0001-steps.ts'));
  await inSteps('0001-mended.ts', '');
  expect(await migrate({ db, log, folder })).toEqual(['0001-mended.ts']);
  expect(await visits()).toEqual(['step', 'step']);
});

describe('a database that a newer program has migrated', () => {
  const known = ['0001-first.ts'];

  test('serves older programs as long as it was only added to, and says so', async () => {
    await migratedFurther('');
    const warn = vi.spyOn(log, 'warn');
    expect(await migrate({ db, log, folder, version: '1.0.0' })).toEqual([]);
    expect(warn).toHaveBeenCalledWith(
      'the database has migrations of a newer program, such as 0002-next.ts; it still serves 1.0.0',
    );
    expect(await pendingMigrations({ db, log, folder, version: '1.0.0' })).toEqual([]);
    expect(await refusalWhileRunning(db, known, '1.0.0')).toBeUndefined();
  });

  test('refuses a program that is older than what it still serves, at the start and while it runs', async () => {
    await migratedFurther('1.2.0');
    const refusal =
      'the database has the migration 0002-next.ts of a newer program, and serves version 1.2.0 and newer ones; this is 1.1.9: start a newer program';
    const start = migrate({ db, log, folder, version: '1.1.9' });
    await expect(start).rejects.toThrow(StartupError);
    await expect(start).rejects.toThrow(refusal);
    await expect(pendingMigrations({ db, log, folder, version: '1.1.9' })).rejects.toThrow(refusal);
    expect(await refusalWhileRunning(db, known, '1.1.9')).toBe(refusal);
    expect(await migrate({ db, log, folder, version: '1.2.0' })).toEqual([]);
  });

  test('serves a program that has all of its migrations, whatever its version', async () => {
    await migratedFurther('1.2.0');
    await write('0002-next.ts', visit('next'), '1.2.0');
    expect(await migrate({ db, log, folder, version: '1.1.0' })).toEqual([]);
    expect(await refusalWhileRunning(db, [...known, '0002-next.ts'], '1.1.0')).toBeUndefined();
  });

  test('is read where no start has written yet what is served', async () => {
    await write('0001-first.ts', visit('first'));
    await migrate({ db, log, folder });
    await sql`alter table schema_migrations drop column served_from`.execute(db);
    expect(await pendingMigrations({ db, log, folder })).toEqual([]);
    expect(await refusalWhileRunning(db, [], '0.0.1')).toBeUndefined();
    expect(await migrate({ db, log, folder })).toEqual([]);
  });

  /** The newer program's own migration, whose file this one doesn't have. */
  async function migratedFurther(servedFrom: string): Promise<void> {
    await write('0001-first.ts', visit('first'));
    await write('0002-next.ts', visit('next'), servedFrom);
    await migrate({ db, log, folder });
    await rm(join(folder, '0002-next.ts'));
  }
});

test.each([
  ['a number given twice', ['0001-a.ts', '0001-b.ts'], /0001-b\.ts can't be run: 0001-a\.ts has its number/],
  ['a name without a number', ['first.ts'], /first\.ts can't be run: its name has to be NNNN-name\.ts/],
])('refuses %s in the numbers before anything is run', async (_, names, message) => {
  for (const name of names) await write(name, visit(name));
  await expect(migrate({ db, log, folder })).rejects.toThrow(message);
  expect(await visits()).toEqual([]);
});

test('says so when a migration that was run is changed, and does not run it again', async () => {
  await write('0001-first.ts', visit('first'));
  await migrate({ db, log, folder });
  await write('0001-first.ts', visit('changed'));
  const warn = vi.spyOn(log, 'warn');
  expect(await migrate({ db, log, folder })).toEqual([]);
  expect(warn).toHaveBeenCalledWith('migration 0001-first.ts was changed after it had been run');
});

function connect(): Kysely<unknown> {
  return new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool(database.connection) }) });
}

async function write(name: string, body: string, servedFrom = ''): Promise<void> {
  const kysely = import.meta.resolve('kysely');
  await writeFile(
    join(folder, name),
    `import { sql, type Kysely } from '${kysely}';\n${servedFrom && `export const servedFrom = '${servedFrom}';\n`}export async function up(db: Kysely<unknown>): Promise<void> { ${body} }\n`,
  );
}

function visit(name: string): string {
  return `await sql\`insert into visits (name) values ('${name}')\`.execute(db);`;
}

async function visits(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from visits order by id`.execute(db);
  return rows.map(({ name }) => name);
}
