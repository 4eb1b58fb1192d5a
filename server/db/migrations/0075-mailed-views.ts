import { type Kysely, sql } from 'kysely';

/** Who is emailed which view on Mondays, and files of emails that wait (GROWTH section 19; docs/decisions/0185). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A built-in view is no row, so `view_id` refers to nothing.
  await sql`
    create table view_mails (
      view_id uuid not null,
      user_id uuid not null references users on delete cascade,
      last_week date not null,
      primary key (view_id, user_id)
    )`.execute(db);
  await sql`create index view_mails_due on view_mails (last_week)`.execute(db);
  await sql`
    create table email_files (
      email_id uuid primary key references emails on delete cascade,
      name text not null,
      content bytea not null
    )`.execute(db);
}
