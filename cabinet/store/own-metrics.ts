import type { Entitlements } from '#contract/cabinets/cabinet.ts';

/** What this product counts besides the platform's first metrics, with the meaning that it gives them. */
const ownMetrics = {
  sales_count: { unit: 'count', period: 'month' },
  storage_bytes: { unit: 'bytes', period: 'now' },
} as const;

/** The numbers for which the operator has a metric of the same key and meaning: the platform refuses any other. */
export function knownMetrics(
  numbers: Record<keyof typeof ownMetrics, number>,
  known: Entitlements['metrics'],
): Record<string, number> {
  const isKnown = ([key, { unit, period }]: [string, { unit: string; period: string }]) =>
    known[key]?.unit === unit && known[key].period === period;
  const keys = new Set(
    Object.entries(ownMetrics)
      .filter(isKnown)
      .map(([key]) => key),
  );
  return Object.fromEntries(Object.entries(numbers).filter(([key]) => keys.has(key)));
}
