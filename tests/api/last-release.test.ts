import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareVersions } from '#server/db/versions/served-from.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { brokenPromises } from '../../scripts/release/broken-promises.ts';
import { type DatabaseShape, readShape } from '../../scripts/release/database-shape.ts';
import { retiredColumns } from '../../scripts/release/retired-columns.ts';

/** Whether the last release may run beside today's program on one database (docs/upgrade.md). */
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Written by `npm run release`. There is none before the first release. */
const file = path.join(root, 'scripts/release/last-release.json');
const last: ({ version: string } & DatabaseShape) | undefined = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : undefined;

let database: TestDatabase;
let db: Kysely<unknown>;
beforeAll(async () => {
  database = await freshDatabase();
  db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool(database.connection) }) });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('the database of today', () => {
  it('has everything that the last release works with', async () => {
    expect(brokenPromises(last ?? (await readShape(db)), await readShape(db), retiredColumns)).toEqual([]);
  });

  it('serves the last release by its own words', async () => {
    const { rows } = await sql<{ name: string; served_from: string }>`
      select name, served_from from schema_migrations where served_from is not null`.execute(db);
    const tooNew = rows.filter(({ served_from }) => last && compareVersions(last.version, served_from) < 0);
    expect(tooNew).toEqual([]);
  });

  it('still has the retired columns, filled by nobody', async () => {
    const { tables } = await readShape(db);
    const missed = retiredColumns.filter((name) => {
      const [table = '', column = ''] = name.split('.');
      return (tables[table]?.[column]?.may ?? 'neither') === 'neither';
    });
    expect(missed).toEqual([]);
    const program = readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((one) => one.endsWith('.ts') && !one.includes('migrations'))
      .map((one) => readFileSync(path.join(root, 'server', one), 'utf8'))
      .join('\n');
    const used = retiredColumns.filter((name) => new RegExp(`\\b${name.split('.')[1]}\\b`).test(program));
    expect(used).toEqual([]);
  });
});

describe('the comparison', () => {
  it('reads from a real database what a migration took away', async () => {
    const before = await readShape(db);
    await sql`alter table tags rename column name to label`.execute(db);
    await sql`alter table tags alter column color type varchar(9)`.execute(db);
    await sql`alter table tariffs add column must text not null default 'x'`.execute(db);
    await sql`alter table tariffs alter column must drop default`.execute(db);
    await sql`drop table notes cascade`.execute(db);
    expect(brokenPromises(before, await readShape(db), []).sort()).toEqual([
      'notes is gone',
      'tags.color was text and is character varying(9)',
      'tags.label is new and required',
      'tags.name is gone',
      'tariffs.must is new and required',
    ]);
  });
});
