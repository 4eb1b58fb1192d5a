import { type Kysely, sql } from 'kysely';

/**
 * Documents, payments ahead of their ledger lines, and the permissions for them (GROWTH section 16,
 * docs/decisions/0141).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeDocuments(db);
  await makePayments(db);
  await keepEarlierTopUps(db);
  await grantPermissions(db);
}

async function makeDocuments(db: Kysely<unknown>): Promise<void> {
  // The last number given, by kind and year: its row is locked, so that no number is left out.
  await sql`
    create table document_numbers (
      kind text not null,
      year integer not null,
      last integer not null,
      primary key (kind, year)
    )`.execute(db);
  await sql`
    create table documents (
      id uuid primary key,
      kind text not null check (kind in ('proforma', 'act', 'invoice', 'credit_note')),
      year integer not null,
      serial integer not null check (serial > 0),
      number text not null,
      number_key text not null unique,
      status text not null check (
        case kind when 'proforma' then status in ('open', 'paid', 'cancelled', 'expired') else status = 'issued' end
      ),
      client_id uuid not null references clients,
      currency text not null,
      net bigint not null,
      tax bigint not null,
      total bigint not null check (net + tax = total),
      paid_amount bigint not null default 0 check (paid_amount >= 0),
      issued_on date not null,
      due_on date,
      paid_at timestamptz,
      corrects_id uuid references documents,
      locale text not null,
      content jsonb not null,
      created_by uuid references users,
      created_at timestamptz not null,
      unique (kind, year, serial),
      check ((status = 'paid') = (paid_at is not null))
    )`.execute(db);
  await sql`create index documents_created on documents (created_at desc, id desc)`.execute(db);
  await sql`create index documents_client on documents (client_id, created_at desc)`.execute(db);
  await sql`create index documents_open on documents (due_on) where status = 'open'`.execute(db);
  await sql`create index documents_corrects on documents (corrects_id) where corrects_id is not null`.execute(
    db,
  );
  // Frozen at issue: what it says never changes, only what became of it.
  await sql`
    create function refuse_document_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' or
          (to_jsonb(new) - '{status,paid_amount,paid_at}'::text[]) is distinct from
          (to_jsonb(old) - '{status,paid_amount,paid_at}'::text[])
        then raise exception 'a document never changes' using errcode = '23514';
        end if;
        return new;
      end $$`.execute(db);
  await sql`
    create trigger documents_frozen before update or delete on documents
      for each row execute function refuse_document_change()`.execute(db);
}

async function makePayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payments (
      id uuid primary key,
      status text not null check (
        status in ('pending', 'unmatched', 'matched', 'ignored', 'succeeded', 'failed', 'refunded')
      ),
      method text not null check (method in ('bank', 'cash', 'card', 'online')),
      provider text,
      amount bigint not null check (amount > 0),
      refunded bigint not null default 0 check (refunded between 0 and amount),
      currency text,
      value_date date not null,
      payer_name text,
      payer_code text,
      payer_account text,
      purpose text,
      client_id uuid references clients,
      document_id uuid references documents,
      ledger_entry_id uuid unique references ledger_entries,
      statement_id uuid,
      external_id text,
      reason text,
      matched_by uuid references users,
      matched_by_rule boolean not null default false,
      created_by uuid references users,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (status not in ('matched', 'succeeded', 'refunded') or (ledger_entry_id is not null and client_id is not null)),
      check (status not in ('pending', 'unmatched', 'ignored') or ledger_entry_id is null)
    )`.execute(db);
  await sql`create index payments_created on payments (created_at desc, id desc)`.execute(db);
  await sql`create index payments_client on payments (client_id, created_at desc)`.execute(db);
  await sql`create index payments_document on payments (document_id) where document_id is not null`.execute(
    db,
  );
  await sql`create index payments_waiting on payments (status, value_date) where status in ('unmatched', 'pending')`.execute(
    db,
  );
  await sql`create index payments_payer_account on payments (payer_account) where payer_account is not null`.execute(
    db,
  );
  await sql`create unique index payments_external on payments (provider, external_id) where external_id is not null`.execute(
    db,
  );
}

/** Every top-up there is has its payment: those before this day as well. */
async function keepEarlierTopUps(db: Kysely<unknown>): Promise<void> {
  // Both variants have one time: their days are those of Kyiv.
  await sql`
    insert into payments (id, status, method, amount, value_date, client_id, ledger_entry_id, created_by,
        created_at, updated_at)
      select gen_random_uuid(), case when r.id is null then 'succeeded' else 'failed' end,
        case l.service when 'cash' then 'cash' when 'card' then 'card' else 'bank' end,
        l.amount, (l.created_at at time zone 'Europe/Kyiv')::date, l.client_id, l.id, l.created_by,
        l.created_at, coalesce(r.created_at, l.created_at)
      from ledger_entries l left join ledger_entries r on r.reverses_id = l.id
      where l.kind = 'top_up'`.execute(db);
}

/** Those who could do everything still can; others are given the new permissions by somebody. */
async function grantPermissions(db: Kysely<unknown>): Promise<void> {
  await sql`
    update users set permissions = permissions || '{payments.read,payments.write,payments.close,company.write}'::text[]
      where permissions @> '{clients.write,clients.delete,clients.replenish,clients.export,clients.impersonate,tariffs.write,users.write,settings.write,reports.read,audit.read}'::text[]`.execute(
    db,
  );
}
