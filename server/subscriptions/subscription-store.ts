import { type Kysely, sql } from 'kysely';
import { millis, momentOf } from '#server/db/json-rows.ts';
import type { ClientRow, Tables, TariffTexts } from '#server/db/tables.ts';
import { linesInsert, type NewLine } from '#server/wallet/ledger-store.ts';

/** SQL of subscriptions: the columns of `clients` that time and money move. */

/** A client as its subscription needs it, with the prices that hold for it now. */
export type SubscribedRow = Pick<
  ClientRow,
  | 'id'
  | 'name'
  | 'email'
  | 'locale'
  | 'status'
  | 'blocked_from'
  | 'deleted_at'
  | 'cabinet_status'
  | 'tariff_id'
  | 'billing_period'
  | 'next_tariff_id'
  | 'next_billing_period'
  | 'trial_ends'
  | 'anchor'
  | 'paid_entry_id'
  | 'blocked_at'
  | 'deletion_not_before'
  | 'settled_at'
  | 'next_event_at'
  | 'balance'
  | 'term_without_payment_days'
  | 'database_retention_days'
> & {
  price_month: number;
  price_year: number;
  next_price_month: number | null;
  next_price_year: number | null;
};

function subscribed(db: Kysely<Tables>) {
  return db
    .selectFrom('clients as c')
    .innerJoin('tariffs as t', 't.id', 'c.tariff_id')
    .leftJoin('tariffs as next', 'next.id', 'c.next_tariff_id')
    .select(['c.id', 'c.name', 'c.email', 'c.locale', 'c.status', 'c.blocked_from', 'c.deleted_at'])
    .select([
      'c.cabinet_status',
      'c.tariff_id',
      'c.billing_period',
      'c.next_tariff_id',
      'c.next_billing_period',
    ])
    .select(['c.trial_ends', 'c.anchor', 'c.paid_entry_id', 'c.blocked_at', 'c.deletion_not_before'])
    .select(['c.settled_at', 'c.next_event_at', 'c.balance'])
    .select(['c.term_without_payment_days', 'c.database_retention_days'])
    .select(['t.price_month', 't.price_year'])
    .select(['next.price_month as next_price_month', 'next.price_year as next_price_year']);
}

export function subscribedById(
  db: Kysely<Tables>,
  id: string,
  { lock = false } = {},
): Promise<SubscribedRow | undefined> {
  const query = subscribed(db).where('c.id', '=', id);
  return (lock ? query.forUpdate('c') : query).executeTakeFirst();
}

/** Clients at whom the lifecycle has to look, locked; those that somebody works on come next time. */
export function lockDue(tx: Kysely<Tables>, now: Date, limit: number): Promise<SubscribedRow[]> {
  return dueNow(tx, now).orderBy('c.next_event_at').limit(limit).forUpdate('c').skipLocked().execute();
}

/** The same to look at only, in the order of their ids, after the one named. */
export function dueAfter(db: Kysely<Tables>, now: Date, id: string, limit: number): Promise<SubscribedRow[]> {
  return dueNow(db, now).where('c.id', '>', id).orderBy('c.id').limit(limit).execute();
}

