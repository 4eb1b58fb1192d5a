import { once } from 'node:events';
import { get, createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as wholeOf } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyListQuery, type ListSpec } from '#contract/kernel/list-query.ts';
import { csvStream } from '#server/lists/csv-rows.ts';
import type { Tables } from '#server/db/tables.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';

const rows = 40_000;
/** Every line contains its number, and pieces end anywhere within lines. */
const expected = `\ufeffN\r\n${Array.from({ length: rows }, (_, place) => `${place + 1}${'ї'.repeat((place * 7) % 211)}\r\n`).join('')}`;
const text = (n: string) => sql.raw(`${n}::text || repeat('ї', ((${n} - 1) * 7) % 211)`);

/** Random and sleeping expressions are computed after the sort. */
const cells: Readonly<Record<string, ReturnType<typeof text>>> = {
  /** Fails at its last rows. */
  '/broken': sql`n / (${sql.lit(rows - 5)} - n + (random() * 0)::int)`,
  /** Comes in small pieces with pauses, the last of them at once. */
  '/slow': sql`${text('n')} || case when n < 2000 and n % 40 = 0 then pg_sleep(0.008)::text else '' end`,
};

/** No byte of a file may be lost or repeated, however its reader behaves. */
describe('a file', () => {
  let database: TestDatabase;
  let exports: pg.Pool;
  let db: Kysely<Tables>;
  let server: Server;
  beforeAll(async () => {
    database = await freshDatabase();
    exports = new pg.Pool({ ...database.connection, max: 4 });
    exports.on('error', () => undefined);
    exports.on('connect', (client) => client.on('error', () => undefined)); // cut in the middle of a COPY
    db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool(database.connection) }) });
    server = createServer((request, response) => {
      void fileOf(request.url ?? '').then((lines) =>
        lines.once('error', () => response.destroy()).pipe(response),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await exports.end();
    await db.destroy();
    await database.drop();
  });

  const fileOf = (path: string) =>
    csvStream(
      { db, exports },
      {
        spec: { fields: { n: { type: 'text' } } } satisfies ListSpec,
        query: emptyListQuery,
        timeZone: 'UTC',
        columns: [{ field: 'n', heading: 'N', sql: cells[path] ?? text('n'), harmless: true }],
        source: {
          from: sql`generate_series(1, ${sql.lit(rows)}) n`,
          id: sql`n`,
          defaultOrder: sql`-n`,
          columns: { n: { sql: sql`n`, required: true } },
        },
      },
    );

  /**
   * The received bytes, and whether they were complete. When a reader pauses, the rest waits in every buffer on the
   * way.
   */
  function read(
    path: string,
    pauses: (pieces: number) => number,
  ): Promise<{ body: string; isWhole: boolean }> {
    const { port } = server.address() as AddressInfo; // listens on TCP
    return new Promise((resolve) => {
      get({ port, path, agent: false }, (answer) => {
        const pieces: Buffer[] = [];
        const end = (isWhole: boolean) => resolve({ body: String(Buffer.concat(pieces)), isWhole });
        answer.on('data', (piece: Buffer) => {
          pieces.push(piece);
          const ms = pauses(pieces.length);
          if (ms === 0) return;
          answer.pause();
          void delay(ms).then(() => answer.resume());
        });
        answer.once('end', () => end(true)).once('error', () => end(false));
      });
    });
  }

  it.each([
    ['at once', () => 0],
    ['with a pause now and then', (pieces: number) => (pieces % 10 === 0 ? 5 : 0)],
    ['with a long pause ahead', (pieces: number) => (pieces === 1 ? 50 : 0)],
  ])('is the same to a reader who takes it %s', async (__, pauses) => {
    const { body, isWhole } = await read('/', pauses);
    expect([isWhole, body.length]).toEqual([true, expected.length]);
    expect(body === expected).toBe(true);
  });

  it('is the same to each of several readers', async () => {
    const files = await Promise.all(
      [3, 7, 11, 1_000].map((every) => read('/', (pieces) => (pieces % every === 0 ? 1 : 0))),
    );
    expect(files.map(({ body }) => body === expected)).toEqual([true, true, true, true]);
  });

  it('is the same to a proxy that speaks HTTP/1.0, when it comes in drops', async () => {
    const { port } = server.address() as AddressInfo; // listens on TCP
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write('GET /slow HTTP/1.0\r\n\r\n');
    const answer = await wholeOf(socket);
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    expect(body.length).toBe(expected.length);
    expect(body === expected).toBe(true);
  });

  it('is the same for a reader that is never slow', async () => {
    const pieces: Buffer[] = [];
    const lines = await fileOf('/slow');
    lines.on('data', (piece: Buffer) => pieces.push(Buffer.from(piece)));
    await once(lines, 'end');
    expect(String(Buffer.concat(pieces)) === expected).toBe(true);
  });

  it('breaks off where its statement fails, and the next one is whole', async () => {
    const broken = await read('/broken', () => 0);
    expect([broken.isWhole, broken.body.startsWith('\ufeffN\r\n0\r\n')]).toEqual([false, true]);
    expect((await read('/', () => 0)).body === expected).toBe(true);
  });

  it('leaves its connection to the statements after it', async () => {
    await read('/', () => 0);
    const { rows: answered } = await exports.query<{ n: number }>('select generate_series(1, 3) as n');
    expect(answered.map(({ n }) => n)).toEqual([1, 2, 3]);
  });
});
