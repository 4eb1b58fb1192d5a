import { connect } from 'node:net';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { connectDatabase, type Database } from '#server/postgres/connect.ts';
import { liftTimeouts, usualTimeouts, withoutTimeouts } from '#server/db/session-timeouts.ts';
import { createDraining } from '#server/processes/draining.ts';
import { createMetrics } from '#server/processes/metrics.ts';
import { boundedServer, serverTimeouts } from '#server/http/server-timeouts.ts';
import { startApp } from '#tests/support/app.ts';
import { freshDatabase } from '#tests/support/postgres/database.ts';

const quick = { headers: 300, request: 600, silence: 60_000, interval: 100 };

/** Sends this and nothing more; resolves with the answer once the server has closed the connection. */
function sendSlowly(port: number, text: string): Promise<string> {
  return new Promise((closed, failed) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (piece) => {
      answer += piece.toString();
    });
    socket.on('close', () => closed(answer));
    socket.on('error', failed);
  });
}

describe('a server', () => {
  it.each([
    ['headers that never end', 'POST / HTTP/1.1\r\nHost: a\r\n'],
    [
      'a body that never ends',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ],
  ])('lets go of %s', async (_what, text) => {
    const app = Fastify(boundedServer(quick));
    app.post('/', async () => 'read');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const [address] = app.addresses();
    if (!address || typeof address === 'string') throw new Error('nobody listens');
    try {
      expect(await sendSlowly(address.port, text)).toContain('408');
    } finally {
      await app.close();
    }
  });

  it('of the platform is bounded, and its health port as well', async () => {
    const { buildApp } = await import('#server/app.ts');
    const { buildHealthApp } = await import('#server/processes/health.ts');
    const app = await startApp({ ROLES: 'web' });
    try {
      const { headers, request, silence } = serverTimeouts;
      for (const build of [buildApp, buildHealthApp]) {
        const built = await build(app.platform, {
          draining: createDraining({ seconds: 0, isServing: true, isBehindProxy: false }),
          metrics: createMetrics(app.platform),
        });
        const { server } = built;
        expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([
          headers,
          request,
          silence,
        ]);
        await built.close();
      }
    } finally {
      await app.close();
    }
  });
});

describe('a session of the database', () => {
  const log = pino({ level: 'silent' });
  const bounds = { statement: 300, lock: 200, idleInTransaction: 300 };
  let test: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  beforeAll(async () => {
    test = await freshDatabase();
    database = await connectDatabase({ databaseUrl: test.url, dataDir: '', log, timeouts: bounds });
  });
  afterAll(async () => {
    await database.close();
    await test.drop();
  });

  it('gives a stuck statement up', async () => {
    await expect(sql`select pg_sleep(60)`.execute(database.db)).rejects.toMatchObject({ code: '57014' });
  });

  it('waits for no lock for ever, and leaves it to its holder', async () => {
    // The holder has the usual bounds: with those of this test it would be idle too long on a busy machine.
    const holder = await connectDatabase({ databaseUrl: test.url, dataDir: '', log });
    try {
      await holder.db.transaction().execute(async (tx) => {
        await sql`lock table settings`.execute(tx);
        const other = database.db.transaction().execute((second) => sql`lock table settings`.execute(second));
        await expect(other).rejects.toMatchObject({ code: '55P03' });
        await sql`select 1`.execute(tx);
      });
    } finally {
      await holder.close();
    }
  });

  it('ends a transaction in which nothing goes on', async () => {
    const stuck = database.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await new Promise((later) => setTimeout(later, 1500));
      await sql`select 1`.execute(tx);
    });
    await expect(stuck).rejects.toThrow(/not queryable|terminat|idle/i);
  });

  it('waits for what may take hours, and is bounded again afterwards', async () => {
    await database.db.connection().execute(async (session) => {
      await withoutTimeouts(session, () => sql`select pg_sleep(0.6)`.execute(session));
      const { rows } = await sql`show statement_timeout`.execute(session);
      expect(rows).toEqual([{ statement_timeout: '300ms' }]);
    });
    await database.db.transaction().execute(async (tx) => {
      await liftTimeouts(tx);
      await sql`select pg_sleep(0.6)`.execute(tx);
    });
    await expect(sql`select pg_sleep(60)`.execute(database.db)).rejects.toMatchObject({ code: '57014' });
  });

  it('is bounded without anybody asking, and files by their reader alone', async () => {
    const usual = await connectDatabase({ databaseUrl: test.url, dataDir: '', log });
    try {
      const shown = async (pool: typeof usual.pool) => {
        const { rows } = await pool.query(`select setting::int as ms from pg_settings
          where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
          order by name`);
        return rows.map(({ ms }) => ms);
      };
      const { idleInTransaction, lock, statement } = usualTimeouts;
      expect(await shown(usual.pool)).toEqual([idleInTransaction, lock, statement]);
      expect(await shown(usual.exports)).toEqual([0, lock, 0]);
    } finally {
      await usual.close();
    }
  });
});
