import { type RawBuilder, sql } from 'kysely';
import {
  type BillingPeriod,
  clientEntity,
  clientList,
  type ClientListField,
} from '#contract/entities/client.ts';
import { booleanOf, type Filter, type ListField, type ListSpec } from '#contract/kernel/list-query.ts';
import {
  type Condition,
  type ListColumn,
  type ListSource,
  ownTable,
  type SideTable,
} from '#server/lists/list-source.ts';
import { pattern, storable } from '#server/lists/list-conditions.ts';
import { dictionaryLookup } from '#server/lists/dictionary-lookup.ts';
import { columnsOf } from '#server/lists/entity-columns.ts';
import type { Db } from '#server/db/tables.ts';
import { addDays, localDay, startOfDay } from '#server/kernel/periods.ts';
import { usedPromoCode } from '#server/promo-codes/redemption-store.ts';
import { hasTag } from '#server/tags/tag-store.ts';
import { tariffName } from '#server/tariffs/tariff-store.ts';
import { overTariffLimit } from './client-limits.ts';
import { ownColumns } from './own-columns.ts';
import { charged, losingAccess, moved, paying, payingFor, priceHeld, toppedUp } from './client-moments.ts';
import { clientsSearched, clientsWith, insideOf, type SearchedField } from './client-search.ts';
import {
  ownNeed,
  type Reading,
  recommendedNeed,
  remainingDays,
  remainingDaysInFile,
} from '#server/clients/client-store.ts';

interface Source extends Reading {
  currency: string;
  /** The parts of a cabinet's address before and after its domain. */
  url: { before: string; after: string };
}

/**
 * The source for lists of clients. Columns that seldom change, and those that cabinets report, are read from narrow
 * tables of their own, whose indexes a billing run leaves alone (migration 0008).
 */
export function clientSource(source: Source, spec: ListSpec = clientList): ListSource {
  const { next_tariff, ...tariff } = tariffColumns(source);
  const own = { ...storedColumns, ...tariff, ...computedColumns(source) };
  const defined = ownColumns(spec);
  return {
    from: sql`clients c`,
    sideTables: {
      f: sideTable('client_facts', 'f', { dated: true }),
      u: sideTable('client_usage', 'u'),
      s: sideTable('client_search', 's', { dated: true }),
    },
    joined: {
      t: sql`left join tariffs t on t.id = c.tariff_id`,
      // Computed once per tariff, because in each row it would cost too much.
      needs: sql`join (select t.id, ${recommendedNeed('month')} as month, ${recommendedNeed('year')} as year,
        t.recommended_days as days
        from tariffs t offset 0) as needs on needs.id = c.tariff_id`,
      ...defined.joined,
    },
    counted: 'clients',
    id: sql`c.id`,
    defaultOrder: sql`c.created_at`,
    deletedAt: sql`c.deleted_at`,
    searched: (typed) => clientsSearched(typed, source),
    columns: {
      ...columnsOf(clientEntity, { table: 'clients', alias: 'c', own, plain: plainColumn }),
      next_tariff,
      ...defined.columns,
    },
  };
}

type Columns = Partial<Record<ClientListField, ListColumn>>;

const required = { required: true };

