import type { Document } from '#contract/entities/document.ts';

/** How many years back a year in a number is taken for the invoice's. */
const yearsBack = 2;

/** The year of an invoice, as our document has it or as its number says it; undefined where neither tells. Pure. */
export function invoiceYear(
  number: string,
  { open, latest }: { open: readonly Pick<Document, 'number' | 'issued_on'>[]; latest: number },
): number | undefined {
  const ours = open.find((document) => document.number === number.trim());
  if (ours) return Number(ours.issued_on.slice(0, 4));
  const years = number.split(/\D+/).map(Number);
  const told = new Set(years.filter((year) => year <= latest && year >= latest - 1 - yearsBack));
  return told.size === 1 ? [...told][0] : undefined;
}
