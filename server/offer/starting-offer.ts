import { readFileSync } from 'node:fs';
import type { Locale } from '#contract/variants.ts';

/** The version that an empty installation begins with. */
export const startingOfferVersion = 1;

/**
 * The public offer of an empty installation: a plain text for the operator to replace with their own (API.md,
 * "Customers: prefixes cabinet and offer"). Paragraphs stand between empty lines.
 */
export function startingOffer(locale: Locale, productName: string): { title: string; body: string } {
  const file = new URL(`../../locales/${locale}/offer.json`, import.meta.url);
  const offer = JSON.parse(readFileSync(file, 'utf8')) as { title: string; paragraphs: string[] }; // our own file
  const named = (text: string) => text.replaceAll('{{product}}', productName);
  return { title: named(offer.title), body: offer.paragraphs.map(named).join('\n\n') };
}