/** Columns that are the same for every reader and at any time. */
const storedColumns = {
  id: own('id', required),
  name: text('name', { ...required, filter: like('name') }),
  type: fact('type', required),
  email: code('email_key', { required: true, email: true, filter: like('email') }),
  phone: code('phone', { required: true, also: [sql`f.phone_e164 collate "C"`], filter: phoneLike }),
  phone_e164: code('phone_e164', { ...required, filter: like('phone_e164') }),
  country_code: code('country_code', required),
  ident: code('ident', { ...required, filter: like('ident') }),
  manager_id: fact('manager_id'),
  status: own('status', { ...required, tie: sql`c.created_at` }),
  domain: code('domain', { filter: like('domain') }),
  cabinet_status: own('cabinet_status', { ...required, tie: sql`c.created_at` }),
  tariff_id: fact('tariff_id', required),
  billing_period: fact('billing_period', required),
  trialEnds: own('trial_ends'),
  balance: own('balance', required),
  recommended_amount: {
    at: 'needs',
    sql: sql`greatest(0, coalesce(${ownNeed(sql`needs.days`)},
      case c.billing_period when 'year' then needs.year else needs.month end) - c.balance)`,
    cell: sql`greatest(0, coalesce(${ownNeed(daysOfTariff())}, case c.billing_period
      when 'year' then ${neededByTariff('year')} else ${neededByTariff('month')} end) - c.balance)`,
    required: true,
  },
  lasts_until: own('lasts_until'),
  blocked_by_hand: {
    sql: sql`(c.blocked_from is not null)`,
    required: true,
    groups: {
      at: ownTable,
      of: async () => [sql`c.blocked_from is null`, sql`c.blocked_from is not null`],
    },
  },
  blocked_at: own('blocked_at'),
  deletion_at: own('deletion_at'),
  cash_registers: usage('cash_registers', required),
  last_top_up: own('last_top_up_at'),
  // `last_top_up_at` is enough to tell whether there is any: a reversed top-up never stays the last one.
  topped_up_at: { sql: sql`c.last_top_up_at`, moments: toppedUp },
  revenue_new_at: { sql: sql`c.created_at`, moments: (asked) => moved(asked, 'new') },
  revenue_more_at: { sql: sql`c.created_at`, moments: (asked) => moved(asked, 'more') },
  revenue_less_at: { sql: sql`c.created_at`, moments: (asked) => moved(asked, 'less') },
  revenue_lost_at: { sql: sql`c.created_at`, moments: (asked) => moved(asked, 'lost') },
  revenue_back_at: { sql: sql`c.created_at`, moments: (asked) => moved(asked, 'back') },
  paying_on: { sql: sql`c.created_at`, moments: paying },
  created_at: own('created_at', required),
  last_visit: usage('last_visit'),
  last_login: usage('last_login'),
  deleted_at: own('deleted_at', { tellsDeleted: true }),
  monthly_turnover_limit: fact('monthly_turnover_limit'),
  goods_quantity: fact('goods_quantity'),
  monthly_turnover: usage('monthly_turnover', required),
  goods_count: usage('goods_count', required),
  over_limit: usage('over_limit', required),
  tag_id: fact('client_id', {
    filter: ({ value }) => ({ sql: hasTag(sql`f.client_id`, [value].flat()), tables: ['f'] }),
  }),
  partner_id: own('partner_id'),
  promo_code_id: own('promo_code_id', {
    filter: ({ value }) => ({ sql: usedPromoCode(sql`c.id`, [value].flat()), tables: [ownTable] }),
  }),
  over_tariff_limit: usage('over_limit', { filter: overTariffLimit }),
  ...texts('registration_source', 'promo_code', 'address', 'vat_number'),
  ...texts('payment_payer', 'payment_code', 'payment_ipn', 'payment_bank', 'payment_mfo'),
  ...texts('payment_account', 'payment_address', 'payment_phone', 'payment_product'),
  locale: fact('locale', required),
  updated_at: own('updated_at', required),
} satisfies Columns;

/** Columns of the present and the next tariff, in the reader's language. */
function tariffColumns({ locale, defaultLocale }: Source) {
  const tariff = tariffName('t', locale, defaultLocale);
  const next = tariffName('next', locale, defaultLocale);
  return {
    tariff_name: {
      at: 't',
      sql: tariff,
      named: { key: sql`c.tariff_id`, from: sql`tariffs t`, id: sql`t.id`, name: tariff },
      order: sql`${tariff} collate "uk-x-icu"`,
      groups: { at: 'f', of: (db) => byTariffName(db, tariff) },
      filter: (_, compare) => ({
        sql: sql`f.tariff_id = any (array(select t.id from tariffs t where ${compare(tariff)}))`,
        tables: ['f'],
      }),
    },
    next_tariff: {
      sql: sql`(select ${next} from tariffs next where next.id = c.next_tariff_id)`,
      named: { key: sql`c.next_tariff_id`, from: sql`tariffs next`, id: sql`next.id`, name: next },
    },
  } satisfies Columns & Record<'next_tariff', ListColumn>;
}

/** Columns that depend on the time, the time zone and the installation. */
function computedColumns({ timeZone, now, currency, url }: Source) {
  const urlOf = (table: 'c' | 'f') =>
    sql`(${url.before}::text || ${sql.ref(`${table}.domain`)} || ${url.after}::text)`;
  return {
    cabinet_url: {
      at: 'f',
      sql: urlOf('f'),
      cell: urlOf('c'),
      order: sql`f.domain collate "C"`,
      filled: sql`f.domain`,
      filter: (filter) => byUrl(filter, url),
    },
    remaining_days: {
      sql: remainingDays(timeZone, now),
      cell: remainingDaysInFile(timeZone, now),
      order: sql`c.trial_ends`,
      filled: sql`c.trial_ends`,
      filter: (filter) => ({ sql: remainingDaysCondition(filter, timeZone, now), tables: [ownTable] }),
    },
    currency: { sql: sql`${currency}::text`, required: true, constant: true },
    paying_for: { sql: sql`c.tariff_id`, filter: (filter) => payingFor(filter, timeZone) },
    price_held: { sql: sql`c.tariff_id`, filter: priceHeld },
    charged_at: { sql: sql`c.trial_ends`, moments: (asked) => charged(asked, timeZone) },
    access_ends_at: { sql: sql`c.lasts_until`, moments: (asked) => losingAccess(asked, timeZone) },
  } satisfies Columns;
}

