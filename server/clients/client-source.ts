import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BillingPeriod } from '#contract/client.ts';
import { booleanOf, type Filter } from '#contract/list-query.ts';
import {
  type BesideTable,
  type ListColumn,
  type ListSource,
  type Located,
  ownTable,
} from '#server/db/list-source.ts';
import { pattern, storable, unescaped } from '#server/db/list-conditions.ts';
import { lookedUp } from '#server/db/looked-up.ts';
import type { Tables } from '#server/db/tables.ts';
import { addDays, startOfDay } from '#server/subscriptions/periods.ts';
import { tariffName } from '#server/tariffs/tariff-store.ts';
import { overTariffLimit } from './client-limits.ts';
import { charged, losingAccess, toppedUp } from './client-moments.ts';
import { clientsSearched, clientsWith, keyLike, insideOf, type SearchedField } from './client-search.ts';
import { type Reading, recommendedNeed, remainingDays, remainingDaysInFile } from './client-store.ts';
import type { KeySample } from './key-sample.ts';

interface Source extends Reading {
  currency: string;
  /** Before and after the domain in a cabinet's address. */
  url: { before: string; after: string };
  sample: Pick<KeySample, 'rarest' | 'isCommon' | 'pairs'>;
}

/**
 * Where lists of clients come from: the columns that seldom change and those that cabinets report are read from narrow
 * tables of their own, whose indexes a billing run leaves alone (migration 0008).
 */
