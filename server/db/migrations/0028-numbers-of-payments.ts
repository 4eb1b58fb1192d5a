import { type Kysely, sql } from 'kysely';
import { paymentNumberKey } from '#contract/money/payment-number.ts';
import { clientIdEndOf } from '#contract/money/proforma.ts';

/**
 * Numbers of payments are compared by a key instead of as they are written (docs/decisions/0121). What was accepted
 * twice by the older rule stays: the first has the key, the others are marked, and the doctor names them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // By which a number of ours finds the client whom it names.
  await sql`create index clients_payment_code on clients (right(id::text, 10))`.execute(db);
  await sql`
    alter table used_invoices add column number_key text, add column key_year integer,
      add column repeated boolean not null default false`.execute(db);
  await writeKeys(db);
  await sql`
    update used_invoices u set repeated = true from (
      select i.entry_id, row_number() over (partition by i.number_key, i.key_year order by l.position) as place
      from used_invoices i join ledger_entries l on l.id = i.entry_id
    ) ranked where ranked.entry_id = u.entry_id and ranked.place > 1`.execute(db);
  await sql`
    alter table used_invoices alter column number_key set not null, alter column key_year set not null`.execute(
    db,
  );
  await sql`
    create unique index used_invoices_key on used_invoices (number_key, key_year) where not repeated`.execute(
    db,
  );
  await sql`create index used_invoices_number on used_invoices (number_key, key_year)`.execute(db);
}

const pieceOf = 5000;

async function writeKeys(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ entry_id: string; invoice: string }>`
      select entry_id, invoice from used_invoices where number_key is null limit ${pieceOf}`.execute(db);
    if (rows.length === 0) return;
    const keys = rows.map(({ entry_id, invoice }) => {
      const key = paymentNumberKey(invoice);
      return { entry_id, key, id_end: clientIdEndOf(key) };
    });
    await sql`
      update used_invoices u set number_key = k.key,
        key_year = case when exists (select from clients c where right(c.id::text, 10) = k.id_end) then 0 else u.year end
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (entry_id uuid, key text, id_end text)
      where u.entry_id = k.entry_id`.execute(db);
  }
}
