/** Limits of usage (DESIGN section 7: over the turnover or goods limit the client is flagged and told). Pure. */

/** Turnover of the month in minor units; null: a client without an individual limit, or a tariff without any. */
export interface UsageLimits {
  monthlyTurnover: number | null;
  goods: number | null;
}

export interface Usage {
  monthlyTurnover: number;
  goods: number;
}

export type UsageLimit = keyof UsageLimits;

/** The limits that hold for a client: its own, else the tariff's; null is unlimited. */
export function limitsOf(own: UsageLimits, tariff: UsageLimits): UsageLimits {
  return {
    monthlyTurnover: own.monthlyTurnover ?? tariff.monthlyTurnover,
    goods: own.goods ?? tariff.goods,
  };
}

/** The limits that the usage is over; reaching one is not yet over it. */
export function exceededLimits(usage: Usage, limits: UsageLimits): UsageLimit[] {
  const names = ['monthlyTurnover', 'goods'] as const;
  return names.filter((name) => usage[name] > (limits[name] ?? Infinity));
}
