import { sql } from 'kysely';
import { type HeldStep, heldSteps } from '#contract/clients/subscription.ts';
import type { Db } from '#server/db/tables.ts';
import { subscribed, type SubscribedRow } from '#server/subscriptions/subscription-store.ts';

/** SQL for the brake: clients that a run would block or delete, and those that wait for approval. */

/** An approval that has expired does not count. */
const waits = (now: Date) =>
  sql<boolean>`c.waiting_step is not null and c.deleted_at is null and c.blocked_from is null
    and (c.allowed_until is null or c.allowed_until <= ${now})`;

/** A client whose money pays for every period up to now, without discounts, is safe. A month has at least 28 days. */
const isCovered = (now: Date) => sql`(c.status in ('trial', 'active') and c.next_tariff_id is null
  and c.balance >= (1 + floor(extract(epoch from ${now}::timestamptz - c.trial_ends) / 2419200)) * (
    select greatest(case c.billing_period when 'year' then own.price_year else own.price_month end, (
      select max(case c.billing_period when 'year' then p.price_year else p.price_month end)
      from tariff_prices p where p.tariff_id = own.id and p.withdrawn_at is null))
    from tariffs own where own.id = c.tariff_id))`;

/** All due clients whom the run could block or delete, and some others. `graceDays` is the general term. */
const endangered = (graceDays: number, now: Date) => sql<boolean>`
  c.next_event_at <= ${now} and c.deleted_at is null and c.blocked_from is null
    and (c.status = 'blocked' or (c.status in ('trial', 'active', 'grace')
      and c.trial_ends + make_interval(days => coalesce(c.term_without_payment_days, ${graceDays}) - 1) <= ${now}))
    and (c.waiting_step is null or c.allowed_until is null or c.allowed_until <= ${now})
    and not ${isCovered(now)}`;

export interface RoughReach {
  /** An upper bound of the due clients that would be blocked, and then perhaps deleted. */
  blocks: number;
  /** An upper bound of the blocked clients that would be deleted. */
  deletions: number;
  waitingBlocks: number;
  waitingDeletions: number;
}

/** Never too low, and quick, because it runs every minute. */
export async function roughReach(
  db: Db,
  { graceDays, now, isAnybodyDue }: { graceDays: number; now: Date; isAnybodyDue: boolean },
): Promise<RoughReach> {
  const { rows } = await sql<RoughReach>`
    select due.*, waiting.* from
      (select count(*) filter (where c.status <> 'blocked')::int as blocks,
        count(*) filter (where c.status = 'blocked')::int as deletions
        from clients c where ${isAnybodyDue ? endangered(graceDays, now) : sql`false`} and c.waiting_step is null) due,
      (select count(*) filter (where c.waiting_step = 'block')::int as "waitingBlocks",
        count(*) filter (where c.waiting_step = 'archive')::int as "waitingDeletions"
        from clients c where ${waits(now)}) waiting`.execute(db);
  return rows[0] ?? { blocks: 0, deletions: 0, waitingBlocks: 0, waitingDeletions: 0 };
}

/** The clients that it counts, in the order of their ids. */
export function endangeredAfter(
  db: Db,
  { graceDays, now, after, limit }: { graceDays: number; now: Date; after: string; limit: number },
): Promise<SubscribedRow[]> {
  return subscribed(db)
    .where(sql<boolean>`((${endangered(graceDays, now)}) or (${waits(now)}))`)
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(limit)
    .execute();
}

/** Clients in trial, active, grace or blocked; the limits are a share of them. */
export async function countRunning(db: Db): Promise<number> {
  const { rows } = await sql<{ clients: number }>`
    select count(*)::int as clients from clients
    where deleted_at is null and trial_ends is not null and status <> 'archived'`.execute(db);
  return rows[0]?.clients ?? 0;
}

/** Lets the next run take steps that need not wait any longer. Terms of what was late then begin now. */
export async function releaseWaiting(db: Db, steps: readonly HeldStep[], now: Date) {
  if (steps.length === 0) return;
  await sql`
    with waiting as (
      select c.id from clients c where ${waits(now)} and c.waiting_step = any(${[...steps]}) order by c.id for update
    )
    update clients c set next_event_at = ${now}, settled_at = greatest(settled_at, ${now})
    from waiting where waiting.id = c.id`.execute(db);
}

/** How many clients wait for approval, by step, and since when. */
export interface Waiting {
  blocks: number;
  deletions: number;
  since: Date | null;
}

export async function countWaiting(db: Db, now: Date): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) filter (where c.waiting_step = 'block')::int as blocks,
      count(*) filter (where c.waiting_step = 'archive')::int as deletions, min(c.waiting_since) as since
    from clients c where ${waits(now)}`.execute(db);
  return rows[0] ?? { blocks: 0, deletions: 0, since: null };
}

/** The same with their rows locked, so that exactly the counted clients are approved. */
export async function lockWaiting(tx: Db, now: Date): Promise<Waiting> {
  await sql`select c.id from clients c where ${waits(now)} order by c.id for update`.execute(tx);
  return countWaiting(tx, now);
}

/** Approves these steps for the waiting clients until a moment; the next run takes them. */
export async function allowWaiting(
  tx: Db,
  { steps, now, until }: { steps: readonly HeldStep[]; now: Date; until: Date },
): Promise<void> {
  await sql`
    update clients c set allowed_until = ${until}, next_event_at = ${now}, settled_at = greatest(settled_at, ${now})
    where ${waits(now)} and c.waiting_step = any(${[...steps]})`.execute(tx);
}

/** The steps held for this client in a run that holds these: all except an approved one. */
export function stepsHeldFor(
  { waiting_step, allowed_until }: SubscribedRow,
  held: readonly HeldStep[],
  now: Date,
): HeldStep[] {
  const isAllowed = allowed_until !== null && allowed_until > now;
  return heldSteps.filter((step) => held.includes(step) && !(isAllowed && step === waiting_step));
}
