import { intlTags, type Locale, type Variant } from '#contract/variants.ts';
import type { PaymentWay } from '#contract/proforma.ts';
import type { ClientRow } from '#server/db/tables.ts';
import { translate } from '#server/messages.ts';

/** A proforma invoice in words, before it becomes a PDF. */
export interface ProformaContent {
  locale: Locale;
  product: string;
  title: string;
  /** When it was made and until when it holds. */
  dates: string[];
  parties: { role: string; name: string; lines: string[] }[];
  columns: { what: string; amount: string };
  rows: { what: string; amount: string }[];
  total: { label: string; amount: string };
  purpose: { label: string; text: string };
  notes: string[];
  /** Whom to ask. */
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
 * The words of a proforma invoice in the reader's language (DESIGN section 7; specification, "Payment details").
 * The purpose of payment carries the number, by which a top-up is recognised.
 */
export function proformaContent(proforma: Proforma, place: Place): ProformaContent {
  const { number, issuedAt, validUntil, payer, payee } = proforma;
  const { locale, variant, product, currency, timeZone } = place;
  const say = (key: string, values: Record<string, string> = {}) =>
    translate(locale, `proforma.${key}`, values);
  const labelled = (key: string, value: string | null) =>
    value?.trim() ? [`${say(key)}: ${withoutPictures(value)}`] : [];
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
        name: withoutPictures(payee.name),
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
        name: withoutPictures(payer.payment_payer?.trim() || payer.name),
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

// The font of the PDF has no emoji: it would print empty boxes.
const pictures =
  /(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|[\ufe0f\u20e3]/gu;

function withoutPictures(text: string): string {
  return text.replace(pictures, '').replace(/ {2,}/g, ' ').trim();
}

/** What the payer writes into the transfer. */
export function purposeOfPayment(number: string, locale: Locale): string {
  return translate(locale, 'proforma.purpose', { number });
}

function money(minorUnits: number, tag: string, currency: string): string {
  const digits = String(minorUnits).padStart(3, '0');
  const whole = `${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`; // digits around a point
  // By its code: the font of the PDF has no sign of the hryvnia, nor narrow blanks.
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(whole).replaceAll('\u202f', '\u00a0');
}
