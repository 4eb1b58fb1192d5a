import { type RawBuilder, sql } from 'kysely';
import { type SettingKey, settings } from '#contract/company/settings.ts';
import type { Filter } from '#contract/kernel/list-query.ts';
import type { RevenueMove } from '#contract/panel/revenue.ts';
import { startOfDay } from '#server/kernel/periods.ts';
import { type MomentTest, type Condition, ownTable } from '#server/lists/list-source.ts';

/**
 * Dates of clients that are not columns. The dashboard counts by them, so its links list exactly the clients it
 * counted.
 */

/**
 * Clients who will be charged: when the period ends, and when the next one does, if the balance pays for it. A third
 * charge never falls within 30 days.
 */
export function charged({ meets, isNoLater, isNoEarlier }: MomentTest, timeZone: string): Condition {
  const end = sql`c.trial_ends`;
  const next = nextPeriodEnd(timeZone);
  // Finding the next end is expensive, so only periods are looked at that can end in time: months have 28 to 31 days.
  const [soonest, latest] = [
    sql`(${end} + interval '27 days')`,
    sql`(${end} + ${periodOf('32 days', '367 days')})`,
  ];
  return {
    sql: sql`(c.status in ('trial', 'active') and c.lasts_until > ${end} and ${isNoLater(end)}
      and (${meets(end)} or (${isNoLater(soonest)} and ${isNoEarlier(latest)}
        and c.lasts_until > ${next} and ${meets(next)})))`,
    tables: [ownTable],
  };
}

/** Computed as in `periodAfter`, in whole months from the anchor. */
function nextPeriodEnd(timeZone: string): RawBuilder<unknown> {
  const local = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${timeZone})`;
  const months = (time: RawBuilder<unknown>) =>
    sql`(12 * extract(year from ${time}) + extract(month from ${time}))`;
  const anchor = local(sql`coalesce(c.anchor, c.trial_ends)`);
  const gone = sql`(${months(local(sql`c.trial_ends`))} - ${months(anchor)})::int`;
  const length = sql`(make_interval(months => ${gone}) + ${periodOf('1 month', '1 year')})`;
  return sql`((${anchor} + ${length}) at time zone ${timeZone})`;
}

function periodOf(month: string, year: string): RawBuilder<unknown> {
  const [short, long] = [sql.lit(month), sql.lit(year)];
  return sql`case coalesce(c.next_billing_period, c.billing_period)
    when 'year' then interval ${long} else interval ${short} end`;
}

/** Clients with a top-up that was not reversed. */
export function toppedUp({ meets }: MomentTest): Condition {
  return {
    sql: sql`f.client_id in (select e.client_id from ledger_entries e
      where e.kind = 'top_up' and ${meets(sql`e.created_at`)}
        and not exists (select from ledger_entries r where r.reverses_id = e.id))`,
    tables: ['f'],
  };
}

/** Clients whose recurring revenue moved in this way. */
export function moved({ meets }: MomentTest, kind: RevenueMove): Condition {
  return {
    sql: sql`c.id in (select m.client_id from revenue_moves m where m.kind = ${kind} and ${meets(sql`m.at`)})`,
    tables: [ownTable],
  };
}

/** Clients who paid at the end of a day, or of one of several. */
export function paying({ isNoLater, isNoEarlier }: MomentTest): Condition {
  // What ends on a day doesn't hold at its end; days are an hour shorter or longer when the clocks change.
  const last = sql`(m.until - interval '2 hours')`;
  return {
    sql: sql`c.id in (select m.client_id from revenue_moves m
      where m.after > 0 and ${isNoLater(sql`m.at`)} and (m.until is null or ${isNoEarlier(last)}))`,
    tables: [ownTable],
  };
}

/** Those among them who paid for a tariff: `TARIFF@2026-10-31`. */
export function payingFor({ value }: Filter, timeZone: string): Condition {
  const asked = [value].flat().map((one) => {
    const [tariff, day = ''] = one.split('@');
    const moment = startOfDay(day, timeZone);
    return sql`(m.tariff_after = ${tariff}::uuid and m.at <= ${moment} and (m.until is null or m.until > ${moment}))`;
  });
  const met = asked.length === 0 ? sql`false` : sql`(${sql.join(asked, sql` or `)})`;
  return {
    sql: sql`c.id in (select m.client_id from revenue_moves m where m.after > 0 and ${met})`,
    tables: [ownTable],
  };
}

/** Clients for whom a version of a tariff's price holds: `TARIFF:month:2`. One of several values is enough. */
export function priceHeld({ value }: Filter): Condition {
  const came = sql`coalesce(c.tariff_since, c.created_at)`;
  const asked = [value].flat().map((one) => {
    const [tariff = '', period = '', begun = ''] = one.split(':');
    return sql`(c.tariff_id = ${tariff}::uuid and c.billing_period = ${period} and ${Number(begun)} = (
      select count(*) from tariff_prices p
      where p.tariff_id = ${tariff}::uuid and p.withdrawn_at is null and p.starts_at <= ${came}))`;
  });
  return {
    sql: asked.length === 0 ? sql`false` : sql`(${sql.join(asked, sql` or `)})`,
    tables: [ownTable],
  };
}

/**
 * Clients who will be blocked if nobody pays: the term begins when the money is used up. A client's own term comes
 * before the general one.
 */
export function losingAccess({ meets, isNoLater, isNoEarlier }: MomentTest, timeZone: string): Condition {
  const key: SettingKey = 'term_without_payment_days';
  // Read in the statement itself, like the clients. A change of settings is also a change of their list (migration
  // 0016).
  const stored = sql`select (value #>> '{}')::int from settings where key = ${key}`;
  const days = sql`coalesce(c.term_without_payment_days, (${stored}), ${sql.lit(settings[key].default)})`;
  const moment = sql`(((c.lasts_until at time zone ${timeZone}) + make_interval(days => ${days})) at time zone ${timeZone})`;
  // Exact times cost ten times as much as dates, and differ by less than a day.
  const [before, after] = [sql`c.lasts_until`, sql`(c.lasts_until + make_interval(days => ${days} + 1))`];
  return {
    sql: sql`(c.status in ('trial', 'active', 'grace') and ${isNoLater(before)} and ${isNoEarlier(after)}
      and ((${isNoEarlier(before)} and ${isNoLater(after)}) or ${meets(moment)}))`,
    tables: [ownTable],
  };
}
