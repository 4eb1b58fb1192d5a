import { readFileSync } from 'node:fs';
import type { OfferKind } from '#contract/entities/offer.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { sellerLine, type Seller } from './seller.ts';

/** The version of a new installation. */
export const startingOfferVersion = 1;

/** The day on which each text was last changed here; a test holds it against the words. */
export const startingOfferDays = { terms: '2026-11-29', privacy: '2026-11-29' } as const satisfies Record<
  OfferKind,
  string
>;

const files = { terms: 'offer.json', privacy: 'privacy.json' } as const satisfies Record<OfferKind, string>;

/** A paragraph, or the same in several wordings: the first whose values are all known is taken. */
type StartingParagraph = string | string[];

/**
 * The terms or the privacy text of a new installation: a plain text that the operator replaces with their own (API.md,
 * "Customers: prefixes cabinet and offer"). Empty lines separate paragraphs. It names the seller as the settings do
 * now; a published version never changes (docs/decisions/0323).
 */
export function startingOffer(
  kind: OfferKind,
  { locale, productName, seller }: { locale: Locale; productName: string; seller: Seller },
): { title: string; body: string } {
  const offer = readStartingOffer(kind, locale);
  const values: Record<string, string> = {
    product: productName,
    seller: sellerLine(seller, locale),
    contacts:
      [seller.email, seller.phone].filter(Boolean).join(', ') ||
      seller.address.replaceAll(/,?\s*\n\s*/g, ', '),
  };
  const filled = (text: string) => text.replaceAll(variable, (_, name: string) => values[name] ?? '');
  const isKnown = (text: string) => [...text.matchAll(variable)].every(([, name = '']) => values[name]);
  const worded = (paragraph: StartingParagraph) => {
    const wordings = [paragraph].flat();
    return filled(wordings.find(isKnown) ?? wordings.at(-1) ?? '');
  };
  return { title: filled(offer.title), body: offer.paragraphs.map(worded).join('\n\n') };
}

const variable = /\{\{(\w+)\}\}/g;

export function readStartingOffer(
  kind: OfferKind,
  locale: Locale,
): { title: string; paragraphs: StartingParagraph[] } {
  const file = new URL(`../../locales/${locale}/${files[kind]}`, import.meta.url);
  // Our own file.
  return JSON.parse(readFileSync(file, 'utf8')) as { title: string; paragraphs: StartingParagraph[] };
}
