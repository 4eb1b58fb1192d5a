import { type Kysely, sql } from 'kysely';

/**
 * What ends when something changes: addresses of staff that wait too, families of tokens, and from when on sessions in
 * cabinets are good.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column pending_email text,
      add column pending_email_by_staff boolean not null default false`.execute(db);
  await sql`
    alter table clients add column pending_email_by_staff boolean not null default false,
      add column cabinet_sessions_from timestamptz`.execute(db);
  // Null: of a session from before, until its next token.
  await sql`alter table sessions add column family_hash bytea unique`.execute(db);
  await sql`
    create table cabinet_persons (
      client_id uuid not null references clients (id) on delete cascade,
      person_id uuid not null,
      newest_at timestamptz,
      valid_from timestamptz,
      primary key (client_id, person_id)
    )`.execute(db);
  await sql`create index cabinet_persons_person on cabinet_persons (person_id)`.execute(db);
  await sql`
    create table cabinet_acting_users (
      user_id uuid primary key references users (id) on delete cascade,
      valid_from timestamptz not null
    )`.execute(db);
  await sql`create index cabinet_tickets_client on cabinet_tickets (client_id) where used_at is null`.execute(
    db,
  );
  await sql`
    create index cabinet_tickets_acting on cabinet_tickets (acting_user_id) where acting_user_id is not null`.execute(
    db,
  );
}
