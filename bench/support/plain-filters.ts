import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { clientList } from '#contract/entities/client.ts';
import { clientSource } from '#server/clients/list/client-columns.ts';
import { columnTypes } from '#server/db/column-types.ts';
import type { Tables } from '#server/db/tables.ts';

/** `filter[field][op]=value` of a list of clients, as in an address. */
const oneFilter = /^filter\[(\w+)\]\[(\w+)\]=([^&]*)(&with_trashed=1)?$/;

/** Expressions that a plain program would use instead of computed columns. */
const plainColumns: Record<string, RawBuilder<unknown>> = {
  email: sql`c.email_key`,
  phone: sql`c.phone`,
  cabinet_url: sql`('http://' || c.domain)`,
  tariff_name: sql`(select t.translations->'uk'->>'name' from tariffs t where t.id = c.tariff_id)`,
};

const casts: Record<string, string> = {
  number: 'bigint',
  money: 'bigint',
  boolean: 'boolean',
  id: 'uuid',
  moment: 'timestamptz',
};

export interface PlainFilters extends AsyncDisposable {
  /**
   * Milliseconds of `count(*)` and the page as two plain statements; undefined for a filter without a plain
   * equivalent.
   */
  took(query: string): Promise<number | undefined>;
}

/** The same queries as in the list of clients, as two plain statements on `clients` (DESIGN section 14). */
export function plainFilters(connection: pg.PoolConfig): PlainFilters {
  const pool = new pg.Pool({ ...connection, types: columnTypes, max: 2 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const source = clientSource({
    locale: 'uk',
    defaultLocale: 'uk',
    timeZone: 'Europe/Kyiv',
    now: new Date(),
    currency: 'UAH',
    url: { before: 'http://', after: '' },
  });
  const measure = async (condition: RawBuilder<unknown>, withDeleted: boolean) => {
    const where = withDeleted ? condition : sql`c.deleted_at is null and ${condition}`;
    const began = performance.now();
    await Promise.all([
      sql`select count(*) from clients c where ${where}`.execute(db),
      sql`select c.* from clients c where ${where} order by c.created_at desc, c.id desc limit 25`.execute(
        db,
      ),
    ]);
    return performance.now() - began;
  };
  return {
    async took(query) {
      const [, field = '', op = '', value = '', withDeleted] = oneFilter.exec(query) ?? [];
      if (field === 'search') return measure(searched(decodeURIComponent(value)), Boolean(withDeleted));
      const found = source.columns[field];
      const column = plainColumns[field] ?? found?.cell ?? found?.sql;
      if (!column || found?.moments || field === 'remaining_days' || field === 'over_tariff_limit')
        return undefined;
      const condition = comparison(
        column,
        op,
        decodeURIComponent(value),
        clientList.fields[field]?.type ?? 'text',
      );
      return measure(condition, Boolean(withDeleted));
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

function searched(pattern: string): RawBuilder<unknown> {
  const columns = ['name', 'email_key', 'phone_e164', 'ident', 'domain'];
  return sql`(${sql.join(
    columns.map((column) => sql`${sql.ref(`c.${column}`)} ilike ${pattern}`),
    sql` or `,
  )})`;
}

function comparison(
  column: RawBuilder<unknown>,
  op: string,
  value: string,
  type: string,
): RawBuilder<unknown> {
  const one = sql`${value}::${sql.raw(casts[type] ?? 'text')}`;
  if (op === 'null') return value === '1' ? sql`${column} is null` : sql`${column} is not null`;
  if (op === 'ilike') return sql`${column}::text ilike ${value}`;
  if (op === 'in') return sql`${column} in (${one})`;
  const signs: Record<string, string> = {
    eq: '=',
    ne: 'is distinct from',
    gt: '>',
    gte: '>=',
    lt: '<',
    lte: '<=',
  };
  return sql`${column} ${sql.raw(signs[op] ?? '=')} ${one}`;
}
