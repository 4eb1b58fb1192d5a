import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import type { CardPlan } from '#server/subscriptions/lifecycle/card-charge.ts';

/** SQL for what saved cards are charged by themselves. */

/** What a card is charged for once: the period's end, or the latest charge; of `auto_top_ups a`, `clients c`. */
export const reasonKey = sql<string>`case a.moment
        when 'period_end' then 'period_end ' || a.client_id || ' ' || extract(epoch from c.trial_ends)::bigint
        else 'below ' || a.client_id || ' ' || coalesce(charge.id::text, 'none')
      end`;

/** The latest `charge` of a client's whose threshold counts. */
export const lastChargeBelow = sql`left join lateral (select l.id, l.position from ledger_entries l
          where a.moment = 'below' and l.client_id = a.client_id and l.kind = 'charge'
          order by l.position desc limit 1) charge on true`;

/** What was paid back or corrected since that charge, which is no reason (docs/decisions/0331). */
export const takenBackSince = sql<number>`coalesce((select sum(l.amount) from ledger_entries l
            where l.client_id = a.client_id and l.position > coalesce(charge.position, 0)
              and l.kind in ('payout', 'reversal')), 0)`;

/** Of these clients those whose kept card is charged by itself, with where its present reason stands. */
export async function cardPlansOf(db: Db, clientIds: readonly string[]): Promise<Map<string, CardPlan>> {
  if (clientIds.length === 0) return new Map();
  const { rows } = await sql<{
    client_id: string;
    when: CardPlan['when'];
    threshold: number | null;
    amount: number | null;
    last4: string;
    is_acted: boolean;
    next_try_at: Date | null;
  }>`
    select a.client_id, a.moment as "when", a.threshold, a.amount, k.last4, done.next_try_at,
      coalesce(done.status <> 'waiting', false)
        or (a.moment = 'below' and c.balance - ${takenBackSince} >= a.threshold) as is_acted
    from auto_top_ups a join clients c on c.id = a.client_id
      join payment_cards k on k.id = a.card_id and k.removed_at is null
      ${lastChargeBelow}
      left join auto_charges done on done.reason_key = ${reasonKey}
    where a.enabled and a.client_id = any(${[...clientIds]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ client_id, is_acted, next_try_at, ...wish }) => [
      client_id,
      { ...wish, isActed: is_acted, tryAt: next_try_at },
    ]),
  );
}
