import { type InferResult, sql } from 'kysely';
import { jsonRows, momentOf } from '#server/db/json-rows.ts';
import type { ClientRow, Db, StoredDiscount, TariffTexts } from '#server/db/tables.ts';
import { linesInsert, type NewLine } from '#server/wallet/ledger-store.ts';
import { moveRevenue } from '#server/wallet/revenue-store.ts';

/** SQL for subscriptions: the columns of `clients` that change with time and money. */

export function subscribed(db: Db) {
  return db
    .selectFrom('clients as c')
    .innerJoin('tariffs as t', 't.id', 'c.tariff_id')
    .leftJoin('tariffs as next', 'next.id', 'c.next_tariff_id')
    .select(['c.id', 'c.name', 'c.email', 'c.locale', 'c.status', 'c.blocked_from', 'c.deleted_at'])
    .select(['c.erased_at', 'c.tariff_since', 'c.created_at', 'c.discounts'])
    .select(['c.tariff_id', 'c.billing_period', 'c.next_tariff_id', 'c.next_billing_period'])
    .select([
      'c.trial_ends',
      'c.anchor',
      'c.paid_entry_id',
      'c.monthly_worth',
      'c.blocked_at',
      'c.deletion_not_before',
      'c.closes_at',
    ])
    .select(['c.settled_at', 'c.next_event_at', 'c.waiting_step', 'c.allowed_until', 'c.balance'])
    .select(['c.term_without_payment_days', 'c.database_retention_days'])
    .select(['t.price_month', 't.price_year'])
    .select(['next.price_month as next_price_month', 'next.price_year as next_price_year']);
}

/** A client's columns for its subscription, with what its tariffs cost new clients. */
export type SubscribedRow = InferResult<ReturnType<typeof subscribed>>[number];

/**
 * Locks are taken on `clients` alone, before the tariffs are joined: a lock that waited for a change of tariff would
 * match the new client with the tariff of before, and find no row, or no price.
 */
export async function subscribedById(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<SubscribedRow | undefined> {
  if (lock) await db.selectFrom('clients').select('id').where('id', '=', id).forUpdate().execute();
  return subscribed(db).where('c.id', '=', id).executeTakeFirst();
}

export function subscribedByIds(db: Db, ids: readonly string[]): Promise<SubscribedRow[]> {
  return subscribed(db).where('c.id', 'in', ids).execute();
}

/** Due clients, locked; those locked elsewhere come next time. */
export async function lockDue(tx: Db, now: Date, limit: number): Promise<SubscribedRow[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from clients c where ${isDue(now)} order by c.next_event_at limit ${limit}
    for update skip locked`.execute(tx);
  return locked(tx, rows);
}

/** The client that is due longest, locked once another worker is done with it; empty when that left it no longer due. */
export async function lockNextDue(tx: Db, now: Date): Promise<SubscribedRow[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from clients c where ${isDue(now)} order by c.next_event_at limit 1 for update`.execute(tx);
  return locked(tx, rows);
}

/** Due clients without locks, in the order of their ids, after the given one. */
export function dueAfter(db: Db, now: Date, id: string, limit: number): Promise<SubscribedRow[]> {
  return subscribed(db).where(isDue(now)).where('c.id', '>', id).orderBy('c.id').limit(limit).execute();
}

async function locked(tx: Db, rows: readonly { id: string }[]): Promise<SubscribedRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return subscribed(tx).where('c.id', 'in', ids).orderBy('c.next_event_at').execute();
}

/** Of `clients c`. */
const isDue = (now: Date) =>
  sql<boolean>`c.next_event_at <= ${now} and c.deleted_at is null and c.blocked_from is null`;

