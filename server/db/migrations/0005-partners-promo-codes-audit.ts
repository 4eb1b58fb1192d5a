import { type Kysely, sql } from 'kysely';

/** Partners and promo codes that can be deleted with their history kept; an audit log that can be searched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['partners', 'promo_codes']) {
    await sql`alter table ${sql.table(table)}
      add column deleted_at timestamptz,
      drop constraint ${sql.ref(`${table}_code_key`)}`.execute(db);
    // A deleted one leaves its code to others; case makes no difference to whoever types it.
    await sql`create unique index ${sql.ref(`${table}_code`)} on ${sql.table(table)} (lower(code))
      where deleted_at is null`.execute(db);
  }

  // A code may be given anew: what a client registered with is told by the row, not by its text.
  await sql`alter table clients add column promo_code_id uuid references promo_codes`.execute(db);
  await sql`update clients set promo_code_id = p.id from promo_codes p where p.code = clients.promo_code`.execute(
    db,
  );
  await sql`create index clients_partner on clients (partner_id) where partner_id is not null`.execute(db);
  await sql`create index clients_promo_code on clients (promo_code_id) where promo_code_id is not null`.execute(
    db,
  );

  await sql`create index audit_entries_actor on audit_entries (actor_id, at desc)`.execute(db);
  await sql`create index audit_entries_subject on audit_entries (subject_id, at desc)`.execute(db);
}
