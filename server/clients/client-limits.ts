import { type RawBuilder, sql } from 'kysely';
import type { Filter } from '#contract/list-query.ts';
import type { Located } from '#server/db/list-source.ts';

/**
 * `over_tariff_limit`: whoever would be over a limit of the tariff if it were this, or one of these
 * (`goods_quantity:100`). Where a client has a limit of their own, the tariff's says nothing.
 */
export function overTariffLimit({ value }: Filter): Located {
  const asked = [value].flat().map((limit) => {
    const [name, most] = limit.split(':');
    return name === 'goods_quantity' ? over.goods(Number(most)) : over.turnover(Number(most));
  });
  if (asked.length === 0) return { sql: sql`false`, at: [] };
  // What is used is indexed: it is looked for by that alone, and few are left to be asked for their own limits.
  const used = anyOf(asked.map((one) => one.used));
  const isOver = anyOf(asked.map((one) => sql`(${one.used} and ${one.isTariffs})`));
  const hasOwn = anyOf(asked.map((one) => sql`not ${one.isTariffs}`));
  const all = sql`select count(*) from client_usage u where not u.deleted and ${used}`;
  // Few have limits of their own: the two tables need not be joined for all.
  const others = sql`select count(*) from client_facts f join client_usage u using (client_id)
    where not f.deleted and not u.deleted and ${hasOwn} and ${used} and not ${isOver}`;
  return { sql: sql`(${used} and ${isOver})`, at: ['u', 'f'], count: sql`((${all}) - (${others}))` };
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