export async function countDue(db: Kysely<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::integer as due from clients where next_event_at <= ${now}`.execute(db);
  return rows[0]?.due ?? 0;
}

function dueNow(db: Kysely<Tables>, now: Date) {
  return subscribed(db)
    .where('c.next_event_at', '<=', now)
    .where('c.deleted_at', 'is', null)
    .where('c.blocked_from', 'is', null);
}

/** What the lifecycle makes of a client's columns; the balance is the one that its lines lead to. */
export type SubscriptionColumns = Pick<
  ClientRow,
  | 'id'
  | 'status'
  | 'balance'
  | 'tariff_id'
  | 'billing_period'
  | 'next_tariff_id'
  | 'next_billing_period'
  | 'trial_ends'
  | 'anchor'
  | 'paid_entry_id'
  | 'blocked_at'
  | 'deletion_at'
  | 'deletion_not_before'
  | 'lasts_until'
  | 'settled_at'
  | 'next_event_at'
>;

/** Writes subscriptions and the ledger lines that move them, each client's row once. */
export async function saveSubscriptions(
  tx: Kysely<Tables>,
  rows: readonly SubscriptionColumns[],
  lines: readonly NewLine[],
): Promise<void> {
  if (rows.length === 0) return;
  const written = rows.map((row) => ({
    ...row,
    trial_ends: millis(row.trial_ends),
    anchor: millis(row.anchor),
    blocked_at: millis(row.blocked_at),
    deletion_at: millis(row.deletion_at),
    deletion_not_before: millis(row.deletion_not_before),
    lasts_until: millis(row.lasts_until),
    settled_at: millis(row.settled_at),
    next_event_at: millis(row.next_event_at),
  }));
  await sql`
    ${lines.length > 0 ? sql`with lines as (${linesInsert(lines)})` : sql``}
    update clients c set
      status = s.status, balance = s.balance, tariff_id = s.tariff_id, billing_period = s.billing_period,
      next_tariff_id = s.next_tariff_id, next_billing_period = s.next_billing_period,
      trial_ends = ${momentOf('s.trial_ends')}, anchor = ${momentOf('s.anchor')}, paid_entry_id = s.paid_entry_id,
      blocked_at = ${momentOf('s.blocked_at')}, deletion_at = ${momentOf('s.deletion_at')},
      deletion_not_before = ${momentOf('s.deletion_not_before')}, lasts_until = ${momentOf('s.lasts_until')},
      settled_at = ${momentOf('s.settled_at')}, next_event_at = ${momentOf('s.next_event_at')}
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as s (id uuid, status text, balance bigint,
      tariff_id uuid, billing_period text, next_tariff_id uuid, next_billing_period text, trial_ends bigint,
      anchor bigint, paid_entry_id uuid, blocked_at bigint, deletion_at bigint, deletion_not_before bigint,
      lasts_until bigint, settled_at bigint, next_event_at bigint)
    where c.id = s.id`.execute(tx);
}

/** Some columns of one client's subscription. */
export async function updateSubscription(
  tx: Kysely<Tables>,
  id: string,
  columns: Partial<Omit<SubscriptionColumns, 'id'>> & { updated_at?: Date },
): Promise<void> {
  await tx.updateTable('clients').set(columns).where('id', '=', id).execute();
}

/** What was charged for the period that runs, if anything was and nobody took it back. */
export function paidPeriod(
  tx: Kysely<Tables>,
  entryId: string,
): Promise<{ amount: number; period_start: Date | null; period_end: Date | null } | undefined> {
  return tx
    .selectFrom('ledger_entries as l')
    .select(['l.amount', 'l.period_start', 'l.period_end'])
    .where('l.id', '=', entryId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'l.id'))),
    )
    .executeTakeFirst();
}

export interface PlanRow {
  id: string;
  price_month: number;
  price_year: number;
  translations: TariffTexts;
  archived_at: Date | null;
}

export function planRow(tx: Kysely<Tables>, tariffId: string): Promise<PlanRow | undefined> {
  return tx
    .selectFrom('tariffs')
    .select(['id', 'price_month', 'price_year', 'translations', 'archived_at'])
    .where('id', '=', tariffId)
    .executeTakeFirst();
}

/** A client's free period: what its length comes from. */
export function freePeriodRow(tx: Kysely<Tables>, clientId: string) {
  return tx
    .selectFrom('clients as c')
    .leftJoin('partners as p', 'p.id', 'c.partner_id')
    .leftJoin('promo_codes as promo', 'promo.id', 'c.promo_code_id')
    .leftJoin('cabinets as k', 'k.client_id', 'c.id')
    .select(['c.id', 'c.status', 'c.trial_ends', 'c.free_period_days', 'k.ready_at'])
    .select(['p.free_period_days as partner_days', 'promo.extra_free_days', 'promo.bonus'])
    .where('c.id', '=', clientId)
    .executeTakeFirstOrThrow();
}

/** Whose terms change: those on a tariff (now or next), those without a day of their own, or everybody. */
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
 * Has the lifecycle look at once at those whom a changed term could reach by `until`, whatever else is planned; what is
 * due already stays due. `protect` is the 7-day rule: no deletion comes nearer than that.
 */
export async function lookAgainSoon(
  tx: Kysely<Tables>,
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
 * The same for everybody concerned, a piece at a time in the order of their ids; gives the last one, or undefined when
 * there are no more.
 */
export async function lookAgainPiece(
  db: Kysely<Tables>,
  concerned: Concerned,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with concerned as (
      select c.id from clients c where ${concernedCondition(concerned)} and c.status <> 'archived' and c.id > ${after}::uuid
      order by c.id limit ${limit} for update
    ), looked as (
      update clients c set next_event_at = ${now}, settled_at = greatest(settled_at, ${now})
      from concerned where c.id = concerned.id and (c.next_event_at is null or c.next_event_at > ${now})
        and c.settled_at < ${now}
    )
    select max(id::text) as last from concerned`.execute(db);
  return rows[0]?.last ?? undefined;
}

/** Puts off a client at whom the lifecycle failed. */
export async function postpone(tx: Kysely<Tables>, id: string, until: Date): Promise<void> {
  await tx.updateTable('clients').set({ next_event_at: until }).where('id', '=', id).execute();
}
