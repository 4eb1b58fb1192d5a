import { readFileSync } from 'node:fs';
import type { OfferKind } from '#contract/entities/offer.ts';
import type { Locale } from '#contract/kernel/variants.ts';

/** The version of a new installation. */
export const startingOfferVersion = 1;

const files = { terms: 'offer.json', privacy: 'privacy.json' } as const satisfies Record<OfferKind, string>;

/**
 * The terms or the privacy text of a new installation: a plain text that the operator replaces with their own (API.md,
 * "Customers: prefixes cabinet and offer"). Empty lines separate paragraphs.
 */
export function startingOffer(
  kind: OfferKind,
  { locale, productName }: { locale: Locale; productName: string },
): { title: string; body: string } {
  const file = new URL(`../../locales/${locale}/${files[kind]}`, import.meta.url);
  const offer = JSON.parse(readFileSync(file, 'utf8')) as { title: string; paragraphs: string[] }; // our own file
  const named = (text: string) => text.replaceAll('{{product}}', productName);
  return { title: named(offer.title), body: offer.paragraphs.map(named).join('\n\n') };
}