export function clientSource(source: Source): ListSource {
  const { locale, defaultLocale, timeZone, now, currency, url, sample } = source;
  const own = (column: string, more: Partial<ListColumn> = {}): ListColumn => ({
    sql: sql.ref(`c.${column}`),
    ...more,
  });
  const beside = (at: 'f' | 'u', column: string, more: Partial<ListColumn> = {}): ListColumn => ({
    at,
    sql: sql.ref(`${at}.${column}`),
    cell: sql.ref(`c.${column}`),
    ...more,
  });
  const fact = (column: string, more?: Partial<ListColumn>) => beside('f', column, more);
  const usage = (column: string, more?: Partial<ListColumn>) => beside('u', column, more);
  /** Letters and digits in byte order, whatever the database's own language is. */
  const code = (column: string, more: Partial<ListColumn> = {}): ListColumn =>
    fact(column, { ...collated(column, 'C'), ...more });
  const text = (column: string, more: Partial<ListColumn> = {}): ListColumn =>
    fact(column, { ...collated(column, 'uk-x-icu'), ...more });
  const required = { required: true };
  const sparse = { sparse: true };
  const tariff = tariffName('t', locale, defaultLocale);
  const nextTariff = tariffName('next', locale, defaultLocale);
  return {
    from: sql`clients c`,
    alias: 'c',
    beside: {
      f: besideTable('client_facts', 'f', { newest: true }),
      u: besideTable('client_usage', 'u'),
      s: besideTable('client_search', 's', { newest: true }),
    },
    joined: {
      t: sql`left join tariffs t on t.id = c.tariff_id`,
      // Once for each tariff, where each row would cost.
      needs: sql`join (select t.id, ${recommendedNeed('month')} as month, ${recommendedNeed('year')} as year
        from tariffs t offset 0) as needs on needs.id = c.tariff_id`,
    },
    counted: 'clients',
    id: sql`c.id`,
    newest: sql`c.created_at`,
    deletedAt: sql`c.deleted_at`,
    searched: (typed) => clientsSearched(typed, sample),
    columns: {
      id: own('id', required),
      name: text('name', { ...required, filter: like('name', sample) }),
      type: fact('type', required),
      email: code('email_key', { required: true, email: true, filter: like('email', sample) }),
      phone: code('phone', {
        required: true,
        also: [sql`f.phone_e164 collate "C"`],
        filter: phoneLike(sample),
      }),
      phone_e164: code('phone_e164', { ...required, filter: like('phone_e164', sample) }),
      country_code: code('country_code', { ...required, filter: fewWords('country_code', 'C') }),
      ident: code('ident', { ...required, filter: like('ident', sample) }),
      manager_id: fact('manager_id', sparse),
      status: own('status', { ...required, tie: sql`c.created_at` }),
      cabinet_url: {
        at: 'f',
        sql: sql`(${url.before}::text || f.domain || ${url.after}::text)`,
        cell: sql`(${url.before}::text || c.domain || ${url.after}::text)`,
        order: sql`f.domain collate "C"`,
        filled: sql`f.domain`,
        filter: (filter) => byUrl(filter, url, sample),
      },
      domain: code('domain', { filter: like('domain', sample) }),
      cabinet_status: own('cabinet_status', { ...required, tie: sql`c.created_at` }),
      tariff_id: fact('tariff_id', required),
      tariff_name: {
        at: 't',
        sql: tariff,
        named: { key: sql`c.tariff_id`, from: sql`tariffs t`, id: sql`t.id`, name: tariff },
        order: sql`${tariff} collate "uk-x-icu"`,
        groups: { at: 'f', of: (db) => byTariffName(db, tariff) },
        filter: (_, compare) => ({
          sql: sql`f.tariff_id = any (array(select t.id from tariffs t where ${compare(tariff)}))`,
          at: ['f'],
        }),
      },
      billing_period: fact('billing_period', required),
      next_tariff: {
        sql: sql`(select ${nextTariff} from tariffs next where next.id = c.next_tariff_id)`,
        named: {
          key: sql`c.next_tariff_id`,
          from: sql`tariffs next`,
          id: sql`next.id`,
          name: nextTariff,
        },
      },
      trialEnds: own('trial_ends'),
      remaining_days: {
        sql: remainingDays(timeZone, now),
        cell: remainingDaysInFile(timeZone, now),
        order: sql`c.trial_ends`,
        filled: sql`c.trial_ends`,
        filter: (filter) => ({ sql: remainingDaysCondition(filter, timeZone, now), at: [ownTable] }),
      },
      balance: own('balance', required),
      currency: { sql: sql`${currency}::text`, required: true, constant: true },
      recommended_amount: {
        at: 'needs',
        sql: sql`greatest(0, case c.billing_period when 'year' then needs.year else needs.month end - c.balance)`,
        cell: sql`greatest(0, case c.billing_period when 'year' then ${lookedUpNeed('year')}
          else ${lookedUpNeed('month')} end - c.balance)`,
        required: true,
      },
      lasts_until: own('lasts_until'),
      charged_at: { sql: sql`c.trial_ends`, moments: (asked) => charged(asked, timeZone) },
      access_ends_at: { sql: sql`c.lasts_until`, moments: (asked) => losingAccess(asked, timeZone) },
      blocked_by_hand: {
        sql: sql`(c.blocked_from is not null)`,
        required: true,
        groups: {
          at: ownTable,
          of: async () => [sql`c.blocked_from is null`, sql`c.blocked_from is not null`],
        },
      },
      blocked_at: own('blocked_at', sparse),
      deletion_at: own('deletion_at', sparse),
      cash_registers: usage('cash_registers', required),
      last_top_up: own('last_top_up_at'),
      // Whether there is any, the last one tells: it is never one that was reversed.
      topped_up_at: { sql: sql`c.last_top_up_at`, moments: toppedUp },
      created_at: own('created_at', { ...required, isNewest: true }),
      last_visit: usage('last_visit'),
      last_login: usage('last_login'),
      registration_source: text('registration_source', sparse),
      promo_code: text('promo_code', sparse),
      deleted_at: own('deleted_at', { tellsDeleted: true }),
      monthly_turnover_limit: fact('monthly_turnover_limit', sparse),
      goods_quantity: fact('goods_quantity', sparse),
      monthly_turnover: usage('monthly_turnover', required),
      goods_count: usage('goods_count', required),
      over_limit: usage('over_limit', required),
      over_tariff_limit: usage('over_limit', { filter: overTariffLimit }),
      address: text('address', sparse),
      vat_number: text('vat_number', sparse),
      payment_payer: text('payment_payer', sparse),
      payment_code: text('payment_code', sparse),
      payment_ipn: text('payment_ipn', sparse),
      payment_bank: text('payment_bank', sparse),
      payment_mfo: text('payment_mfo', sparse),
      payment_account: text('payment_account', sparse),
      payment_address: text('payment_address', sparse),
      payment_phone: text('payment_phone', sparse),
      payment_product: text('payment_product', sparse),
      locale: fact('locale', { ...required, filter: fewWords('locale') }),
      updated_at: own('updated_at', required),
    },
  };
}

