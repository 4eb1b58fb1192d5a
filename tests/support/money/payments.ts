import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** Gives every top-up that a test wrote straight into the ledger the payment that it is of. */
export async function payTopUps(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into payments (id, status, method, amount, value_date, client_id, ledger_entry_id, created_at, updated_at)
    select gen_random_uuid(), 'succeeded', case l.service when 'non_cash' then 'bank' when 'card' then 'card' else 'cash' end,
      l.amount, l.value_date, l.client_id, l.id, l.created_at, l.created_at
    from ledger_entries l
    where l.kind = 'top_up' and not exists (select from payments p where p.ledger_entry_id = l.id)
      and not exists (select from ledger_entries r where r.reverses_id = l.id)
    order by l.position`.execute(db);
}
