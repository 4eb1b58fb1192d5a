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
  const any = (side: 'used' | 'isTariffs') =>
    sql.join(
      asked.map((one) => (side === 'used' ? one.used : sql`(${one.used} and ${one.isTariffs})`)),
      sql` or `,
    );
  if (asked.length === 0) return { sql: sql`false`, at: [] };
  // What is used is indexed: it is looked for by that alone, and few are left to be asked for their own limits.
  return { sql: sql`((${any('used')}) and (${any('isTariffs')}))`, at: ['u', 'f'] };
}

interface Over {
  used: RawBuilder<unknown>;
  /** It is the tariff's limit that holds. */
  isTariffs: RawBuilder<unknown>;
}

const over = {
  turnover: (most: number): Over => ({
    used: sql`u.monthly_turnover > ${most}::bigint`,
    isTariffs: sql`f.monthly_turnover_limit is null`,
  }),
  goods: (most: number): Over => ({
    used: sql`u.goods_count > ${most}::bigint`,
    isTariffs: sql`f.goods_quantity is null`,
  }),
};
