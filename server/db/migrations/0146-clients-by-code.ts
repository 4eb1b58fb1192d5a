import { type Kysely, sql } from 'kysely';

/** Lists of clients are filtered by partner and promo code: in the list's order, and also after a redemption. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index clients_partner`.execute(db);
  await sql`create index clients_partner on clients (partner_id, created_at, id)
    where deleted_at is null and partner_id is not null`.execute(db);
  await sql`
    create trigger promo_redemptions_list_changed after insert or update or delete on promo_redemptions
      for each statement execute function list_changed('clients')`.execute(db);
}
