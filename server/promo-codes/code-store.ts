import { sql } from 'kysely';
import type { Db, PartnerRow, PromoCodeRow } from '#server/db/tables.ts';

/** SQL for partners and promo codes: codes that customers register with, until they are deleted. */

export type CodeRow = PartnerRow | PromoCodeRow;
export type CodeTable = 'partners' | 'promo_codes';
export type Counted<Row> = Row & { clients_count: number };

/** How many clients (not deleted) came with the row `p`, or redeemed it later. */
export const clientsOf = {
  partners: sql<number>`(select count(*) from clients c where c.partner_id = p.id and c.deleted_at is null)`,
  promo_codes: sql<number>`((select count(*) from clients c where c.promo_code_id = p.id and c.deleted_at is null)
    + (select count(*) from promo_redemptions r join clients c on c.id = r.client_id
      where r.promo_code_id = p.id and c.deleted_at is null))`,
};

/**
 * The functions for one of the two tables. Kysely can't build a query for either of two, but the columns used here
 * are the same in both.
 */
export function codeStore<Row extends CodeRow>(table: CodeTable) {
  const like = table as 'partners';
  const counted = (db: Db) =>
    db
      .selectFrom(`${like} as p`)
      .selectAll('p')
      .select(clientsOf[table].as('clients_count'))
      .$castTo<Counted<Row>>();
  return {
    byId(db: Db, id: string, { lock = false } = {}): Promise<Counted<Row> | undefined> {
      const query = counted(db).where('p.id', '=', id).where('p.deleted_at', 'is', null);
      return (lock ? query.forUpdate() : query).executeTakeFirst();
    },

    /** The row with a code, upper or lower case. */
    byCode(db: Db, code: string, { lock = false } = {}): Promise<Row | undefined> {
      const query = db
        .selectFrom(like)
        .selectAll()
        .where(sql`lower(code)`, '=', sql`lower(${code})`)
        .where('deleted_at', 'is', null)
        .$castTo<Row>();
      return (lock ? query.forUpdate() : query).executeTakeFirst();
    },

    async byIds(db: Db, ids: readonly string[]): Promise<Counted<Row>[]> {
      return ids.length === 0 ? [] : counted(db).where('p.id', 'in', ids).execute();
    },

    async insert(db: Db, row: Row): Promise<void> {
      await db
        .insertInto(like)
        .values(row as PartnerRow)
        .execute();
    },

    async update(db: Db, id: string, changes: Partial<Row>): Promise<void> {
      await db
        .updateTable(like)
        .set(changes as Partial<PartnerRow>)
        .where('id', '=', id)
        .execute();
    },

    async remove(db: Db, id: string, now: Date): Promise<void> {
      await db.updateTable(like).set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute();
    },
  };
}