export async function countDue(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::integer as due from clients where next_event_at <= ${now}`.execute(db);
  return rows[0]?.due ?? 0;
}

/** The columns of a client that the lifecycle writes, by type. The balance is the one after its last line. */
const written = {
  status: 'text',
  balance: 'bigint',
  tariff_id: 'uuid',
  tariff_since: 'moment',
  due_price: 'bigint',
  discounts: 'jsonb',
  billing_period: 'text',
  next_tariff_id: 'uuid',
  next_billing_period: 'text',
  trial_ends: 'moment',
  anchor: 'moment',
  paid_entry_id: 'uuid',
  monthly_worth: 'bigint',
  blocked_at: 'moment',
  deletion_at: 'moment',
  deletion_not_before: 'moment',
  lasts_until: 'moment',
  settled_at: 'moment',
  next_event_at: 'moment',
  waiting_step: 'text',
} as const;
export type SubscriptionColumns = Pick<ClientRow, 'id' | keyof typeof written>;

const columns = Object.entries(written);
const fields = columns.map(([name, type]) => `${name} ${type === 'moment' ? 'bigint' : type}`).join(', ');
const assignments = columns.map(([name, type]) =>
  type === 'moment'
    ? sql`${sql.ref(name)} = ${momentOf(`s.${name}`)}`
    : sql`${sql.ref(name)} = ${sql.ref(`s.${name}`)}`,
);

/** Writes subscriptions and the ledger lines that move them, each client's row once. */
export async function saveSubscriptions(
  tx: Db,
  rows: readonly SubscriptionColumns[],
  lines: readonly NewLine[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    ${lines.length > 0 ? sql`with lines as (${linesInsert(lines)})` : sql``}
    update clients c set ${sql.join(assignments)},
      waiting_since = case when s.waiting_step is not null then coalesce(c.waiting_since, ${momentOf('s.settled_at')}) end,
      allowed_until = case when s.waiting_step is not null then c.allowed_until end
    from jsonb_to_recordset(${jsonRows(rows)}::jsonb) as s (id uuid, ${sql.raw(fields)})
    where c.id = s.id`.execute(tx);
}

/** Changes some columns of one client's subscription. */
export async function updateSubscription(
  tx: Db,
  id: string,
  columns: Partial<Omit<SubscriptionColumns, 'id' | 'discounts'>> & { updated_at?: Date },
): Promise<void> {
  await tx.updateTable('clients').set(columns).where('id', '=', id).execute();
}

/** Replaces the discounts that a client's next period gets, in the order in which they were given. */
export async function storeDiscounts(
  tx: Db,
  id: string,
  discounts: readonly StoredDiscount[],
): Promise<void> {
  const stored = discounts.length > 0 ? JSON.stringify(discounts) : null;
  await sql`update clients set discounts = ${stored}::jsonb where id = ${id}::uuid`.execute(tx);
}

/** Stops time for a client that was blocked by hand or deleted, and its revenue from a day on. */
export async function stopSubscription(tx: Db, id: string, day: Date): Promise<void> {
  await updateSubscription(tx, id, { next_event_at: null, deletion_at: null });
  await moveRevenue(tx, [{ id, day }]);
}

export interface PaidLine {
  id: string;
  amount: number;
  period_start: Date | null;
  period_end: Date | null;
}

/** The charges for running periods that were not reversed, by their lines. */
export async function paidPeriods(db: Db, entryIds: readonly string[]): Promise<Map<string, PaidLine>> {
  if (entryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('ledger_entries as l')
    .select(['l.id', 'l.amount', 'l.period_start', 'l.period_end'])
    .where('l.id', 'in', entryIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'l.id'))),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface PlanRow {
  id: string;
  price_month: number;
  price_year: number;
  translations: TariffTexts;
  archived_at: Date | null;
}

export function planRow(tx: Db, tariffId: string): Promise<PlanRow | undefined> {
  return tx
    .selectFrom('tariffs')
    .select(['id', 'price_month', 'price_year', 'translations', 'archived_at'])
    .where('id', '=', tariffId)
    .executeTakeFirst();
}

