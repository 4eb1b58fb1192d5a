import type { SettingValue, TaxRegime } from '#contract/company/settings.ts';
import { type Locale, type Variant, variants } from '#contract/kernel/variants.ts';
import type { ClientRow } from '#server/db/tables.ts';
import { translate } from '#server/kernel/messages.ts';
import type { DocumentKind } from '#contract/entities/document.ts';
import type { DocumentContent, DocumentLine } from './document-content.ts';
import { splitTotal, taxOf } from './tax.ts';

/** What documents print about a client. */
export type PaperClient = Pick<
  ClientRow,
  | 'name'
  | 'type'
  | 'ident'
  | 'country_code'
  | 'phone_e164'
  | 'address'
  | 'vat_number'
  | 'domain'
  | 'payment_payer'
  | 'payment_code'
  | 'payment_ipn'
  | 'payment_bank'
  | 'payment_mfo'
  | 'payment_account'
  | 'payment_address'
  | 'payment_phone'
  | 'payment_product'
>;

export interface NewPaper {
  kind: DocumentKind;
  number: string;
  /** A day in the variant's time zone. */
  issuedOn: string;
  dueOn: string | null;
  locale: Locale;
  client: PaperClient;
  lines: DocumentLine[];
  /** What holds on the day of issue (`regimeOn`). */
  regime: TaxRegime;
  /** The buyer owes the tax (`taxOf`). */
  isReversed?: boolean;
  corrects?: DocumentContent['corrects'];
}

/** What all papers of an installation share. */
export interface PaperPlace {
  variant: Variant;
  currency: string;
  product: string;
  company: SettingValue<'company_details'>;
  supportPhone: string | null;
  supportEmail: string | null;
}

/** The frozen content of a document. Pure. */
export function composeContent(paper: NewPaper, place: PaperPlace): DocumentContent {
  const { kind, number, locale, lines, regime } = paper;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const tax = taxOf(regime, { isReversed: paper.isReversed ?? false });
  const isProforma = kind === 'proforma';
  return {
    version: 1,
    kind,
    number,
    variant: place.variant,
    locale,
    currency: place.currency,
    issued_on: paper.issuedOn,
    due_on: paper.dueOn,
    seller: sellerOf(place.company, regime),
    buyer: buyerOf(paper.client, place.variant, locale),
    lines,
    tax,
    ...splitTotal(total, tax.rate_bp),
    total,
    corrects: paper.corrects ?? null,
    purpose: isProforma ? translate(bankLocale(place.variant), 'paper.purpose', { number }) : null,
    contact: { phone: place.supportPhone, email: isProforma ? place.supportEmail : null },
    product: place.product,
  };
}

/** The language of what a payer writes into a transfer: it is read in the seller's country (docs/decisions/0270). */
export function bankLocale(variant: Variant): Locale {
  return variants[variant].defaultLocale;
}

/** The line of a proforma: the text that the client wants on invoices, else what the money is for. Pure. */
export function topUpLine(
  { payment_product, domain }: Pick<PaperClient, 'payment_product' | 'domain'>,
  amount: number,
  { locale, product }: { locale: Locale; product: string },
): DocumentLine {
  const own = payment_product?.trim();
  const title = domain
    ? translate(locale, 'paper.topUpOf', { product, domain })
    : translate(locale, 'paper.topUp', { product });
  return { title: own || title, quantity: 1, unit_price: amount, amount };
}

function sellerOf(
  { name, code, address, bank, mfo, account, director, tax_note, vat_number }: PaperPlace['company'],
  regime: TaxRegime,
): DocumentContent['seller'] {
  return {
    name,
    code: filled(code),
    vat_number: filled(regime.vat_number) ?? filled(vat_number),
    address: filled(address),
    bank: filled(bank),
    mfo: filled(mfo),
    account: filled(account),
    director: filled(director),
    tax_note: filled(tax_note),
  };
}

function buyerOf(client: PaperClient, variant: Variant, locale: Locale): DocumentContent['buyer'] {
  const name = filled(client.payment_payer) ?? client.name;
  return {
    name: isBareTrader(client, name, variant) ? translate(locale, 'paper.trader', { name }) : name,
    type: client.type,
    code: filled(client.payment_code) ?? filled(client.ident),
    ipn: filled(client.payment_ipn),
    vat_number: filled(client.vat_number),
    address: filled(client.payment_address) ?? filled(client.address),
    bank: filled(client.payment_bank),
    mfo: filled(client.payment_mfo),
    account: filled(client.payment_account),
    phone: filled(client.payment_phone) ?? filled(client.phone_e164),
    country: client.country_code,
  };
}

/** A Ukrainian sole trader by the own name alone; who says another payer's name knows how it is written. */
function isBareTrader({ type, name: own }: PaperClient, name: string, variant: Variant): boolean {
  return variant === 'ua' && type === 'individual' && name === own && !/^(ФОП|ФЛП|FOP)\s/iu.test(name);
}

function filled(text: string | null): string | null {
  return text?.trim() || null;
}
