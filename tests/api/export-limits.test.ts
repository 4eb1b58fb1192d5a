import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyListQuery, type ListSpec } from '#contract/kernel/list-query.ts';
import { csvStream } from '#server/lists/csv-rows.ts';
import { exportConnection } from '#server/lists/export-connection.ts';
import { SlowReader } from '#server/lists/reader-watch.ts';
import type { Tables } from '#server/db/tables.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

/** Files have a limited number of connections, and readers a limited time (docs/decisions/0036). */
describe('a reader of a file', () => {
  let database: TestDatabase;
  let exports: pg.Pool;
  let db: Kysely<Tables>;
  beforeAll(async () => {
    database = await freshDatabase();
    exports = new pg.Pool({ ...database.connection, max: 1 });
    exports.on('error', () => undefined);
    exports.on('connect', (client) => client.on('error', () => undefined)); // cut in the middle of a COPY
    db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool(database.connection) }) });
  });
  afterAll(async () => {
    await exports.end();
    await db.destroy();
    await database.drop();
  });

  const spec: ListSpec = { fields: { n: { type: 'number' } } };
  /** Far more than fits between the database and a reader. */
  const file = (patience: { idleMs: number; wholeMs: number }, rows = 1_000_000) =>
    csvStream(
      { db, exports },
      {
        spec,
        query: emptyListQuery,
        timeZone: 'UTC',
        patience,
        columns: [{ field: 'n', heading: 'N', sql: sql`repeat('n', 100)`, harmless: true }],
        source: {
          from: sql`generate_series(1, ${sql.lit(rows)}) n`,
          id: sql`n`,
          defaultOrder: sql`n`,
          columns: { n: { sql: sql`n`, required: true } },
        },
      },
    );
  const ended = (stream: NodeJS.EventEmitter) =>
    new Promise<unknown>((resolve) => stream.once('error', resolve).once('end', () => resolve('whole')));

  it('who takes nothing is ended, and another one gets the connection', async () => {
    const stalled = await file({ idleMs: 60, wholeMs: 60_000 });
    const error = await ended(stalled);
    expect(error).toBeInstanceOf(SlowReader);
    expect(String(error)).toContain('has taken nothing of it');
    await until('the connection to be free', () => exports.totalCount === 0);
    const next = await file({ idleMs: 60_000, wholeMs: 60_000 }, 10);
    next.resume();
    expect(await ended(next)).toBe('whole');
  });

  it('who comes when all are taken waits a while, and is refused', async () => {
    const reading = await file({ idleMs: 60_000, wholeMs: 60_000 });
    exports.options.connectionTimeoutMillis = 20;
    await expect(exportConnection(exports)).rejects.toMatchObject({
      code: 'files_busy',
      status: 503,
      details: { retryAfter: 30 },
    });
    exports.options.connectionTimeoutMillis = 60_000;
    const waiting = file({ idleMs: 60_000, wholeMs: 60_000 }, 10);
    reading.destroy();
    (await waiting).resume();
  });

  it('whose database is away is not told that others are reading', async () => {
    const away = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 20 });
    await expect(exportConnection(away)).rejects.not.toHaveProperty('code', 'files_busy');
    await away.end();
  });
});

describe('one file too many', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('is refused in the reader’s words, and is in no audit', async () => {
    const { exports, db } = app.platform.database;
    const admin = await staffMember(app);
    const all = await Promise.all(Array.from({ length: exports.options.max }, () => exports.connect()));
    exports.options.connectionTimeoutMillis = 20;
    const ask = () => app.call('GET', '/api/admin/clients?format=csv', { token: admin.token, locale: 'uk' });
    const { status, headers, body } = await ask();
    expect([status, headers.get('retry-after')]).toEqual([503, '30']);
    expect(body).toMatchObject({ code: 'files_busy', message: expect.stringContaining('забагато файлів') });
    const audit = () =>
      db.selectFrom('audit_entries').where('action', '=', 'clients.export').select('id').execute();
    expect(await audit()).toEqual([]);
    for (const client of all) client.release();
    exports.options.connectionTimeoutMillis = 60_000;
    expect((await ask()).status).toBe(200);
    expect(await audit()).toHaveLength(1);
  });
});
