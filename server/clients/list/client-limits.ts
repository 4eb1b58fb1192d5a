import { type RawBuilder, sql } from 'kysely';
import type { Filter } from '#contract/list-query.ts';
import type { Condition } from '#server/lists/list-source.ts';

/**
 * `over_tariff_limit`: clients who would exceed the tariff's limits if one were this, such as `goods_quantity:100`. A
 * client's own limit replaces the tariff's.
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
  /** Whether the tariff's limit is in effect. */
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
