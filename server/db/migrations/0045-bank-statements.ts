import { type Kysely, sql } from 'kysely';

/** Files of banks, how their CSV is read, and what their lines are found by (GROWTH section 16, docs/decisions/0143). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bank_statements (
      id uuid primary key,
      name text not null,
      format text not null,
      account text not null,
      first_day date not null,
      last_day date not null,
      lines integer not null,
      new_lines integer not null,
      known_lines integer not null,
      outgoing integer not null,
      foreign_lines integer not null,
      total bigint not null,
      created_by uuid references users,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index bank_statements_created on bank_statements (created_at desc, id desc)`.execute(db);
  await sql`
    create table statement_mappings (
      headings text primary key,
      mapping jsonb not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`alter table payments add foreign key (statement_id) references bank_statements`.execute(db);
  await sql`create index payments_statement on payments (statement_id) where statement_id is not null`.execute(
    db,
  );
  // Bank lines have no provider, and empty ones are never equal: their fingerprints have an index of their own.
  await sql`
    create unique index payments_fingerprint on payments (external_id)
      where method = 'bank' and external_id is not null`.execute(db);
  await sql`create index documents_open_due on documents ((total - paid_amount)) where status = 'open'`.execute(
    db,
  );
  await sql`
    create index clients_payer_code on clients (payment_code) where payment_code is not null and payment_code <> ''`.execute(
    db,
  );
  await sql`
    create index clients_payer_account on clients (upper(replace(payment_account, ' ', '')))
      where payment_account is not null and payment_account <> ''`.execute(db);
}
