import { isolated } from '#contract/contact/right-to-left.ts';
import { isIban } from '#contract/money/payment-code.ts';
import { withMinus } from '#contract/money/money-text.ts';
import { intlTags, type Locale, namesMonths } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';
import type { DocumentContent } from './document-content.ts';
import { netLines } from './net-lines.ts';
import { paymentQr } from './payment-qr.ts';
import { printable } from './printable.ts';
import { qrPicture } from './qr-picture.ts';
import { sumInWords } from './sum-in-words.ts';

/** A document in words, before it becomes a PDF. */
export interface PaperText {
  locale: Locale;
  product: string;
  title: string;
  /** When it was made, until when it is paid, what it corrects. */
  dates: string[];
  parties: { role: string; name: string; lines: string[] }[];
  intro: string | null;
  columns: { place: string; title: string; quantity: string; price: string; amount: string };
  rows: {
    place: string;
    title: string;
    period: string | null;
    quantity: string;
    price: string;
    amount: string;
  }[];
  totals: { label: string; amount: string }[];
  words: { label: string; text: string } | null;
  payment: { label: string; text: string; copy: string; qr: string | null; scan: string } | null;
  notes: string[];
  /** Lines to sign on, one for each side. */
  signatures: { role: string; name: string; hint: string; seal: string }[];
  footer: string | null;
  /** Of several pages. */
  page(page: number, pages: number): string;
}

/** The words of a document, in its own language and from its frozen content alone (GROWTH section 16). Pure. */
export function paperText(content: DocumentContent): PaperText {
  const { kind, locale, number, tax } = content;
  const say = sayIn(locale);
  const hasTax = tax.regime === 'vat';
  const titleKey = kind === 'invoice' && hasTax ? 'vatInvoice' : kind;
  const currency = say(`currency.${content.currency}`);
  const labels = { currency };
  return {
    locale,
    product: printable(content.product),
    title: say(`title.${titleKey}`, { number }),
    dates: datesOf(content),
    parties: partiesOf(content),
    intro: kind === 'act' ? say('actIntro') : null,
    columns: {
      place: say('columns.place'),
      title: say('columns.title'),
      quantity: say('columns.quantity'),
      price: say(hasTax ? 'columns.netPrice' : 'columns.price', labels),
      amount: say(hasTax ? 'columns.netAmount' : 'columns.amount', labels),
    },
    rows: rowsOf(content),
    totals: totalsOf(content),
    words: wordsOf(content),
    payment: paymentOf(content),
    notes: notesOf(content),
    signatures: signaturesOf(content),
    footer: footerOf(content),
    page: (page, pages) => say('page', { page: String(page), pages: String(pages) }),
  };
}

type Say = (key: string, values?: Record<string, string>) => string;

function sayIn(locale: Locale): Say {
  return (key, values = {}) => translate(locale, `paper.${key}`, values);
}

function datesOf({ locale, issued_on, due_on, corrects }: DocumentContent): string[] {
  const say = sayIn(locale);
  return [
    say('issued', { date: longDay(issued_on, locale) }),
    ...(due_on ? [say('dueOn', { date: longDay(due_on, locale) })] : []),
    ...(corrects
      ? [say('corrects', { number: corrects.number, date: longDay(corrects.issued_on, locale) })]
      : []),
  ];
}

function partiesOf({ kind, locale, variant, seller, buyer, tax }: DocumentContent): PaperText['parties'] {
  const say = sayIn(locale);
  const role = kind === 'credit_note' ? 'invoice' : kind;
  const labelled = (key: string, value: string | null) =>
    value ? [`${say(key)}: ${isolated(printable(value))}`] : [];
  const vat = `vat.${variant}`;
  return [
    {
      role: say(`seller.${role}`),
      name: printable(seller.name),
      lines: [
        ...labelled(`code.${variant}.legal`, seller.code),
        ...(tax.regime === 'vat' ? labelled(vat, seller.vat_number) : []),
        ...labelled('account', seller.account),
        ...labelled('bank', seller.bank),
        ...labelled('mfo', bankCodeOf(seller)),
        ...labelled('address', seller.address),
        ...(seller.tax_note ? [printable(seller.tax_note)] : []),
      ],
    },
    {
      role: say(`buyer.${role}`),
      name: printable(buyer.name),
      lines: [
        ...labelled(`code.${variant}.${buyer.type}`, buyer.code),
        ...(buyer.ipn === buyer.code ? [] : labelled('ipn', buyer.ipn)),
        ...(buyer.vat_number === buyer.ipn ? [] : labelled(vat, buyer.vat_number)),
        ...labelled('account', buyer.account),
        ...labelled('bank', buyer.bank),
        ...labelled('mfo', bankCodeOf(buyer)),
        ...labelled('address', buyer.address),
        ...labelled('phone', buyer.phone),
      ],
    },
  ];
}

/** The code of a bank beside an account of the old kind: an IBAN has it in itself. */
function bankCodeOf({ account, mfo }: Pick<DocumentContent['seller'], 'account' | 'mfo'>): string | null {
  return account !== null && isIban(account) ? null : mfo;
}

