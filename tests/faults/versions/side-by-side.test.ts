import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { call, tokenOf } from '#tests/support/http.ts';
import { password, registration } from '#tests/support/people.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { killAll, type ServerProcess, startProcess } from '#tests/support/processes/process.ts';
import { addMigration, lastTag, setVersion, unpackProgram } from '#tests/support/processes/releases.ts';
import { until } from '#tests/support/until.ts';

/**
 * The last release and the next one on one database (docs/decisions/0210-versions-side-by-side.md). The last is the
 * newest tag; in a clone without it today's program plays it. The next is today's program with one more migration,
 * which only adds.
 */
let folder: string;
let database: TestDatabase;
let common: Record<string, string>;
let programs: Record<'last' | 'next' | 'contracted', string>;
let last: ServerProcess;
let next: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tenantry-side-by-side-'));
  programs = {
    last: unpackProgram(path.join(folder, 'last'), lastTag()),
    next: unpackProgram(path.join(folder, 'next'), undefined),
    contracted: unpackProgram(path.join(folder, 'contracted'), undefined),
  };
  const adding = migration(
    'create table invented (id uuid primary key); alter table clients add column invented text',
  );
  addMigration(programs.next, '9998-invented.ts', adding);
  addMigration(programs.contracted, '9998-invented.ts', adding);
  addMigration(
    programs.contracted,
    '9999-taken-away.ts',
    migration('alter table clients drop column invented', '999.0.0'),
  );
  setVersion(programs.contracted, '999.0.0');
  database = await freshDatabase();
  await empty(database);
  const port = await freePort();
  common = {
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret for tests that nobody else has to know',
    PUBLIC_URL: `http://localhost:${port}`,
    CABINET_PORT: String(await freePort()),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: password,
  };
});
afterAll(async () => {
  await killAll();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const start = (program: string, ready?: string | null) =>
  startProcess(
    { ...common, ROLES: 'web,worker' },
    { folder: program, ...(ready !== undefined && { ready }) },
  );

describe('two releases on one database', () => {
  it('work together: what one begins the other ends', async () => {
    last = await start(programs.last);
    await startProcess({ ...common, ROLES: 'cabinets' }, { folder: programs.last, ready: 'runs: cabinets' });
    const early = await registered(last);
    next = await start(programs.next);
    expect(await columnsNamed('invented')).toBe(1);

    for (const [begins, ends] of [
      [last, next],
      [next, last],
    ] as const) {
      const token = await confirmed(ends, await registered(begins));
      await isActive(begins, token);
    }
    await isActive(next, await confirmed(next, early));

    const lists = await Promise.all(
      [last, next].map(async (at) => {
        const signIn = { body: { email: common.ADMIN_EMAIL, password } };
        const { body } = await call(`${at.url}/api/admin/auth/login`, 'POST', signIn);
        const list = await call(`${at.url}/api/admin/clients`, 'GET', {
          token: body.access_token,
        });
        return [list.status, list.body.data.length];
      }),
    );
    expect(lists).toEqual([
      [200, 3],
      [200, 3],
    ]);
  });

  it('let the older one start again after the newer one has migrated', async () => {
    await last.kill('SIGKILL');
    last = await start(programs.last);
    expect(last.output()).toContain('migrations of a newer program, such as 9998-invented.ts');
    await isActive(last, await confirmed(last, await registered(last)));
  });

  it('end with one line each when a still newer one takes away what they need', async () => {
    const newest = await start(programs.contracted);
    const line =
      /the database has the migration 9999-taken-away\.ts of a newer program, and serves version 999\.0\.0 and newer ones/;
    for (const process of [last, next]) {
      expect(await process.ended()).toBe(1);
      expect(process.output()).toMatch(line);
    }
    const refused = await start(programs.last, null);
    expect(await refused.ended()).toBe(1);
    expect(refused.output()).toMatch(line);
    expect((await fetch(`${newest.url}/readyz`)).status).toBe(200);
  });
});

function migration(statements: string, servedFrom?: string): string {
  return [
    "import { type Kysely, sql } from 'kysely';",
    ...(servedFrom ? [`export const servedFrom = '${servedFrom}';`] : []),
    `export async function up(db: Kysely<unknown>): Promise<void> {`,
    ...statements.split('; ').map((statement) => `  await sql\`${statement}\`.execute(db);`),
    '}',
  ].join('\n');
}

async function empty({ connection }: TestDatabase): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('drop schema public cascade; drop schema jobs cascade; create schema public');
  await client.end();
}

async function columnsNamed(column: string): Promise<number> {
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rowCount } = await client.query(
    'select from information_schema.columns where column_name = $1 and table_name = $2',
    [column, 'clients'],
  );
  await client.end();
  return rowCount ?? 0;
}

/** Either worker sends the email and prints the link. */
async function registered(at: ServerProcess): Promise<string> {
  const body = registration();
  expect((await call(`${at.url}/api/auth/register`, 'POST', { body })).status).toBe(201);
  return until('the link', () => {
    const lines = [last, next].flatMap((process) => process?.said() ?? []);
    const line = lines.find((printed) => printed.startsWith(`confirm ${body.email} `));
    return line && tokenOf(line);
  });
}

async function confirmed(at: ServerProcess, hash: string): Promise<string> {
  const answer = await call(`${at.url}/api/auth/confirm`, 'POST', { body: { hash } });
  expect(answer.status).toBe(200);
  return answer.body.access_token;
}

const isActive = (at: ServerProcess, token: string) =>
  until('the cabinet', async () => {
    const { body } = await call(`${at.url}/api/cabinet/status`, 'GET', { token });
    return body.data.status === 'active';
  });
