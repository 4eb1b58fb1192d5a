import { type Kysely, sql } from 'kysely';
import { paymentNumberKey } from '#contract/money/payment-number.ts';
import { clientIdEndOf } from '#contract/money/proforma.ts';

/**
 * Numbers of ours that were written with a stroke or a point between their parts get the key that they have now
 * (docs/decisions/0121). What was accepted twice stays, marked as repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ entry_id: string; invoice: string; number_key: string }>`
    select i.entry_id, i.invoice, i.number_key from used_invoices i join ledger_entries l on l.id = i.entry_id
    where i.number_key ~ '^[0-9A-Z]{8}[./\\\\:_,]+[0-9]+$' order by l.position`.execute(db);
  for (const { entry_id, invoice } of rows) {
    const key = paymentNumberKey(invoice);
    await sql`
      with own as (select case when exists (
        select from clients c where right(c.id::text, 10) = ${clientIdEndOf(key)}) then 0 else u.year end as key_year
        from used_invoices u where u.entry_id = ${entry_id})
      update used_invoices u set number_key = ${key}, key_year = own.key_year,
        repeated = u.repeated or exists (select from used_invoices o
          where o.number_key = ${key} and o.key_year = own.key_year and o.entry_id <> u.entry_id)
      from own where u.entry_id = ${entry_id}`.execute(db);
  }
}
