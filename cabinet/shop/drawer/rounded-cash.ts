import { variants } from '#contract/kernel/variants.ts';

/** The smallest sums that cash can be rounded to, in minor units; 1 is not at all. */
export const cashSteps = [1, 5, 10, 50, 100] as const;
export type CashStep = (typeof cashSteps)[number];

/**
 * What is paid in cash of an amount, in minor units: half a step is rounded up. The scripts of the till and of a return
 * have it too: it uses nothing from outside.
 */
export function roundedCash(amount: number, step: number): number {
  const rest = amount % step;
  return amount - rest + (rest * 2 >= step ? step : 0);
}

/**
 * What is handed back in cash for an amount. No more than was paid in cash, however small the parts; and who brings back
 * everything has all of it. `left` is what is still to go back: of the amount before it was rounded, and of the cash that
 * was paid. The script of a return has it too.
 */
export function cashBack(
  amount: number,
  { left, step }: { left: CashLeft; step: number },
  rounded: typeof roundedCash,
): number {
  const most = rounded(left.paid, step);
  return amount === left.exact ? most : Math.min(rounded(amount, step), most);
}

export interface CashLeft {
  exact: number;
  paid: number;
}

/** As the country of a currency has it (docs/decisions/0321). */
export function usualStep(currency: string): CashStep {
  if (currency === variants.lt.currency) return 5;
  return currency === variants.ua.currency ? 50 : 1;
}
