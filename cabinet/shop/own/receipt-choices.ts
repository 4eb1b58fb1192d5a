import { type Locale, variants } from '#contract/kernel/variants.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { ShopFacts } from './shop-facts.ts';

/** The language of every receipt, whoever looks at it: the shop's choice, or that of the owner's account. */
export function receiptLanguage(
  { entitlements, defaultLocale }: Pick<CabinetView, 'entitlements' | 'defaultLocale'>,
  { language }: Pick<ShopFacts, 'language'>,
): Locale {
  return language ?? entitlements.members.find(({ role }) => role === 'owner')?.locale ?? defaultLocale;
}

/**
 * Whether receipts have the code of the seller: a company's always, a person's where the shop says so, or by the law of
 * its country (docs/decisions/0304).
 */
export function printsCode(
  { entitlements: { client, currency } }: Pick<CabinetView, 'entitlements'>,
  { printCode }: Pick<ShopFacts, 'printCode'>,
): boolean {
  return client.type === 'legal' || (printCode ?? currency === variants.ua.currency);
}

/** The code of the seller with its name. */
export function sellerCode({
  t,
  entitlements: { client, currency },
}: Pick<CabinetView, 't' | 'entitlements'>): string {
  // A variant of the platform has a country and its currency.
  const country = currency === variants.lt.currency ? 'lt' : 'ua';
  return `${t(`ident.${country}.${client.type}`)}: ${client.ident}`;
}
