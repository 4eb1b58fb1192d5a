import type { Tariff } from '#contract/entities/tariff.ts';

type Limits = Pick<Tariff, 'monthly_turnover_limit' | 'goods_quantity'>;

/** The new values of limits that were lowered; null when none was. */
export function loweredLimits(
  before: Limits,
  after: Limits,
): { monthly_turnover_limit?: number; goods_quantity?: number } | null {
  const turnover = lowered(before.monthly_turnover_limit, after.monthly_turnover_limit);
  const goods = lowered(before.goods_quantity, after.goods_quantity);
  if (turnover === undefined && goods === undefined) return null;
  return {
    ...(turnover !== undefined && { monthly_turnover_limit: turnover }),
    ...(goods !== undefined && { goods_quantity: goods }),
  };
}

function lowered(before: number | null, after: number | null): number | undefined {
  if (after === null) return undefined;
  return before === null || after < before ? after : undefined;
}
