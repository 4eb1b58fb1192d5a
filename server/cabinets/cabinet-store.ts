import { type Insertable, sql, type Updateable } from 'kysely';
import { alone as aloneWith } from '#server/db/alone.ts';
import type { ProvisionerAnswer } from '#contract/cabinets/provisioner.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { type CabinetStatus, type CabinetTask, taskSteps } from '#contract/cabinets/cabinet.ts';
import type {
  CabinetRow,
  CabinetStepRow,
  CabinetStepTable,
  CabinetTable,
  ClientRow,
  Db,
} from '#server/db/tables.ts';

/** SQL for cabinets. Only this module writes `clients.domain` and `clients.cabinet_status`. */

export interface StoredCabinet {
  client: ClientRow;
  cabinet: CabinetRow | undefined;
  /** The steps of every task so far, each in its latest run. */
  steps: CabinetStepRow[];
}

export async function findCabinet(
  db: Db,
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
  const steps = await db.selectFrom('cabinet_steps').selectAll().where('client_id', '=', clientId).execute();
  return { client, cabinet, steps };
}

/** Whether a client has been invited, or has a password: signed up by itself. */
export async function isWrittenTo(
  tx: Db,
  { id, password_hash }: { id: string; password_hash: string | null },
): Promise<boolean> {
  if (password_hash !== null) return true;
  const invitation = await tx
    .selectFrom('emails')
    .select('id')
    .where('client_id', '=', id)
    .where('kind', '=', 'client_invitation')
    .limit(1)
    .executeTakeFirst();
  return invitation !== undefined;
}

/** The steps of one task, in its order; empty when there has been none. */
export function stepsOf({ steps }: StoredCabinet, task: CabinetTask): CabinetStepRow[] {
  return taskSteps[task].flatMap((step) => steps.find((row) => row.task === task && row.step === step) ?? []);
}

/** The suspended cabinet with this name, and why it is suspended. */
export async function findSuspended(
  db: Db,
  domain: string,
): Promise<{ clientId: string; reason: string } | undefined> {
  const found = await db
    .selectFrom('clients as c')
    .innerJoin('cabinets as k', 'k.client_id', 'c.id')
    .select(['c.id', 'k.suspended_for'])
    .where((eb) => eb.or([eb('c.domain', '=', domain), eb('c.own_domain', '=', domain)]))
    .where('c.cabinet_status', '=', 'suspended')
    .executeTakeFirst();
  return found && { clientId: found.id, reason: found.suspended_for ?? 'other' };
}

/** Whether a client's cabinet has this name, also while it is made or suspended. */
export async function hasCabinetNamed(db: Db, domain: string): Promise<boolean> {
  const found = await db
    .selectFrom('clients')
    .select('id')
    .where('domain', '=', domain)
    .where('cabinet_status', 'in', ['creating', 'active', 'suspended', 'failed'])
    .executeTakeFirst();
  return found !== undefined;
}

/** Begins a task from its first step, whatever happened to it before. */
export async function putTask(
  db: Db,
  clientId: string,
  { task, by = null }: { task: CabinetTask; by?: string | null },
): Promise<void> {
  await updateCabinet(db, clientId, { task, task_by: by });
  await db.deleteFrom('cabinet_steps').where('client_id', '=', clientId).where('task', '=', task).execute();
  await db
    .insertInto('cabinet_steps')
    .values(taskSteps[task].map((step) => ({ client_id: clientId, task, step, state: 'pending' as const })))
    .execute();
}

/** Cabinets for clients that never had one, each with its creation still to do. */
export async function putNewCabinets(db: Db, rows: readonly Insertable<CabinetTable>[]): Promise<void> {
  if (rows.length === 0) return;
  const task = 'create';
  await db
    .insertInto('cabinets')
    .values(rows.map((row) => ({ ...row, task })))
    .execute();
  await db
    .insertInto('cabinet_steps')
    .values(
      rows.flatMap(({ client_id }) =>
        taskSteps[task].map((step) => ({ client_id, task, step, state: 'pending' as const })),
      ),
    )
    .execute();
  const ids = rows.map(({ client_id }) => client_id);
  await db.updateTable('clients').set({ cabinet_status: 'creating' }).where('id', 'in', ids).execute();
}

/** Without a new version of the client: it stops nobody who changes the client meanwhile or undoes a change. */
export async function setCabinetStatus(db: Db, clientId: string, status: CabinetStatus): Promise<void> {
  await db.updateTable('clients').set({ cabinet_status: status }).where('id', '=', clientId).execute();
}

export async function updateStep(
  db: Db,
  { client_id, task, step }: Pick<CabinetStepRow, 'client_id' | 'task' | 'step'>,
  changes: Updateable<CabinetStepTable>,
): Promise<void> {
  await db
    .updateTable('cabinet_steps')
    .set(changes)
    .where('client_id', '=', client_id)
    .where('task', '=', task)
    .where('step', '=', step)
    .execute();
}

