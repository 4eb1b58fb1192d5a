import type { Kysely } from 'kysely';
import type { CabinetStatus } from '#contract/cabinet.ts';
import type { Tables } from '#server/db/tables.ts';

/** A cabinet with which nothing is under way. */
export interface RestingCabinet {
  client_id: string;
  domain: string | null;
  driver: string;
  status: CabinetStatus;
}

const first = '00000000-0000-0000-0000-000000000000';

/** By id, after one (the empty text: from the first). */
export async function cabinetsAfter(
  db: Kysely<Tables>,
  after: string,
  limit: number,
): Promise<RestingCabinet[]> {
  return resting(db)
    .where('k.client_id', '>', after || first)
    .orderBy('k.client_id')
    .limit(limit)
    .execute();
}

export async function restingCabinet(
  db: Kysely<Tables>,
  clientId: string,
): Promise<RestingCabinet | undefined> {
  return resting(db).where('k.client_id', '=', clientId).executeTakeFirst();
}

function resting(db: Kysely<Tables>) {
  return db
    .selectFrom('cabinets as k')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .select(['k.client_id', 'c.domain', 'k.driver', 'c.cabinet_status as status'])
    .where('k.task', 'is', null);
}

/** Those of the clients that have a cabinet, whatever is under way with it. */
export async function clientsWithCabinetsAmong(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('cabinets').select('client_id').where('client_id', 'in', ids).execute();
  return new Set(rows.map(({ client_id }) => client_id));
}
