import { type RawBuilder, sql } from 'kysely';
import type { Filter } from '#contract/list-query.ts';
import type { Condition } from '#server/lists/list-source.ts';

/**
 * `over_tariff_limit`: clients who would be over a limit of the tariff if it were this, or one of these
 * (`goods_quantity:100`). Where a client has a limit of their own, the tariff's says nothing.
 */
export function overTariffLimit({ value }: Filter): Condition {
  const asked = [value].flat().map((limit) => {
    const [name, most] = limit.split(':');
    return name === 'goods_quantity' ? over.goods(Number(most)) : over.turnover(Number(most));
  });
  if (asked.length === 0) return { sql: sql`false`, tables: [] };
  return { sql: anyOf(asked.map((one) => sql`(${one.used} and ${one.isTariffs})`)), tables: ['u', 'f'] };
}

function anyOf(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` or `)})`;
}

interface Over {
  used: RawBuilder<unknown>;
  /** It is the tariff's limit that holds. */
  isTariffs: RawBuilder<unknown>;
}

const over = {
  turnover: (most: number): Over => ({
    used: sql`u.monthly_turnover > ${most}::bigint`,
    isTariffs: sql`(f.monthly_turnover_limit is null)`,
  }),
  goods: (most: number): Over => ({
    used: sql`u.goods_count > ${most}::bigint`,
    isTariffs: sql`(f.goods_quantity is null)`,
  }),
};
