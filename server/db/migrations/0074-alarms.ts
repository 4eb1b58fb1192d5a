import { type Kysely, sql } from 'kysely';

/** Alarms that are open or were, and to whom they were emailed (GROWTH section 19; docs/decisions/0184). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alarms (
      id uuid primary key,
      kind text not null,
      cause text not null,
      name text,
      subject_id uuid,
      raised_at timestamptz not null,
      closed_at timestamptz
    )`.execute(db);
  // Once for each cause while it lasts.
  await sql`create unique index alarms_open on alarms (kind, cause) where closed_at is null`.execute(db);
  await sql`create index alarms_closed on alarms (closed_at) where closed_at is not null`.execute(db);
  await sql`
    create table alarm_notices (
      alarm_id uuid not null references alarms on delete cascade,
      user_id uuid not null references users on delete cascade,
      told_at timestamptz not null,
      primary key (alarm_id, user_id)
    )`.execute(db);
  await sql`create index alarm_notices_user on alarm_notices (user_id, told_at desc)`.execute(db);
  await sql`alter table users add column alarms text[] not null default '{}'`.execute(db);
  // Calls that a gateway did not answer, since the last one that it did.
  await sql`
    create table gateway_failures (
      gateway text primary key,
      count integer not null,
      since timestamptz not null
    )`.execute(db);
}
