import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** SQL for promo codes that customers redeemed after their registration, and for who used one at all. */

/** Whether a client has redeemed a code, at its registration or later. */
export async function hasRedeemed(db: Db, clientId: string, promoCodeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('clients as c')
    .leftJoin('promo_redemptions as r', (join) =>
      join.onRef('r.client_id', '=', 'c.id').on('r.promo_code_id', '=', promoCodeId),
    )
    .select(['c.promo_code_id', 'r.created_at'])
    .where('c.id', '=', clientId)
    .executeTakeFirst();
  return row !== undefined && (row.promo_code_id === promoCodeId || row.created_at !== null);
}

/** `free_days`: what it added to the free period. */
export async function insertRedemption(
  tx: Db,
  row: { client_id: string; promo_code_id: string; free_days: number; created_at: Date },
): Promise<void> {
  await tx.insertInto('promo_redemptions').values(row).execute();
}

/** A condition on the id of a client: it registered with one of these codes, or redeemed it later. */
export function usedPromoCode(id: RawBuilder<unknown>, codeIds: readonly string[]): RawBuilder<unknown> {
  if (codeIds.length === 0) return sql`false`;
  // One by one, because a file is filtered by them too.
  const ids = sql.join(codeIds.map((one) => sql`${one}::uuid`));
  return sql`${id} in (select came.id from clients came where came.promo_code_id in (${ids})
    union all select r.client_id from promo_redemptions r where r.promo_code_id in (${ids}))`;
}
