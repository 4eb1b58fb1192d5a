import type { ClientDiscountRow, Db } from '#server/db/tables.ts';

/** SQL for the discounts that clients were given. What remains of those that run is in the client's row. */

export type NamedDiscountRow = ClientDiscountRow & {
  created_by_name: string | null;
  ended_by_name: string | null;
};

/** A client's discounts with who gave and ended them, the latest first. */
export function discountsOf(db: Db, clientId: string): Promise<NamedDiscountRow[]> {
  return named(db)
    .where('d.client_id', '=', clientId)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
}

/** One of a client's. */
export function discountOf(db: Db, clientId: string, id: string): Promise<NamedDiscountRow | undefined> {
  return named(db).where('d.client_id', '=', clientId).where('d.id', '=', id).executeTakeFirst();
}

export async function insertDiscount(db: Db, row: ClientDiscountRow): Promise<void> {
  await db.insertInto('client_discounts').values(row).execute();
}

/** Notes who ended it. */
export async function endDiscountRow(
  db: Db,
  id: string,
  ended: Pick<ClientDiscountRow, 'ended_at' | 'ended_by'>,
): Promise<void> {
  await db.updateTable('client_discounts').set(ended).where('id', '=', id).execute();
}

function named(db: Db) {
  return db
    .selectFrom('client_discounts as d')
    .leftJoin('users as giver', 'giver.id', 'd.created_by')
    .leftJoin('users as ender', 'ender.id', 'd.ended_by')
    .selectAll('d')
    .select(['giver.name as created_by_name', 'ender.name as ended_by_name']);
}
