import { intlTags, type Locale, type Variant } from '#contract/variants.ts';
import type { PaymentWay } from '#contract/money/proforma.ts';
import type { ClientRow } from '#server/db/tables.ts';
import { translate } from '#server/kernel/messages.ts';

/** A proforma invoice in words, before it becomes a PDF. */
export interface ProformaContent {
  locale: Locale;
  product: string;
  title: string;
  /** When it was made and how long it is valid. */
  dates: string[];
  parties: { role: string; name: string; lines: string[] }[];
  columns: { what: string; amount: string };
  rows: { what: string; amount: string }[];
  total: { label: string; amount: string };
  purpose: { label: string; text: string };
  notes: string[];
  /** The contact for questions. */
  footer: string | null;
}

export interface Proforma {
  number: string;
  /** Minor units. */
  amount: number;
  issuedAt: Date;
  validUntil: Date;
  payer: Pick<
    ClientRow,
    | 'name'
    | 'ident'
    | 'type'
    | 'address'
    | 'vat_number'
    | 'domain'
    | 'payment_payer'
    | 'payment_code'
    | 'payment_address'
  >;
  payee: NonNullable<PaymentWay['company']>;
  supportEmail: string | null;
  supportPhone: string | null;
}

interface Place {
  locale: Locale;
  variant: Variant;
  product: string;
  currency: string;
  timeZone: string;
}

/**
 * The texts of a proforma invoice in the reader's language (DESIGN section 7; specification, "Payment details"). The
 * purpose of payment has the number by which a top-up is recognised.
 */
export function proformaContent(proforma: Proforma, place: Place): ProformaContent {
  const { number, issuedAt, validUntil, payer, payee } = proforma;
  const { locale, variant, product, currency, timeZone } = place;
  const say = (key: string, values: Record<string, string> = {}) =>
    translate(locale, `proforma.${key}`, values);
  const labelled = (key: string, value: string | null) =>
    value?.trim() ? [`${say(key)}: ${printable(value)}`] : [];
  const day = new Intl.DateTimeFormat(intlTags[locale], { dateStyle: 'long', timeZone });
  const amount = money(proforma.amount, intlTags[locale], currency);
  const support = [proforma.supportEmail, proforma.supportPhone].filter(Boolean).join(', ');
  return {
    locale,
    product,
    title: say('title', { number }),
    dates: [
      say('issued', { date: day.format(issuedAt) }),
      say('validUntil', { date: day.format(validUntil) }),
    ],
    parties: [
      {
        role: say('payee'),
        name: printable(payee.name),
        lines: [
          ...labelled(`code.${variant}.legal`, payee.code),
          ...labelled('vat', payee.vat_number),
          ...labelled('account', payee.account),
          ...labelled('bank', payee.bank),
          ...labelled('address', payee.address),
        ],
      },
      {
        role: say('payer'),
        name: printable(payer.payment_payer?.trim() || payer.name),
        lines: [
          ...labelled(`code.${variant}.${payer.type}`, payer.payment_code?.trim() || payer.ident),
          ...labelled('vat', payer.vat_number),
          ...labelled('address', payer.payment_address?.trim() || payer.address),
        ],
      },
    ],
    columns: { what: say('service'), amount: say('amount') },
    rows: [
      {
        what: payer.domain ? say('topUpOf', { product, domain: payer.domain }) : say('topUp', { product }),
        amount,
      },
    ],
    total: { label: say('total'), amount },
    purpose: { label: say('purposeLabel'), text: purposeOfPayment(number, locale) },
    notes: [say('copyPurpose'), say('notTax')],
    footer: support ? translate(locale, 'mailFrame.support', { contact: support }) : null,
  };
}

// Characters in both weights of the PDF's font: Latin, Greek and Cyrillic letters, and common signs.
const printed =
  '\\n\\x20-\\x7e\\xa0-\\xac\\xae-\\u017f\\u0218-\\u021b\\u02bc\\u0300\\u0301\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1' +
  '\\u03a3-\\u03ce\\u0400-\\u0486\\u0488-\\u0513\\u1ea0-\\u1ef9\\u2010\\u2011\\u2013-\\u2015\\u2018-\\u201e\\u2020-\\u2022' +
  '\\u2026\\u2030\\u2032\\u2033\\u2039\\u203a\\u20ac\\u2116\\u2122\\u2212';
const unprinted = new RegExp(`[^${printed}]+`, 'gu');

/**
 * Removes what would print as empty boxes: pictures are dropped, and words in other scripts (Hebrew, Arabic,
 * Georgian, …) are replaced by a mark. The code and the invoice's number, which are digits, still identify the payer.
 */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(unprinted, (run) => (/\p{Letter}/u.test(run) ? '[…]' : ''))
    .replace(/(?:\[…\] ?)+(?=\[…\])/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The text that the payer writes into the transfer. */
export function purposeOfPayment(number: string, locale: Locale): string {
  return translate(locale, 'proforma.purpose', { number });
}

function money(minorUnits: number, tag: string, currency: string): string {
  const digits = String(minorUnits).padStart(3, '0');
  const whole = `${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`; // digits around a point
  // By the currency's code: the PDF's font has no hryvnia sign and no narrow spaces.
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(whole).replaceAll('\u202f', '\u00a0');
}
