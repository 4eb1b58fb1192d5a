import type { SavedCard } from '#contract/money/online-payment.ts';

/** A card as its owner knows it: `Visa •• 4242`. */
export function cardName({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string {
  const name = brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : '';
  return `${name} •• ${last4}`.trim();
}
