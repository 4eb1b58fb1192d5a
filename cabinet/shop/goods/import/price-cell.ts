import { variants } from '#contract/kernel/variants.ts';

/** How spreadsheets and people write a currency beside a sum. */
const signs: Record<string, RegExp> = {
  [variants.lt.currency]: /^(?:€|eur(?:as|ai|ų|o)?\.?)$/i,
  [variants.ua.currency]: /^(?:₴|uah|грн\.?|гривень|гривні|hrn\.?)$/i,
  USD: /^(?:\$|usd)$/i,
  GBP: /^(?:£|gbp)$/i,
  PLN: /^(?:zł|pln)$/i,
  RUB: /^(?:₽|rub|руб\.?)$/i,
};

/** A longer cell is no price. */
const longest = 40;

/**
 * A price as a cell has it, without the sign of the shop's currency. `foreign` is the sign of another one: its sum is
 * no price here.
 */
export function priceCell(typed: string, currency: string): { plain: string; foreign?: string } {
  if (typed.length > longest) return { plain: typed };
  const [, before = '', number = '', after = ''] =
    /^\s*([^\d\s]*)\s*(\d[\d\s.,]*?)\s*([^\d\s]*)\s*$/.exec(typed) ?? [];
  const beside = before + after;
  const named = Object.keys(signs).find((one) => signs[one]?.test(beside));
  if (named === undefined) return { plain: typed };
  return named === currency ? { plain: number } : { plain: typed, foreign: beside };
}
