import { sql } from 'kysely';
import { bankLineEntity } from '#contract/entities/bank-line.ts';
import type { PaymentInbox } from '#contract/money/payment-matching.ts';
import type { Db } from '#server/db/tables.ts';
import type { SearchTime } from '#server/lists/clients-by-number.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import { paymentsSearched } from '#server/payments/list/payment-list-store.ts';

/** Bank lines that wait for their client: how many, how much, since when. */
export async function readInbox(db: Db): Promise<PaymentInbox> {
  const { rows } = await sql<PaymentInbox>`
    select count(*) filter (where currency is null)::integer as count,
      coalesce(sum(amount) filter (where currency is null), 0)::bigint as amount,
      min(value_date) filter (where currency is null) as oldest,
      count(*) filter (where currency is not null)::integer as foreign
    from payments where status = 'unmatched'`.execute(db);
  const [inbox] = rows;
  if (!inbox) throw new Error('an aggregate without groups gave no row');
  return inbox;
}

/** Lines of statements as a list; those of this installation's currency have none in their row. */
export function bankLineSource({ currency, time }: { currency: string; time: SearchTime }): ListSource {
  return {
    from: sql`payments p left join clients c on c.id = p.client_id left join documents d on d.id = p.document_id`,
    id: sql`p.id`,
    defaultOrder: sql`p.value_date`,
    // What was refunded whole is no line to decide about.
    where: sql`p.statement_id is not null and p.status in ('unmatched', 'matched', 'ignored')`,
    searched: (typed) => paymentsSearched(typed, time),
    columns: columnsOf(bankLineEntity, {
      table: 'payments',
      alias: 'p',
      own: {
        currency: { sql: sql`coalesce(p.currency, ${currency})`, required: true },
        payer_name: nameColumn(sql`p.payer_name`),
        client_name: nameColumn(sql`c.name`),
        document_number: { sql: sql`d.number` },
      },
    }),
  };
}
