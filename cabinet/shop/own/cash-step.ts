import type { CabinetView } from '../../pages/cabinet-layout.ts';
import { type CashStep, usualStep } from '../drawer/rounded-cash.ts';
import type { ShopFacts } from './shop-facts.ts';

/** What the shop rounds cash to, in minor units; 1 is not at all. */
export function stepIn(
  { entitlements }: Pick<CabinetView, 'entitlements'>,
  { cashStep }: Pick<ShopFacts, 'cashStep'>,
): CashStep {
  return cashStep ?? usualStep(entitlements.currency);
}
