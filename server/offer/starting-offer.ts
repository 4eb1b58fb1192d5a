import { readFileSync } from 'node:fs';
import type { Locale } from '#contract/variants.ts';

/** The version of a new installation. */
export const startingOfferVersion = 1;

/**
 * The public offer of a new installation: a plain text that the operator replaces with their own (API.md, "Customers:
 * prefixes cabinet and offer"). Empty lines separate paragraphs.
 */
export function startingOffer(locale: Locale, productName: string): { title: string; body: string } {
  const file = new URL(`../../locales/${locale}/offer.json`, import.meta.url);
  const offer = JSON.parse(readFileSync(file, 'utf8')) as { title: string; paragraphs: string[] }; // our own file
  const named = (text: string) => text.replaceAll('{{product}}', productName);
  return { title: named(offer.title), body: offer.paragraphs.map(named).join('\n\n') };
}