/** Tariffs in their languages, by id. */
export async function planTexts(tx: Db, ids: readonly string[]): Promise<Map<string, TariffTexts>> {
  const rows = await tx.selectFrom('tariffs').select(['id', 'translations']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, translations }) => [id, translations]));
}

/** The columns that determine the length of a client's free period. */
export function freePeriodRow(tx: Db, clientId: string) {
  return tx
    .selectFrom('clients as c')
    .leftJoin('partners as p', 'p.id', 'c.partner_id')
    .leftJoin('promo_codes as promo', 'promo.id', 'c.promo_code_id')
    .innerJoin('tariffs as t', 't.id', 'c.tariff_id')
    .leftJoin('cabinets as k', 'k.client_id', 'c.id')
    .select(['c.id', 'c.status', 'c.trial_ends', 'c.free_period_days', 'k.ready_at'])
    .select(['p.free_period_days as partner_days', 't.trial_days as tariff_days'])
    .select(['promo.extra_free_days', 'promo.bonus'])
    .select(
      sql<number>`(select coalesce(sum(r.free_days), 0)::integer from promo_redemptions r
        where r.client_id = c.id)`.as('redeemed_days'),
    )
    .where('c.id', '=', clientId)
    .executeTakeFirstOrThrow();
}

/** Clients whose terms change: those on a tariff (now or next), those without their own number of days, or all. */
export interface Concerned {
  tariffId?: string;
  withoutOwn?: 'term_without_payment_days' | 'database_retention_days';
}

function concernedCondition({ tariffId, withoutOwn }: Concerned) {
  const conditions = [sql`c.deleted_at is null`, sql`c.blocked_from is null`, sql`c.trial_ends is not null`];
  if (tariffId) conditions.push(sql`${tariffId}::uuid in (c.tariff_id, c.next_tariff_id)`);
  if (withoutOwn) conditions.push(sql`${sql.ref(`c.${withoutOwn}`)} is null`);
  return sql.join(conditions, sql` and `);
}

/**
 * Schedules the lifecycle for clients whom a changed term could affect by `until`; what is due already stays due.
 * `protect` is the 7-day rule: no deletion comes nearer than that.
 */
export async function rescheduleSoon(
  tx: Db,
  concerned: Concerned,
  { now, until, protect }: { now: Date; until: Date; protect: Date | null },
): Promise<void> {
  const floor = protect
    ? sql`, deletion_not_before = greatest(deletion_not_before, least(deletion_at, ${protect}))`
    : sql``;
  await sql`
    with concerned as (
      select c.id from clients c
      where ${concernedCondition(concerned)} and c.status <> 'archived'
        and (c.status in ('grace', 'blocked') or c.trial_ends < ${until} or c.next_event_at < ${until})
      order by c.id for update
    )
    update clients c set next_event_at = least(next_event_at, ${now}),
      settled_at = case when next_event_at <= ${now} then settled_at else greatest(settled_at, ${now}) end ${floor}
    from concerned where c.id = concerned.id`.execute(tx);
}

/**
 * The same for all clients concerned, in portions by the order of their ids; also for those that were settled at `now`
 * or later, because their transaction may have read the terms before they changed. Returns the last id, or undefined
 * when there are no more.
 */
export async function rescheduleNext(
  db: Db,
  concerned: Concerned,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with concerned as (
      select c.id from clients c where ${concernedCondition(concerned)} and c.id > ${after}::uuid
      order by c.id limit ${limit} for update
    ), looked as (
      update clients c set next_event_at = greatest(settled_at, ${now}), settled_at = greatest(settled_at, ${now})
      from concerned where c.id = concerned.id
        and (c.next_event_at is null or c.next_event_at > greatest(c.settled_at, ${now}))
    )
    select max(id::text) as last from concerned`.execute(db);
  return rows[0]?.last ?? undefined;
}

/** Postpones a client whose lifecycle failed. */
export async function postpone(tx: Db, id: string, until: Date): Promise<void> {
  await tx.updateTable('clients').set({ next_event_at: until }).where('id', '=', id).execute();
}
