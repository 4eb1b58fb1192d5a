import { variants } from '#contract/kernel/variants.ts';
import { hasIbanDigits } from '#contract/money/iban.ts';
import type { DocumentContent } from '#server/documents/paper/document-content.ts';
import { netLines } from '#server/documents/paper/net-lines.ts';
import { electronicAddress } from './electronic-address.ts';

/** The tax of a whole document by the code list UNTDID 5305. */
export type TaxCategory = 'S' | 'Z' | 'AE' | 'O';

export function taxCategory({ tax }: Pick<DocumentContent, 'tax'>): TaxCategory {
  if (tax.regime === 'none') return 'O';
  if (tax.reverse_charge) return 'AE';
  return tax.rate_bp > 0 ? 'S' : 'Z';
}

/**
 * The business rules of EN 16931 that a document can break here, by their names; the library checks the structure
 * alone. Sums hold by the way in which documents are made and are checked all the same. Pure.
 */
export function brokenRules(content: DocumentContent): string[] {
  const { seller, buyer, tax, net, tax_amount, total, corrects, kind } = content;
  const category = taxCategory(content);
  const vatOf = (number: string | null) => /^[A-Z]{2}/.test(number ?? '');
  const netSum = netLines(content).reduce((sum, line) => sum + line.net, 0);
  // The standard tolerates a difference of one unit of the currency.
  const isTaxOff = Math.abs(Math.round((net * tax.rate_bp) / 10_000) - tax_amount) >= 100;
  const rules: Record<string, boolean> = {
    'BR-06': seller.name !== '',
    'BR-07': buyer.name !== '',
    'BR-11': /^[A-Z]{2}$/.test(buyer.country),
    'BR-CO-09': category === 'O' || vatOf(seller.vat_number),
    'BR-CO-10': netSum === net,
    'BR-CO-15': net + tax_amount === total,
    'BR-CO-17': !isTaxOff,
    'BR-CO-26': seller.code !== null || vatOf(seller.vat_number),
    'BR-S-02': category !== 'S' || vatOf(seller.vat_number),
    'BR-AE-02': category !== 'AE' || (vatOf(seller.vat_number) && vatOf(buyer.vat_number)),
    'BR-AE-08': category !== 'AE' || tax_amount === 0,
    'PEPPOL-EN16931-R010': electronicAddress(buyer) !== null,
    'PEPPOL-EN16931-R020': electronicAddress({ ...seller, country: sellerCountry(content) }) !== null,
    'BR-55': kind !== 'credit_note' || corrects !== null,
  };
  return Object.keys(rules).filter((name) => !rules[name]);
}

/** The account to name, if it is one that transfers reach. */
export function payeeAccount({ seller }: DocumentContent): string | null {
  const account = seller.account?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  return hasIbanDigits(account) ? account : null;
}

export function sellerCountry({ variant }: DocumentContent): string {
  return variants[variant].country;
}
