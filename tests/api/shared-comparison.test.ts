import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CabinetDriver, DriverError, type Found } from '#server/cabinets/drivers/driver.ts';
import { driversOf } from '#server/cabinets/drivers/drivers.ts';
import { compareCabinets } from '#server/cabinets/comparison/compare-cabinets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

/** The comparison of all cabinets, shared by several workers (decision 225). */
const count = 14;
/** Five parts. */
const size = 3;
const parts = 5;
let app: TestApp;
let ids: string[];
let probed: string[];
/** Who is in the inventory without a client. */
let strangers: string[];
let answer: (clientId: string) => Promise<number>;

beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  ids = (await withCabinets(app)).toSorted();
});
afterAll(() => app.close());
beforeEach(async () => {
  [probed, strangers] = [[], []];
  answer = () => Promise.resolve(200);
  await db().deleteFrom('comparison_parts').execute();
  await db().deleteFrom('cabinet_findings').execute();
  await db().deleteFrom('reconciliations').execute();
  await sql`delete from jobs.job`.execute(db());
});

const db = () => app.platform.database.db;

/** Clients whose cabinets nobody made: the driver below answers for them. */
async function withCabinets(where: TestApp): Promise<string[]> {
  const tariffId = await newTariff(where, { month: 0 });
  const made: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const more = { domain: `shared-${number}.localhost`, cabinet_status: 'active' as const };
    made.push((await subscriber(where, { tariffId, endsIn: 20, more })).id);
  }
  await where.platform.database.db
    .insertInto('cabinets')
    .values(
      made.map((id) => ({
        client_id: id,
        driver: 'embedded',
        secret_sealed: '',
        reference: id,
        started_at: where.clock.now(),
      })),
    )
    .execute();
  return made;
}

/** Another worker on the same cabinets. */
function worker() {
  const no = () => Promise.reject(new DriverError('failed', 'not in this test'));
  const embedded: CabinetDriver = {
    create: no,
    suspend: no,
    resume: no,
    backup: no,
    destroy: no,
    async probe({ clientId }) {
      probed.push(clientId);
      return { answered: true, status: await answer(clientId) };
    },
    async *inventory() {
      for (const clientId of [...ids, ...strangers]) yield found(clientId);
    },
  };
  return { ...app.platform, drivers: driversOf('embedded', { embedded }) };
}

const found = (clientId: string): Found => ({ clientId, database: true, instance: 'active', domain: null });
const compare = () => compareCabinets(worker(), { size });
const reports = () => db().selectFrom('reconciliations').selectAll().execute();

/** Answers nobody until `many` cabinets are asked, and then everybody. */
function untilAsked(many: number): Promise<void> {
  const asked = Promise.withResolvers<void>();
  answer = async () => {
    if (probed.length >= many) asked.resolve();
    await asked.promise;
    return 200;
  };
  return asked.promise;
}

describe('a comparison', () => {
  it('is divided among the workers: each cabinet once, and one report', async () => {
    // Each waits until all three have a part.
    const all = untilAsked(3 * size);
    const results = await Promise.all([compare(), compare(), compare()]);
    await all;
    expect(results.filter((result) => result !== undefined)).toEqual([{ cabinets: count, differing: 0 }]);
    expect(probed.toSorted()).toEqual(ids.toSorted());
    expect(await reports()).toMatchObject([{ cabinets: count, differing: 0 }]);
    expect(await db().selectFrom('comparison_parts').selectAll().execute()).toEqual([]);
  });

  it('calls a helper for each further part', async () => {
    await compare();
    const { rows } = await sql<{ helper: number }>`
      select (data->>'helper')::int as helper from jobs.job where name = 'compare-parts' order by 1`.execute(
      db(),
    );
    expect(rows.map(({ helper }) => helper)).toEqual(Array.from({ length: parts - 1 }, (_, place) => place));
  });

  it('of few cabinets calls nobody', async () => {
    await compareCabinets(worker());
    const { rows } = await sql`select from jobs.job where name = 'compare-parts'`.execute(db());
    expect(rows).toEqual([]);
    expect(probed.length).toBe(count);
  });

  it('finds what nobody owns once, wherever its id lies', async () => {
    strangers = [
      '00000000-0000-7000-8000-000000000000',
      randomUUID(),
      'ffffffff-ffff-7fff-bfff-ffffffffffff',
    ];
    strangers.push(`${ids[4]?.slice(0, -1)}${ids[4]?.endsWith('a') ? 'b' : 'a'}`);
    await Promise.all([compare(), compare()]);
    const findings = await db()
      .selectFrom('cabinet_findings')
      .select(['client_id', 'kind', 'times_seen'])
      .orderBy('client_id')
      .execute();
    expect(findings).toEqual(
      strangers
        .toSorted()
        .map((client_id) => ({ client_id, kind: 'database_without_client', times_seen: 1 })),
    );
  });

  it('counts a difference once, and lists it after the third', async () => {
    answer = (clientId) => Promise.resolve(clientId === ids[0] || clientId === ids[13] ? 500 : 200);
    const seen = () => db().selectFrom('cabinet_findings').select(['kind', 'times_seen']).execute();
    for (const times of [1, 2]) {
      await Promise.all([compare(), compare()]);
      expect(await seen()).toEqual(Array(2).fill({ kind: 'silent', times_seen: times }));
      app.clock.advance(180);
    }
    const results = await Promise.all([compare(), compare()]);
    expect(results).toContainEqual({ cabinets: count, differing: 2 });
  });
});

