import type { TaxRegime } from '#contract/company/settings.ts';
import type { DocumentTax } from './document-content.ts';

/** The tax regime on a day: the latest that has begun; no tax before the first. Pure. */
export function regimeOn(regimes: readonly TaxRegime[], day: string): TaxRegime {
  const begun = regimes.filter(({ from }) => from <= day);
  return begun.reduce((latest, one) => (one.from >= latest.from ? one : latest), untaxed);
}

const untaxed: TaxRegime = { regime: 'none', rate_bp: 0, vat_number: '', from: '' };

/** The tax of a document. `isReversed`: the buyer owes it, because of a valid VAT number of another country. */
export function taxOf({ regime, rate_bp }: TaxRegime, { isReversed }: { isReversed: boolean }): DocumentTax {
  if (regime === 'none') return { regime, rate_bp: 0, reverse_charge: false };
  return { regime, rate_bp: isReversed ? 0 : rate_bp, reverse_charge: isReversed };
}

/**
 * Splits a total that includes the tax: net and tax are whole minor units and add up to it. The tax is rounded half away
 * from zero, once per document and rate, never per line. Pure.
 */
export function splitTotal(total: number, rate_bp: number): { net: number; tax_amount: number } {
  const parts = 10_000n + BigInt(rate_bp);
  const part = BigInt(Math.abs(total)) * BigInt(rate_bp);
  const tax = Number((2n * part + parts) / (2n * parts));
  const tax_amount = total < 0 ? -tax : tax;
  return { net: total - tax_amount, tax_amount };
}