function own(column: string, more: Partial<ListColumn> = {}): ListColumn {
  return { sql: sql.ref(`c.${column}`), ...more };
}

function fact(column: string, more: Partial<ListColumn> = {}): ListColumn {
  return { at: 'f', sql: sql.ref(`f.${column}`), cell: sql.ref(`c.${column}`), ...more };
}

function usage(column: string, more: Partial<ListColumn> = {}): ListColumn {
  return { at: 'u', sql: sql.ref(`u.${column}`), cell: sql.ref(`c.${column}`), ...more };
}

/** Codes, sorted in byte order, whatever the database's own language is. */
function code(column: string, more: Partial<ListColumn> = {}): ListColumn {
  return fact(column, { ...collated(column, 'C'), ...more });
}

function text(column: string, more: Partial<ListColumn> = {}): ListColumn {
  return fact(column, { ...collated(column, 'uk-x-icu'), ...more });
}

function texts<Name extends ClientListField>(...names: Name[]): Record<Name, ListColumn> {
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, ListColumn>; // exactly one entry for each name
}

function neededByTariff(period: BillingPeriod): RawBuilder<unknown> {
  return ofTariff(recommendedNeed(period));
}

function daysOfTariff(): RawBuilder<unknown> {
  return ofTariff(sql`t.recommended_days`);
}

function ofTariff(value: RawBuilder<unknown>): RawBuilder<unknown> {
  const looked = { key: sql`c.tariff_id`, from: sql`tariffs t`, id: sql`t.id`, value };
  return sql`(${dictionaryLookup(looked)})::bigint`;
}

/** Compares in the collation of the index, because an index serves no other. Equality is the same in each. */
function collated(column: string, collation: 'C' | 'uk-x-icu'): Pick<ListColumn, 'sql' | 'filled' | 'plain'> {
  const plain = sql.ref(`f.${column}`);
  return { sql: sql`${plain} collate ${sql.ref(collation)}`, filled: plain, plain };
}

function sideTable(table: string, alias: string, { dated = false } = {}): SideTable {
  return {
    from: sql`${sql.table(table)} ${sql.ref(alias)}`,
    id: sql.ref(`${alias}.client_id`),
    deleted: sql.ref(`${alias}.deleted`),
    ...(dated && { createdAt: sql.ref(`${alias}.created_at`) }),
  };
}

/** Searches by the domain inside the address, which has an index. */
function byUrl({ op, value }: Filter, { before, after }: Source['url']): Condition | undefined {
  if (op !== 'eq' && op !== 'in') return undefined;
  const domains = [value].flat().flatMap((given) => {
    const isOurs = given.startsWith(before) && given.slice(before.length).endsWith(after);
    return isOurs ? [storable(given.slice(before.length, given.length - after.length))] : [];
  });
  const condition = domains.length === 0 ? sql`false` : sql`f.domain collate "C" in (${sql.join(domains)})`;
  return { sql: condition, tables: ['f'] };
}

function like(field: SearchedField): NonNullable<ListColumn['filter']> {
  return ({ op, value }) => (op === 'ilike' ? clientsWith(field, pattern(String(value))) : undefined);
}

/** The national number is the end of the full number, so a search in the full number finds it. */
function phoneLike({ op, value }: Filter): Condition | undefined {
  const typed = pattern(String(value));
  return op === 'ilike' && insideOf(typed) !== undefined ? clientsWith('phone_e164', typed) : undefined;
}

/** The tariffs in the order of their names; tariffs with the same name are one group. */
async function byTariffName(db: Db, name: RawBuilder<string>): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(id) as ids from (select t.id, ${name} collate "uk-x-icu" as name from tariffs t) as named
    group by name order by name`.execute(db);
  return rows.map(({ ids }) =>
    ids.length === 1 ? sql`f.tariff_id = ${ids[0]}` : sql`f.tariff_id = any (${ids}::uuid[])`,
  );
}

/** Compares the end of the period, which has an index. Days are counted as in `remainingDays`. */
function remainingDaysCondition({ op, value }: Filter, timeZone: string, now: Date): RawBuilder<unknown> {
  const ends = sql`c.trial_ends`;
  const midnight = startOfDay(localDay(now, timeZone), timeZone);
  /** The end of the last day that leaves this number of days. */
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

/** In days. PostgreSQL and JavaScript have no dates beyond it. */
const farthest = 1_000_000;

/** Reads a field without SQL of its own from the wide table. */
function plainColumn(column: RawBuilder<unknown>, { type }: ListField): ListColumn {
  return type === 'text'
    ? { sql: sql`${column} collate "uk-x-icu"`, filled: column, plain: column }
    : { sql: column };
}
