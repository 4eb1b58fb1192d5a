import { type Kysely, sql } from 'kysely';

/** Proformas that the platform issues by itself, once for each period's end (GROWTH section 16, docs/decisions/0151). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table period_proformas (
      client_id uuid not null references clients,
      period_end timestamptz not null,
      document_id uuid not null unique references documents,
      primary key (client_id, period_end)
    )`.execute(db);
  // What a client can still pay, which is asked for whenever one is about to be issued or a reminder is written.
  await sql`
    create index documents_client_open on documents (client_id) where status = 'open'`.execute(db);
}
