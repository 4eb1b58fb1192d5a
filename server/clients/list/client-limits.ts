import { type RawBuilder, sql } from 'kysely';
import type { Filter } from '#contract/kernel/list-query.ts';
import type { Condition } from '#server/lists/list-source.ts';

/**
 * `over_tariff_limit`: clients who would exceed the tariff's limits if one were this, such as `goods_quantity:100` or
 * `METRIC:100`. A client's own limit replaces the tariff's.
 */
export function overTariffLimit({ value }: Filter): Condition {
  const asked = [value].flat().map((limit) => {
    const [name = '', most] = limit.split(':');
    return exceeds(name, Number(most));
  });
  if (asked.length === 0) return { sql: sql`false`, tables: [] };
  return { sql: anyOf(asked), tables: ['u', 'f'] };
}

function anyOf(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Uses more than `most`, and the tariff's limit is in effect. */
function exceeds(name: string, most: number): RawBuilder<unknown> {
  switch (name) {
    case 'monthly_turnover_limit':
    case 'monthly_turnover':
      return sql`(u.monthly_turnover > ${most}::bigint and (f.monthly_turnover_limit is null))`;
    case 'goods_quantity':
    case 'goods_count':
      return sql`(u.goods_count > ${most}::bigint and (f.goods_quantity is null))`;
    case 'cash_registers':
      return sql`(u.cash_registers > ${most}::bigint and not ${own(name)})`;
  }
  // The metric's index finds those over it.
  const over = sql`u.client_id = any (array(select m.client_id from client_metrics m
    where m.metric_id = (select id from metrics where key = ${name}) and m.used > ${most}::bigint))`;
  return sql`(${over} and not ${own(name)})`;
}

function own(name: string): RawBuilder<unknown> {
  return sql`exists (select from client_limits o where o.client_id = u.client_id
    and o.metric_id = (select id from metrics where key = ${name}))`;
}
