import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { columnTypes } from '#server/db/column-types.ts';
import type { Tables } from '#server/db/tables.ts';
import { keepAnswer } from '#server/reports/keep-answer.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';

/** Two processes with one dashboard. */
let database: TestDatabase;
let db: Kysely<Tables>;
let worked: number;
beforeAll(async () => {
  database = await freshDatabase();
  const pool = new pg.Pool({ ...database.connection, types: columnTypes });
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  worked = 0;
  await db.deleteFrom('kept_reports').execute();
});

const minute = 60_000;
const at = (ms: number) => new Date(Date.parse('2026-11-23T10:00:00Z') + ms);
const ofProcess = () =>
  keepAnswer({ db, name: 'figures', lastsMs: minute }, async (key: string) => {
    worked += 1;
    return { key, turn: worked };
  });

describe('an answer that is kept', () => {
  it('is the very same from every process until its time is over, a key for itself', async () => {
    const [one, other] = [ofProcess(), ofProcess()];
    const first = await one('a', at(0));
    expect(await other('a', at(minute - 1))).toEqual(first);
    expect(await one('a', at(minute - 1))).toEqual(first);
    expect(await other('b', at(0))).toEqual({ key: 'b', turn: 2 });
    const next = await other('a', at(minute));
    expect(next).toEqual({ key: 'a', turn: 3 });
    expect(await one('a', at(minute + 1))).toEqual(next);
  });

  it('is worked out once at a time, and one of two processes wins for both', async () => {
    const [one, other] = [ofProcess(), ofProcess()];
    const answers = await Promise.all([
      one('a', at(0)),
      one('a', at(0)),
      other('a', at(5)),
      other('a', at(5)),
    ]);
    expect(worked).toBeLessThanOrEqual(2);
    expect(new Set(answers.map(({ turn }) => turn)).size).toBe(1);
  });

  it('is not believed by a clock that was set back, and not kept when it failed', async () => {
    const one = ofProcess();
    await one('a', at(0));
    expect(await one('a', at(-2 * minute))).toEqual({ key: 'a', turn: 2 });
    let tries = 0;
    const failing = keepAnswer({ db, name: 'failing', lastsMs: minute }, async () => {
      tries += 1;
      if (tries === 1) throw new Error('not now');
      return tries;
    });
    await expect(failing('a', at(0))).rejects.toThrow('not now');
    expect(await failing('a', at(0))).toBe(2);
  });
});
