import type { Insertable, Selectable } from 'kysely';
import type { CabinetStatus } from '#contract/cabinets/cabinet.ts';
import type { ComparisonPartRow, Db, Tables } from '#server/db/tables.ts';

/** A cabinet without a task under way. */
export interface RestingCabinet {
  client_id: string;
  domain: string | null;
  driver: string;
  host: string | null;
  status: CabinetStatus;
}

/** Those of a part. */
export async function cabinetsOfPart(
  db: Db,
  { after_id, up_to_id }: Pick<ComparisonPartRow, 'after_id' | 'up_to_id'>,
): Promise<RestingCabinet[]> {
  return resting(db)
    .where('k.client_id', '>', after_id)
    .$if(up_to_id !== null, (query) => query.where('k.client_id', '<=', up_to_id))
    .execute();
}

export async function restingCabinet(db: Db, clientId: string): Promise<RestingCabinet | undefined> {
  return resting(db).where('k.client_id', '=', clientId).executeTakeFirst();
}

function resting(db: Db) {
  return db
    .selectFrom('cabinets as k')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .select(['k.client_id', 'c.domain', 'k.driver', 'k.host', 'c.cabinet_status as status'])
    .where('k.task', 'is', null);
}

/** Which of these clients have a cabinet, whatever its task is. */
export async function clientsWithCabinetsAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('cabinets').select('client_id').where('client_id', 'in', ids).execute();
  return new Set(rows.map(({ client_id }) => client_id));
}

/** Whether a client's cabinet is, or is being moved, where something was seen; always false with one host. */
export async function isCabinetAt(
  db: Db,
  { client_id, host }: { client_id: string; host: string | null },
): Promise<boolean> {
  if (host === null) return false;
  const found = await db
    .selectFrom('cabinets as k')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .select(['k.host', 'k.second_host'])
    .where('k.client_id', '=', client_id)
    .where('c.cabinet_status', 'in', ['creating', 'active', 'suspended'])
    .executeTakeFirst();
  if (!found) return false;
  return found.host === null || found.host === host || found.second_host === host;
}

/** The name of a client, also a deleted one; null when there is none with that id. */
export async function clientNameOf(db: Db, clientId: string): Promise<string | null> {
  const client = await db.selectFrom('clients').select('name').where('id', '=', clientId).executeTakeFirst();
  return client?.name ?? null;
}

/** Whether nothing of a client may be kept. */
export async function isErased(db: Db, clientId: string): Promise<boolean> {
  const client = await db
    .selectFrom('clients')
    .select('erased_at')
    .where('id', '=', clientId)
    .executeTakeFirst();
  return client?.erased_at != null;
}

export function latestComparison(db: Db): Promise<Selectable<Tables['reconciliations']> | undefined> {
  return db
    .selectFrom('reconciliations')
    .selectAll()
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Adds a comparison to the history, and deletes those that finished before a moment. */
export async function putComparison(
  db: Db,
  row: Insertable<Tables['reconciliations']>,
  { dropBefore }: { dropBefore: Date },
): Promise<void> {
  await db.insertInto('reconciliations').values(row).execute();
  await db.deleteFrom('reconciliations').where('finished_at', '<', dropBefore).execute();
}