function lookedUpNeed(period: BillingPeriod): RawBuilder<unknown> {
  const need = { key: sql`c.tariff_id`, from: sql`tariffs t`, id: sql`t.id`, value: recommendedNeed(period) };
  return sql`(${lookedUp(need)})::bigint`;
}

/** In the collation of its index, which serves nothing in another one; equal is equal in each of them. */
function collated(column: string, collation: 'C' | 'uk-x-icu'): Pick<ListColumn, 'sql' | 'filled' | 'plain'> {
  const plain = sql.ref(`f.${column}`);
  return { sql: sql`${plain} collate ${sql.ref(collation)}`, filled: plain, plain };
}

function besideTable(table: string, alias: string, { newest = false } = {}): BesideTable {
  return {
    from: sql`${sql.table(table)} ${sql.ref(alias)}`,
    id: sql.ref(`${alias}.client_id`),
    deleted: sql.ref(`${alias}.deleted`),
    ...(newest && { newest: sql.ref(`${alias}.created_at`) }),
  };
}

/** By the domain in it, which an index knows. */
function byUrl(
  { op, value }: Filter,
  { before, after }: Source['url'],
  sample: Source['sample'],
): Located | undefined {
  if (op === 'ilike') {
    const inside = insideOf(pattern(String(value)));
    return inside === undefined ? undefined : urlWith(inside, { before, after }, sample);
  }
  if (op !== 'eq' && op !== 'in') return undefined;
  const domains = [value].flat().flatMap((given) => {
    const isOurs = given.startsWith(before) && given.slice(before.length).endsWith(after);
    return isOurs ? [storable(given.slice(before.length, given.length - after.length))] : [];
  });
  const condition = domains.length === 0 ? sql`false` : sql`f.domain collate "C" in (${sql.join(domains)})`;
  return { sql: condition, at: ['f'] };
}

