import { monthsOf } from './lifecycle-steps.ts';
import type { Effect } from './subscription.ts';

/**
 * What the period that began last is worth a month, in minor units: what was charged after discounts, a year's by
 * twelve (docs/decisions/0179). It is rounded here, once, so that sums of it add up. Undefined: none began. Pure.
 */
export function monthlyWorth(effects: readonly Effect[]): number | undefined {
  const begun = effects.findLast((one) => one.kind === 'charge' || one.kind === 'renewal');
  if (!begun) return undefined;
  return begun.kind === 'charge' ? Math.round(begun.amount / monthsOf(begun.plan.billingPeriod)) : 0;
}
