import { type Kysely, sql } from 'kysely';

/** Which session of the platform each session in a cabinet came from, in place of the moment of the newest alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cabinet_sign_ins (
      id uuid primary key,
      client_id uuid not null references clients (id) on delete cascade,
      person_id uuid,
      acting_user_id uuid,
      session_id uuid not null,
      signed_in_at timestamptz not null,
      ended_at timestamptz,
      check ((person_id is null) <> (acting_user_id is null))
    )`.execute(db);
  await sql`create index cabinet_sign_ins_client on cabinet_sign_ins (client_id, signed_in_at)`.execute(db);
  await sql`create index cabinet_sign_ins_session on cabinet_sign_ins (session_id)`.execute(db);
  await sql`
    create index cabinet_sign_ins_acting on cabinet_sign_ins (acting_user_id)
      where acting_user_id is not null`.execute(db);
  await sql`delete from cabinet_persons where valid_from is null`.execute(db);
  await sql`alter table cabinet_persons drop column newest_at, alter column valid_from set not null`.execute(
    db,
  );
  // A ticket lives for a minute; one without a session signs nobody in.
  await sql`alter table cabinet_tickets add column session_id uuid`.execute(db);
}
