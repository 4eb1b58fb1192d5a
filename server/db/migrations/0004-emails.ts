import { type Kysely, sql } from 'kysely';

/** The e-mail outbox, which is the e-mail log too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table emails (
      id uuid primary key,
      to_address text not null,
      kind text not null,
      locale text not null,
      subject text not null,
      data jsonb not null,
      reason text not null,
      once_key text unique,
      client_id uuid,
      user_id uuid,
      status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
      attempts integer not null default 0,
      error text,
      message_id text not null,
      html text,
      text text,
      lease uuid,
      leased_until timestamptz,
      created_at timestamptz not null,
      sent_at timestamptz
    )`.execute(db);
  await sql`create index emails_newest on emails (created_at desc, id desc)`.execute(db);
  await sql`create index emails_client on emails (client_id, created_at desc)`.execute(db);
  await sql`create index emails_queued on emails (created_at) where status = 'queued'`.execute(db);
}