/** A text may be before the domain, in it, or after it, or lie across: then the domain begins or ends with the rest. */
function urlWith(inside: string, url: Source['url'], sample: Source['sample']): Located {
  const text = unescaped(inside).toLowerCase();
  const [before, after] = [url.before.toLowerCase(), url.after.toLowerCase()];
  if (before.includes(text) || after.includes(text)) {
    const others = sql`select count(*) from client_facts f where not f.deleted and f.domain is null`;
    return { sql: sql`f.domain is not null`, at: ['f'], count: sql`(state.live - (${others}))` };
  }
  const cuts = Array.from({ length: text.length - 1 }, (_, place) => place + 1);
  const begins = cuts.filter((cut) => before.endsWith(text.slice(0, cut)));
  const ends = cuts.filter((cut) => after.startsWith(text.slice(cut)));
  const across = [
    ...begins.map((cut) => `${escaped(text.slice(cut))}%`),
    ...ends.map((cut) => `%${escaped(text.slice(0, cut))}`),
    ...begins.flatMap((from) => ends.filter((to) => to > from).map((to) => escaped(text.slice(from, to)))),
  ];
  const within = `%${inside}%`;
  if (across.length === 0) return clientsWith('domain', within, sample);
  // A host has neither of these: then its beginning or its end is all that there is to look for.
  const patterns = /[/:]/.test(text) ? across : [within.toLowerCase(), ...across];
  const conditions = patterns.map((typed) => sql`f.domain collate "C" like ${typed}`);
  return { sql: sql`(${sql.join(conditions, sql` or `)})`, at: ['f'] };
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function like(field: SearchedField, sample: Source['sample']): NonNullable<ListColumn['filter']> {
  return ({ op, value }) => (op === 'ilike' ? clientsWith(field, pattern(String(value)), sample) : undefined);
}

/** The national number is the end of the whole one: what is in it is in that, and what it begins with is in the key. */
function phoneLike(sample: Source['sample']): NonNullable<ListColumn['filter']> {
  return ({ op, value }) => {
    if (op !== 'ilike') return undefined;
    const typed = pattern(String(value));
    if (insideOf(typed) !== undefined) return clientsWith('phone_e164', typed, sample);
    return {
      sql: sql`(${keyLike(typed)} and (f.phone ilike ${typed} or f.phone_e164 ilike ${typed}))`,
      at: ['s', 'f'],
    };
  };
}

/** What is one of a few words, by those of them that are like it: each is found in the index by the one before. */
function fewWords(column: string, collation?: 'C'): NonNullable<ListColumn['filter']> {
  const own = (alias: string) =>
    collation
      ? sql`${sql.ref(`${alias}.${column}`)} collate ${sql.ref(collation)}`
      : sql.ref(`${alias}.${column}`);
  const next = (deleted: RawBuilder<unknown>, after: RawBuilder<unknown>) =>
    sql`(select ${own('w')} from client_facts w where ${deleted} ${after} order by ${own('w')} limit 1)`;
  const words = (deleted: RawBuilder<unknown>) => sql`(with recursive said (word) as (
      select ${next(deleted, sql``)} union all
      select ${next(deleted, sql`and ${own('w')} > said.word`)} from said where said.word is not null
    ) select word from said)`;
  return ({ op, value }) => {
    if (op !== 'ilike') return undefined;
    const all = sql`${words(sql`not w.deleted`)} union ${words(sql`w.deleted`)}`;
    const meant = sql`select word from (${all}) as words where word ilike ${pattern(String(value))}`;
    return { sql: sql`${own('f')} = any (array(${meant}))`, at: ['f'] };
  };
}

/** The tariffs in the order of their names; two of one name are one group. */
async function byTariffName(db: Kysely<Tables>, name: RawBuilder<string>): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(id) as ids from (select t.id, ${name} collate "uk-x-icu" as name from tariffs t) as named
    group by name order by name`.execute(db);
  return rows.map(({ ids }) =>
    ids.length === 1 ? sql`f.tariff_id = ${ids[0]}` : sql`f.tariff_id = any (${ids}::uuid[])`,
  );
}

/** By the end of the period, which an index knows; days are counted as `remainingDays` counts them. */
function remainingDaysCondition({ op, value }: Filter, timeZone: string, now: Date): RawBuilder<unknown> {
  const ends = sql`c.trial_ends`;
  const midnight = startOfDay(dayIn(now, timeZone), timeZone);
  /** The end of the last day that leaves so many days. */
  const endOf = (days: number) => addDays(midnight, Math.min(days, farthest) + 1, timeZone);
  const number = Number(value);
  const atMost = (days: number) => (days < 0 ? sql`false` : sql`${ends} < ${endOf(days)}`);
  const atLeast = (days: number) =>
    days <= 0 ? sql`${ends} is not null` : sql`${ends} >= ${endOf(days - 1)}`;
  const exactly = (days: number) => sql`(${atLeast(days)} and ${atMost(days)})`;
  switch (op) {
    case 'null':
      return booleanOf(String(value)) ? sql`${ends} is null` : sql`${ends} is not null`;
    case 'gt':
      return atLeast(number + 1);
    case 'gte':
      return atLeast(number);
    case 'lt':
      return atMost(number - 1);
    case 'lte':
      return atMost(number);
    case 'ne':
      return sql`(${ends} is null or not ${exactly(number)})`;
    default: {
      const days = Array.isArray(value) ? value.map(Number) : [number];
      return days.length === 0 ? sql`false` : sql`(${sql.join(days.map(exactly), sql` or `)})`;
    }
  }
}

function dayIn(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);
}

/** In days; beyond it PostgreSQL and JavaScript have no dates. */
const farthest = 1_000_000;
