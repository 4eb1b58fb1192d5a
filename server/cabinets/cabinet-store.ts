import { type Kysely, sql } from 'kysely';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { type CabinetStatus, type CabinetStep, cabinetSteps } from '#contract/cabinet.ts';
import type { CabinetRow, CabinetStepRow, ClientRow, Tables } from '#server/db/tables.ts';

/** SQL of cabinets. `clients.domain` and `clients.cabinet_status` belong to this module. */

export interface StoredCabinet {
  client: ClientRow;
  cabinet: CabinetRow | undefined;
  /** In the order of creation; empty before there is a cabinet. */
  steps: CabinetStepRow[];
}

export async function findCabinet(
  db: Kysely<Tables>,
  clientId: string,
  { lock = false } = {},
): Promise<StoredCabinet | undefined> {
  const query = db.selectFrom('clients').selectAll().where('id', '=', clientId);
  const client = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!client) return undefined;
  const cabinet = await db
    .selectFrom('cabinets')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  const rows = await db.selectFrom('cabinet_steps').selectAll().where('client_id', '=', clientId).execute();
  const steps = cabinetSteps.flatMap((step) => rows.find((row) => row.step === step) ?? []);
  return { client, cabinet, steps };
}

export async function insertCabinet(db: Kysely<Tables>, row: CabinetRow): Promise<void> {
  await db.insertInto('cabinets').values(row).execute();
  await db
    .insertInto('cabinet_steps')
    .values(cabinetSteps.map((step) => ({ client_id: row.client_id, step, state: 'pending' as const })))
    .execute();
}

export async function setCabinetStatus(
  db: Kysely<Tables>,
  clientId: string,
  status: CabinetStatus,
  now: Date,
): Promise<void> {
  await db
    .updateTable('clients')
    .set({ cabinet_status: status, updated_at: now })
    .where('id', '=', clientId)
    .execute();
}

export async function updateStep(
  db: Kysely<Tables>,
  clientId: string,
  step: CabinetStep,
  changes: Partial<Omit<CabinetStepRow, 'client_id' | 'step'>>,
): Promise<void> {
  await db
    .updateTable('cabinet_steps')
    .set(changes)
    .where('client_id', '=', clientId)
    .where('step', '=', step)
    .execute();
}

/** Counts an attempt and says which one it is. */
export async function beginStep(
  db: Kysely<Tables>,
  clientId: string,
  step: CabinetStep,
  now: Date,
): Promise<number> {
  const { attempts } = await db
    .updateTable('cabinet_steps')
    .set({
      state: 'running',
      attempts: sql`attempts + 1`,
      started_at: sql`coalesce(started_at, ${now})`,
    })
    .where('client_id', '=', clientId)
    .where('step', '=', step)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}

export async function updateCabinet(
  db: Kysely<Tables>,
  clientId: string,
  changes: Partial<Omit<CabinetRow, 'client_id'>>,
): Promise<void> {
  await db.updateTable('cabinets').set(changes).where('client_id', '=', clientId).execute();
}

/** Gives the client a domain; false when somebody has it already. */
export async function claimDomain(db: Kysely<Tables>, clientId: string, domain: string): Promise<boolean> {
  const taken = await db.selectFrom('clients').select('id').where('domain', '=', domain).executeTakeFirst();
  if (taken) return false;
  try {
    await db.updateTable('clients').set({ domain }).where('id', '=', clientId).execute();
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Clients whose cabinet is being made, whoever does it. */
export async function clientsInCreation(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('clients')
    .select('id')
    .where('cabinet_status', '=', 'creating')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Clients whose cabinet runs though it should not, or the other way round (`wanted-state.ts` has the rule). */
export async function clientsToSettle(db: Kysely<Tables>): Promise<string[]> {
  const rests = sql<boolean>`(deleted_at is not null or status in ('blocked', 'archived'))`;
  const rows = await db
    .selectFrom('clients')
    .select('id')
    .where(
      sql<boolean>`(cabinet_status = 'active' and ${rests}) or (cabinet_status = 'suspended' and not ${rests})`,
    )
    .limit(1000)
    .execute();
  return rows.map(({ id }) => id);
}

/** Seconds that the latest creations took, in the middle; null before there are any. */
export async function measuredCreationSeconds(db: Kysely<Tables>): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from ready_at - started_at)) as seconds
    from (select ready_at, started_at from cabinets where ready_at is not null order by ready_at desc limit 50) latest
  `.execute(db);
  const seconds = rows[0]?.seconds;
  return seconds === null || seconds === undefined ? null : Math.max(1, Math.ceil(seconds));
}

/**
 * Runs alone on a client's cabinet, on a connection that holds an advisory lock: a process that dies frees it at
 * once, and one that lost its connection can write nothing more. Undefined when somebody else is at it.
 */
export function alone<Result>(
  db: Kysely<Tables>,
  clientId: string,
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result | undefined> {
  return db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${`cabinet ${clientId}`}, 0)`;
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(
      connection,
    );
    if (!rows[0]?.locked) return undefined;
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}

/** How many clients there are by the status of their cabinet, deleted ones left out. */
export async function countCabinets(db: Kysely<Tables>): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('clients')
    .select(['cabinet_status', sql<number>`count(*)`.as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('cabinet_status')
    .execute();
  return Object.fromEntries(rows.map(({ cabinet_status, count }) => [cabinet_status, count]));
}