describe('a cabinet that is silent', () => {
  const findings = () => db().selectFrom('cabinet_findings').select(['client_id', 'kind']).execute();
  const timesAsked = () => ids.map((id) => probed.filter((one) => one === id).length);

  it('while many are asked at once is asked again, and is no difference when it answers then', async () => {
    answer = (clientId) => Promise.resolve(timesAsked()[ids.indexOf(clientId)] === 1 ? 503 : 200);
    expect(await compareCabinets(worker())).toEqual({ cabinets: count, differing: 0 });
    expect(timesAsked()).toEqual(Array(count).fill(2));
    expect(await findings()).toEqual([]);
  });

  it('like all others of its host is not waited for again', async () => {
    answer = () => Promise.resolve(503);
    await compareCabinets(worker());
    expect(timesAsked().toSorted()).toEqual([...Array(count - 8).fill(1), ...Array(8).fill(2)]);
    expect(await findings()).toHaveLength(count);
  });
});

describe('a worker that dies in the middle', () => {
  /** One that has begun with the first part, and never goes on. */
  async function stuck() {
    const asked = Promise.withResolvers<void>();
    const goes = Promise.withResolvers<void>();
    answer = async (clientId) => {
      if (clientId !== ids[0]) return 200;
      asked.resolve();
      await goes.promise;
      return 200;
    };
    const work = compare();
    work.catch(() => undefined); // its connection is cut later
    await asked.promise;
    answer = () => Promise.resolve(200);
    return { work, goOn: goes.resolve };
  }

  async function cut(): Promise<void> {
    const { comparison_id: id } = await db()
      .selectFrom('comparison_parts')
      .select('comparison_id')
      .where('place', '=', 1)
      .executeTakeFirstOrThrow();
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended(${`comparison ${id} 1`}, 0)`.execute(
      db(),
    );
    expect(rows.length).toBe(1);
  }

  it('leaves its part to another, and the report is one', async () => {
    const { work, goOn } = await stuck();
    // While it lives, only its part is left to it.
    expect(await compare()).toBeUndefined();
    expect(probed.toSorted()).toEqual(ids.toSorted());
    expect(await reports()).toEqual([]);
    await cut();
    const result = await until('the part of the dead', compare);
    expect(result).toEqual({ cabinets: count, differing: 0 });
    goOn();
    await expect(work).rejects.toThrow();
    expect(await reports()).toMatchObject([{ cabinets: count, differing: 0 }]);
  });

  it('for long leaves nothing that counts', async () => {
    const { work, goOn } = await stuck();
    await cut();
    app.clock.advance(600);
    const since = app.clock.now();
    probed = [];
    expect(await compare()).toEqual({ cabinets: count, differing: 0 });
    expect(probed.toSorted()).toEqual(ids.toSorted());
    goOn();
    await expect(work).rejects.toThrow();
    const [report] = await reports();
    expect(report?.started_at.getTime()).toBeGreaterThanOrEqual(since.getTime());
  });
});

it('is helped by the jobs of the workers', async () => {
  const other = await startApp();
  try {
    await withCabinets(other);
    await compareCabinets(other.platform, { size });
    const report = await until('the report', () =>
      other.platform.database.db.selectFrom('reconciliations').selectAll().executeTakeFirst(),
    );
    expect(report.cabinets).toBe(count);
  } finally {
    await other.close();
  }
});
