import { type RawBuilder, sql } from 'kysely';
import type { ClientStatus } from '#contract/entities/client.ts';
import { jsonRows, momentOf } from '#server/db/json-rows.ts';
import type { Db } from '#server/db/tables.ts';

/** SQL for what subscriptions are worth a month, and how that moves (docs/decisions/0179). */

/** The states in which a client pays for what it has; in grace it still has it. */
export const payingStatuses: readonly ClientStatus[] = ['active', 'grace'];

/** What a client `c` is worth a month now. */
const worth: RawBuilder<number> = sql`case when c.deleted_at is null and c.status in ('active', 'grace')
  then c.monthly_worth else 0 end`;

/**
 * Writes down what these clients are worth from a day on, where that or their tariff has changed. Days are given by
 * their first moments; what changes several times within a day moved once. The clients' rows must be locked.
 */
export async function moveRevenue(tx: Db, clients: readonly { id: string; day: Date }[]): Promise<void> {
  if (clients.length === 0) return;
  await sql`
    with moved as materialized (
      select c.id, greatest(${momentOf('asked.day')}, last.at) as at, coalesce(last.after, 0) as before,
        ${worth} as after, last.tariff_after as tariff_before, case when ${worth} > 0 then c.tariff_id end as tariff_after
      from jsonb_to_recordset(${jsonRows(clients)}::jsonb) as asked (id uuid, day bigint)
        join clients c on c.id = asked.id
        left join lateral (select * from revenue_moves m where m.client_id = c.id order by m.at desc limit 1) last on true
      where ${worth} <> coalesce(last.after, 0)
        or (${worth} > 0 and c.tariff_id is distinct from last.tariff_after)
    ), ended as (
      update revenue_moves m set until = moved.at from moved
      where m.client_id = moved.id and m.until is null and m.at < moved.at
    )
    insert into revenue_moves (client_id, at, before, after, tariff_before, tariff_after, first)
      select id, at, before, after, tariff_before, tariff_after, not exists (
        select from revenue_moves m where m.client_id = moved.id and m.at < moved.at and m.after > 0)
      from moved
    on conflict (client_id, at) do update set after = excluded.after, tariff_after = excluded.tariff_after`.execute(
    tx,
  );
}