function rowsOf(content: DocumentContent): PaperText['rows'] {
  const { locale, lines } = content;
  const unit = sayIn(locale)('unit');
  const amount = (minorUnits: number) => money(minorUnits, locale);
  return netLines(content).map(({ price, net }, index) => {
    const { title = '', quantity = 1, period_start, period_end } = lines[index] ?? {};
    return {
      place: String(index + 1),
      title: printable(title),
      period:
        period_start && period_end
          ? `${shortDay(period_start, locale)} – ${shortDay(period_end, locale)}`
          : null,
      quantity: `${quantity} ${unit}`,
      price: amount(price),
      amount: amount(net),
    };
  });
}

function totalsOf({ kind, locale, currency, tax, net, tax_amount, total }: DocumentContent) {
  const say = sayIn(locale);
  const amount = (minorUnits: number) => `${money(minorUnits, locale)} ${say(`currency.${currency}`)}`;
  const hasTax = tax.regime === 'vat';
  const last = { proforma: 'pay', credit_note: 'back' }[kind as string] ?? (hasTax ? 'vat' : 'none');
  return [
    ...(hasTax
      ? [
          { label: say('net'), amount: amount(net) },
          { label: say('tax', { rate: rateOf(tax.rate_bp, locale) }), amount: amount(tax_amount) },
        ]
      : []),
    { label: say(`total.${last}`), amount: amount(total) },
  ];
}

function wordsOf({ locale, currency, tax, tax_amount, total }: DocumentContent): PaperText['words'] {
  const say = sayIn(locale);
  const words = sumInWords(total, currency, locale);
  if (!words) return null;
  const within = { rate: rateOf(tax.rate_bp, locale), amount: money(tax_amount, locale) };
  const isTaxed = tax.regime === 'vat' && !tax.reverse_charge;
  const noTax = say('noTax');
  const suffix = isTaxed
    ? say('taxWithin', within)
    : noTax.charAt(0).toLocaleLowerCase(locale) + noTax.slice(1);
  return { label: say('words'), text: tax.reverse_charge ? words : `${words}, ${suffix}` };
}

function paymentOf(content: DocumentContent): PaperText['payment'] {
  const { locale, purpose } = content;
  const say = sayIn(locale);
  if (purpose === null) return null;
  const qr = paymentQr(content);
  return {
    label: say('purposeLabel'),
    text: printable(purpose),
    copy: say('copyPurpose'),
    qr: qr && qrPicture(qr),
    scan: say('scan'),
  };
}

function notesOf({ kind, locale, tax, lines, issued_on }: DocumentContent): string[] {
  const say = sayIn(locale);
  return [
    ...(tax.regime === 'none' ? [`${say('noTax')}.`] : []),
    ...(tax.reverse_charge ? [say('reverseCharge')] : []),
    ...(kind === 'act' ? [say(reachesAhead({ lines, issued_on }) ? 'actOutroAhead' : 'actOutro')] : []),
    ...(kind === 'proforma' ? [say('notTax')] : []),
    // It names the account, and a bookkeeper would pay it once more.
    ...(kind === 'invoice' ? [say('settled')] : []),
  ];
}

/** A month's act has periods that end after it: of those the access is given, and not all of the service yet. */
function reachesAhead({ lines, issued_on }: Pick<DocumentContent, 'lines' | 'issued_on'>): boolean {
  return lines.some(({ period_end }) => period_end !== undefined && period_end > issued_on);
}

function signaturesOf({ kind, locale, seller, buyer }: DocumentContent): PaperText['signatures'] {
  if (kind !== 'act') return [];
  const say = sayIn(locale);
  const line = (role: string, name: string) => ({
    role: say(role),
    name: printable(name),
    hint: say('signature'),
    seal: say('sealPlace'),
  });
  return [line('signSeller', seller.director ?? ''), line('signBuyer', '')].map((one, index) =>
    index === 0 ? one : { ...one, name: printable(buyer.type === 'individual' ? buyer.name : '') },
  );
}

function footerOf({ locale, contact }: DocumentContent): string | null {
  const known = [contact.phone, contact.email].filter((one) => one !== null).map(printable);
  return known.length > 0 ? sayIn(locale)('contact', { contact: known.join(', ') }) : null;
}

/** `1 234,05`, without the currency. */
function money(minorUnits: number, locale: Locale): string {
  const digits = String(Math.abs(minorUnits)).padStart(3, '0');
  const whole = `${minorUnits < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`; // digits around a point
  const format = new Intl.NumberFormat(intlTags[locale], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  // The font of the PDF has no narrow blanks.
  return withMinus(format.format(whole)).replaceAll('\u202f', '\u00a0');
}

function rateOf(rate_bp: number, locale: Locale): string {
  return new Intl.NumberFormat(intlTags[locale], { maximumFractionDigits: 2 }).format(rate_bp / 100);
}

/** A day of the content has no time zone any more: it is that day everywhere. */
function longDay(day: string, locale: Locale): string {
  return dayIn(day, locale, { dateStyle: 'long' });
}

function shortDay(day: string, locale: Locale): string {
  return namesMonths(locale)
    ? dayIn(day, locale, { dateStyle: 'medium' })
    : dayIn(day, locale, { day: '2-digit', month: '2-digit', year: 'numeric' });
}

function dayIn(day: string, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(intlTags[locale], { ...options, timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
