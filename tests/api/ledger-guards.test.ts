import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/tables.ts';
import { insertLines, linesInsert } from '#server/wallet/ledger-store.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { latestProof } from '#server/wallet/proof-store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { waitsForLock } from '#tests/support/races/waits-for-lock.ts';
import {
  clientRow,
  likeThis,
  linesOf,
  newTariff,
  subscriber,
} from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let db: Db;
let id: string;
let other: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  db = app.platform.database.db;
  const tariffId = await newTariff(app);
  ({ id } = await subscriber(app, { tariffId, balance: 1_000 }));
  ({ id: other } = await subscriber(app, { tariffId, balance: 2_000 }));
});
afterAll(() => app.close());

const line = (clientId: string, amount: number, balanceAfter: number) => ({
  id: crypto.randomUUID(),
  client_id: clientId,
  kind: 'bonus' as const,
  amount,
  balance_after: balanceAfter,
  created_at: app.clock.now(),
  value_date: '2026-01-15',
});

describe('somebody who writes straight to the database', () => {
  it.each([
    ['changes a balance', () => sql`update clients set balance = 5 where id = ${id}`],
    ['changes a balance beside others', () => sql`update clients set balance = balance + 1, name = 'x'`],
    ['empties a balance', () => sql`update clients set balance = null where id = ${id}`],
    ['changes a line', () => sql`update ledger_entries set amount = 5`],
    ['changes a note', () => sql`update ledger_entries set note = 'x' where client_id = ${id}`],
    ['deletes lines', () => sql`delete from ledger_entries where client_id = ${id}`],
    ['empties the ledger', () => sql`truncate ledger_entries cascade`],
    ['deletes a client with lines', () => sql`delete from clients where id = ${id}`],
    [
      'chooses the place of a line',
      () => sql`insert into ledger_entries
      (id, client_id, kind, amount, balance_after, created_at, value_date, position)
      values (gen_random_uuid(), ${id}, 'bonus', 1, 1001, now(), current_date, 1)`,
    ],
    [
      'puts a line before another that leads on from nothing',
      () => sql`insert into ledger_entries
      (id, client_id, kind, amount, balance_after, created_at, value_date, position) overriding system value
      values (gen_random_uuid(), ${id}, 'bonus', 1000, 1000, now(), current_date, -1)`,
    ],
    [
      'takes a line back twice',
      () => sql`insert into ledger_entries (id, client_id, kind, amount, balance_after, created_at, value_date, reverses_id)
      select gen_random_uuid(), client_id, 'reversal', twice.amount, twice.after, now(), current_date, l.id
      from ledger_entries l, (values (-1000, 0), (1000, 1000)) twice (amount, after) where client_id = ${id}`,
    ],
  ])('is refused when it %s', async (_what, statement) => {
    await expect(statement().execute(db)).rejects.toThrow();
    expect((await clientRow(app, id)).balance).toBe(1_000);
    expect(await linesOf(app, id)).toHaveLength(1);
  });

  it.each([
    ['does not lead to the balance', () => [line(id, 100, 1_101)]],
    ['is of nothing', () => [line(id, 0, 1_000)]],
    ['leads there only at the end', () => [line(id, 100, 1_200), line(id, 100, 1_200)]],
    ['is wrong for one of two clients', () => [line(other, 5, 2_005), line(id, 5, 1_004)]],
  ])('is refused a line that %s', async (_what, lines) => {
    await expect(insertLines(db, lines())).rejects.toThrow();
    expect((await clientRow(app, id)).balance).toBe(1_000);
    expect((await clientRow(app, other)).balance).toBe(2_000);
  });

  it('is refused a client who begins with money', async () => {
    const { email_key: _key, discounts: _none, ...row } = await clientRow(app, id);
    const copy = {
      ...row,
      id: crypto.randomUUID(),
      email: 'a@b.example',
      email_key: 'a@b.example',
      phone_e164: '+1',
    };
    await expect(db.insertInto('clients').values(copy).execute()).rejects.toThrow(/balance/);
  });

  it('moves the balance by lines alone, several clients at once', async () => {
    await insertLines(db, [
      line(id, 10, 1_010),
      line(other, -20, 1_980),
      line(id, -10, 1_000),
      line(other, 20, 2_000),
    ]);
    expect((await clientRow(app, id)).balance).toBe(1_000);
    expect((await linesOf(app, id)).map(({ amount }) => amount)).toEqual([1_000, 10, -10]);
  });
});

describe('a balance said beside its lines, in one statement', () => {
  const said = (balance: number) =>
    sql`with lines as (${linesInsert([line(id, 10, 1_010)])})
      update clients set balance = ${balance}, name = 'x' where id = ${id}`.execute(db);

  it('is refused when they do not lead to it', async () => {
    await expect(said(1_011)).rejects.toThrow(/only changes with a ledger entry/);
    expect(await clientRow(app, id)).toMatchObject({ balance: 1_000, name: expect.not.stringMatching('x') });
  });

  it('is written with whatever else changes', async () => {
    await said(1_010);
    expect(await clientRow(app, id)).toMatchObject({ balance: 1_010, name: 'x' });
    await insertLines(db, [line(id, -10, 1_000)]);
  });
});

