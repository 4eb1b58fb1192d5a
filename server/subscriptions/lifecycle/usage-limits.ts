/** Limits of usage (DESIGN section 7: a client over the turnover or goods limit is flagged and told). Pure. */

/** Turnover per month in minor units; null: a client without an individual limit, or a tariff without one. */
export interface UsageLimits {
  monthlyTurnover: number | null;
  goods: number | null;
}

export interface Usage {
  monthlyTurnover: number;
  goods: number;
}

export type UsageLimit = keyof UsageLimits;

/** The limits of a client: its own, else the tariff's; null is unlimited. */
export function limitsOf(own: UsageLimits, tariff: UsageLimits): UsageLimits {
  return {
    monthlyTurnover: own.monthlyTurnover ?? tariff.monthlyTurnover,
    goods: own.goods ?? tariff.goods,
  };
}

/** The limits that the usage exceeds; reaching a limit does not exceed it. */
export function exceededLimits(usage: Usage, limits: UsageLimits): UsageLimit[] {
  const names = ['monthlyTurnover', 'goods'] as const;
  return names.filter((name) => usage[name] > (limits[name] ?? Infinity));
}
