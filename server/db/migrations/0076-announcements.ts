import { type Kysely, sql } from 'kysely';

/** What the operator tells its customers, who put it away and who was emailed it (docs/decisions/0186). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table announcements (
      id uuid primary key,
      texts jsonb not null,
      audience text,
      starts_at timestamptz not null,
      ends_at timestamptz check (ends_at > starts_at),
      mail boolean not null,
      mailed_at timestamptz,
      created_by uuid references users,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index announcements_shown on announcements (starts_at) where deleted_at is null`.execute(
    db,
  );
  await sql`
    create table announcements_put_away (
      announcement_id uuid not null references announcements on delete cascade,
      client_id uuid not null references clients on delete cascade,
      at timestamptz not null,
      primary key (announcement_id, client_id)
    )`.execute(db);
  await sql`
    create table announcement_mails (
      announcement_id uuid not null references announcements on delete cascade,
      client_id uuid not null references clients on delete cascade,
      primary key (announcement_id, client_id)
    )`.execute(db);
}