describe('two who write lines and lock nothing', () => {
  it.each([
    ['lead on from the same balance', [added(5, 1_005)], [added(5, 1_005)]],
    ['come in between', [added(5, 1_005)], [added(7, 1_007), added(-7, 1_000)]],
  ])('are not both believed when they %s', async (_what, first, second) => {
    const lines = (all: { amount: number; after: number }[]) =>
      all.map(({ amount, after }) => line(other, amount, after + 1_000));
    const begun = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const slow = db.transaction().execute(async (tx) => {
      await insertLines(tx, lines(first));
      begun.resolve();
      await gone.promise;
    });
    await begun.promise;
    const refused = expect(insertLines(db, lines(second))).rejects.toThrow(/do not lead to its balance/);
    await waitsForLock(app);
    gone.resolve();
    await slow;
    await refused;
    expect((await verifyLedger(app.platform, app.clock.now())).broken_client_ids).toEqual([]);
    await insertLines(db, [line(other, -5, 2_000)]);
  });

  it('are not both believed when one writes a line while the other is between two', async () => {
    const key = 4711;
    const [half, rest] = [line(other, 7, 2_007), line(other, -7, 2_000)];
    const gate = await app.platform.database.pool.connect();
    await gate.query('select pg_advisory_lock($1)', [key]);
    const columns = sql`id, client_id, kind, amount, balance_after, created_at, value_date`;
    const values = ({ id: lineId, kind, amount, balance_after }: ReturnType<typeof line>) =>
      sql`(${lineId}::uuid, ${other}::uuid, ${kind}, ${amount}::bigint, ${balance_after}::bigint, now(), current_date)`;
    const slow = sql`
      insert into ledger_entries (${columns}) select ${columns}
      from (values ${values(half)}, ${values(rest)}) lines (${columns})
      where amount > 0 or pg_advisory_xact_lock(${key}) is not null`.execute(db);
    const refused = expect(slow).rejects.toThrow(/do not lead to its balance/);
    await waitsForLock(app);
    await insertLines(db, [line(other, 5, 2_005)]);
    await gate.query('select pg_advisory_unlock($1)', [key]);
    gate.release();
    await refused;
    expect((await verifyLedger(app.platform, app.clock.now())).broken_client_ids).toEqual([]);
    await insertLines(db, [line(other, -5, 2_000)]);
  });

  it('take the wallets in the order of their ids, whatever that of the lines, so that none waits for the other', async () => {
    const more = await likeThis(app, { id: other }, 40);
    const [first = '', ...rest] = more.toSorted();
    const lines = more
      .toSorted()
      .reverse()
      .map((clientId) => line(clientId, 1, 2_001));
    const held = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const holder = db.transaction().execute(async (tx) => {
      await sql`select from clients where id = ${first} for no key update`.execute(tx);
      held.resolve();
      await gone.promise;
    });
    await held.promise;
    const writer = insertLines(db, lines);
    await waitsForLock(app);
    // A writer that waits for the first client must not lock those after it.
    const { rows: free } = await sql`
      select from clients where id = any(${rest}::uuid[]) for no key update skip locked`.execute(db);
    gone.resolve();
    await Promise.all([holder, writer]);
    expect(free).toHaveLength(rest.length);
  });

  function added(amount: number, after: number) {
    return { amount, after };
  }
});

describe('the proof', () => {
  it('finds every wallet in order, and is kept for the dashboard', async () => {
    const now = app.clock.now();
    const proof = await verifyLedger(app.platform, now);
    expect(proof).toMatchObject({ broken_client_ids: [], total: 3_000 + 40 * 2_001 });
    expect(await latestProof(db)).toEqual(proof);
  });

  it('names a wallet that somebody with the keys to the database has broken', async () => {
    await db.transaction().execute(async (tx) => {
      await sql`alter table clients disable trigger clients_balance_change`.execute(tx);
      await sql`update clients set balance = balance + 1 where id = ${other}`.execute(tx);
      await sql`alter table clients enable trigger clients_balance_change`.execute(tx);
    });
    expect((await verifyLedger(app.platform, app.clock.now())).broken_client_ids).toEqual([other]);
    // A line with a wrong balance, although the sum is right.
    await db.transaction().execute(async (tx) => {
      await sql`alter table ledger_entries disable trigger ledger_append_only`.execute(tx);
      await sql`update ledger_entries set balance_after = balance_after + 1 where client_id = ${id}`.execute(
        tx,
      );
      await sql`alter table ledger_entries enable trigger ledger_append_only`.execute(tx);
    });
    expect((await verifyLedger(app.platform, app.clock.now())).broken_client_ids).toEqual(
      [id, other].toSorted(),
    );
  });
});
