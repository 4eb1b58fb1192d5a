import { type Kysely, sql } from 'kysely';
import type { ListSource } from '#server/db/list-source.ts';
import type { PromoCodeRow, Tables } from '#server/db/tables.ts';

/** SQL of promo codes that are not deleted. */

export type CountedPromoCode = PromoCodeRow & { clients_count: number };

const clientsCount = sql<number>`(select count(*) from clients c where c.promo_code_id = p.id and c.deleted_at is null)`;

export function promoCodeById(
  db: Kysely<Tables>,
  id: string,
  { lock = false } = {},
): Promise<CountedPromoCode | undefined> {
  const query = db
    .selectFrom('promo_codes as p')
    .selectAll('p')
    .select(clientsCount.as('clients_count'))
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export function promoCodesByIds(db: Kysely<Tables>, ids: readonly string[]): Promise<CountedPromoCode[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('promo_codes as p')
    .selectAll('p')
    .select(clientsCount.as('clients_count'))
    .where('p.id', 'in', ids)
    .execute();
}

export async function insertPromoCode(db: Kysely<Tables>, row: PromoCodeRow): Promise<void> {
  await db.insertInto('promo_codes').values(row).execute();
}

export async function updatePromoCode(
  db: Kysely<Tables>,
  id: string,
  changes: Partial<Omit<PromoCodeRow, 'id'>>,
): Promise<void> {
  await db.updateTable('promo_codes').set(changes).where('id', '=', id).execute();
}

export const promoCodeSource: ListSource = {
  from: sql`promo_codes p`,
  id: sql`p.id`,
  newest: sql`p.created_at`,
  where: sql`p.deleted_at is null`,
  search: [sql`p.code`],
  columns: {
    id: { sql: sql`p.id`, required: true },
    code: { sql: sql`p.code`, required: true },
    valid_from: { sql: sql`p.valid_from` },
    valid_to: { sql: sql`p.valid_to` },
    uses_left: { sql: sql`p.uses_left` },
    clients_count: { sql: clientsCount, required: true },
    created_at: { sql: sql`p.created_at`, required: true },
    updated_at: { sql: sql`p.updated_at`, required: true },
  },
};