/** What the steps of every task left; a driver's words may name the client. */
export async function deleteSteps(tx: Db, clientId: string): Promise<void> {
  await tx.deleteFrom('cabinet_steps').where('client_id', '=', clientId).execute();
}

/** Counts an attempt, and gives the operation its id if it has none. */
export async function beginStep(
  db: Db,
  { client_id, task, step }: Pick<CabinetStepRow, 'client_id' | 'task' | 'step'>,
  { now, operationId }: { now: Date; operationId: string },
): Promise<{ attempts: number; operationId: string }> {
  const row = await db
    .updateTable('cabinet_steps')
    .set({
      state: 'running',
      attempts: sql`attempts + 1`,
      started_at: sql`coalesce(started_at, ${now})`,
      operation_id: sql`coalesce(operation_id, ${operationId}::uuid)`,
    })
    .where('client_id', '=', client_id)
    .where('task', '=', task)
    .where('step', '=', step)
    .returning(['attempts', 'operation_id'])
    .executeTakeFirstOrThrow();
  return { attempts: row.attempts, operationId: row.operation_id ?? operationId };
}

/** Stores what a call-back said. Returns the client's id when that operation waits for it, else undefined. */
export async function noteAnswer(
  db: Db,
  operationId: string,
  answer: ProvisionerAnswer,
): Promise<string | undefined> {
  const row = await db
    .updateTable('cabinet_steps')
    .set({ answer: JSON.stringify(answer) })
    .where('operation_id', '=', operationId)
    .where('state', '=', 'running')
    .where('answer', 'is', null)
    .returning('client_id')
    .executeTakeFirst();
  return row?.client_id;
}

export async function updateCabinet(
  db: Db,
  clientId: string,
  changes: Partial<Omit<CabinetRow, 'client_id'>>,
): Promise<void> {
  await db.updateTable('cabinets').set(changes).where('client_id', '=', clientId).execute();
}

/** Gives the client a domain; false when somebody has it already. */
export async function claimDomain(db: Db, clientId: string, domain: string): Promise<boolean> {
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

/** Takes a client's domain away, so others can have it. */
export async function freeDomain(db: Db, clientId: string): Promise<void> {
  await db.updateTable('clients').set({ domain: null }).where('id', '=', clientId).execute();
}

/** The colleague whom a deletion names. */
export async function colleagueById(db: Db, id: string): Promise<{ id: string; name: string } | null> {
  const user = await db.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  return user ?? null;
}

/** Clients with work under way on their cabinet, in any process; a failed creation waits for a person. */
export async function clientsWithTasks(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('cabinets as k')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .select('k.client_id')
    .where('k.task', 'is not', null)
    .where(
      sql<boolean>`not (k.task = 'create' and (c.cabinet_status = 'failed' or c.deleted_at is not null))`,
    )
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** Clients with a cabinet that is not as their state wants it, and without a task (`wanted-state.ts` has the rule). */
export async function clientsToSettle(db: Db): Promise<string[]> {
  const rests = sql<boolean>`(c.deleted_at is not null or c.status in ('blocked', 'archived'))`;
  const rows = await db
    .selectFrom('clients as c')
    .innerJoin('cabinets as k', 'k.client_id', 'c.id')
    .select('c.id')
    .where('k.task', 'is', null)
    .where(
      sql<boolean>`(c.cabinet_status = 'active' and ${rests})
        or (c.cabinet_status = 'suspended' and not ${rests})
        or (c.cabinet_status = 'suspended' and c.status = 'archived' and c.deleted_at is null)
        or (c.cabinet_status = 'deleted' and not ${rests} and c.status <> 'unconfirmed')`,
    )
    .limit(1000)
    .execute();
  return rows.map(({ id }) => id);
}

/** The median of the seconds that the latest creations took; null before there are any. */
export async function measuredCreationSeconds(db: Db): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from ready_at - started_at)) as seconds
    from (select ready_at, started_at from cabinets where ready_at is not null order by ready_at desc limit 50) latest
  `.execute(db);
  const seconds = rows[0]?.seconds;
  return seconds === null || seconds === undefined ? null : Math.max(1, Math.ceil(seconds));
}

/** Runs work that must be alone on a client's cabinet. Undefined when another process does some. */
export function alone<Result>(
  db: Db,
  clientId: string,
  work: (connection: Db) => Promise<Result>,
): Promise<Result | undefined> {
  return aloneWith(db, `cabinet ${clientId}`, work);
}

/** How many clients there are by the status of their cabinet, deleted ones left out. */
export async function countCabinets(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('clients')
    .select(['cabinet_status', sql<number>`count(*)`.as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('cabinet_status')
    .execute();
  return Object.fromEntries(rows.map(({ cabinet_status, count }) => [cabinet_status, count]));
}
