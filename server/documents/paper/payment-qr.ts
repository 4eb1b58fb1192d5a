import type { Variant } from '#contract/kernel/variants.ts';
import { hasIbanDigits } from '#contract/money/iban.ts';
import type { DocumentContent } from './document-content.ts';

/**
 * What a bank's app reads from a proforma: in Ukraine format 002 of the National Bank's rules for QR codes of credit
 * transfers (resolution 97 of 19 August 2025), in Lithuania EPC069-12 version 002. Pure.
 */
export interface PaymentQr {
  standard: 'nbu' | 'epc';
  /** What the picture holds: a link of the National Bank, or the lines themselves. */
  data: string;
}

/** The longest content in bytes, the same in both standards. */
const mostBytes = 331;
const mostName = 70;
const mostPurpose = 140;

/** A transfer to ask for; `amount` in minor units. */
export interface Transfer {
  variant: Variant;
  currency: string;
  payee: { name: string; account: string | null; code: string | null };
  purpose: string;
  amount: number;
}

/**
 * The payment of a document, or of what is left of it (`amount`, minor units); null where there is nothing to pay, or
 * no account that a bank would take.
 */
export function paymentQr(content: DocumentContent, amount: number = content.total): PaymentQr | null {
  const { kind, variant, seller, purpose, currency } = content;
  if (kind !== 'proforma' || purpose === null) return null;
  return transferQr({ variant, currency, payee: seller, purpose, amount });
}

/** The same for any transfer. */
export function transferQr({ variant, currency, payee, purpose, amount }: Transfer): PaymentQr | null {
  const account = payee.account?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  if (amount < 1 || amount > 99_999_999_999 || !hasIbanDigits(account)) return null;
  const payment = { name: line(payee.name).slice(0, mostName), account, amount, purpose: line(purpose) };
  if (variant === 'ua' && currency === 'UAH') return nbuQr({ ...payment, code: payee.code ?? '' });
  if (variant === 'lt' && currency === 'EUR') return epcQr(payment);
  return null;
}

interface Payment {
  name: string;
  account: string;
  amount: number;
  purpose: string;
}

/** `https://bank.gov.ua/qr/…`: opens in any bank's app, from a camera and from a page on the phone alike. */
function nbuQr({ name, account, amount, purpose, code }: Payment & { code: string }): PaymentQr | null {
  const linesOf = (words: string, encoding: '1' | '2') =>
    [
      'BCD',
      '002',
      encoding,
      'UCT',
      '',
      name,
      account,
      `UAH${decimal(amount)}`,
      /^\d{8}$|^\d{10}$/.test(code.trim()) ? code.trim() : '',
      '',
      '',
      words,
      '',
    ].join('\n');
  for (const words of shortened(purpose)) {
    // Half the bytes, if the code page has every character.
    const bytes = windows1251(linesOf(words, '2')) ?? Buffer.from(linesOf(words, '1'));
    if (bytes.length <= mostBytes) {
      return { standard: 'nbu', data: `https://bank.gov.ua/qr/${bytes.toString('base64url')}` };
    }
  }
  return null;
}

function epcQr({ name, account, amount, purpose }: Payment): PaymentQr | null {
  for (const words of shortened(purpose)) {
    const data = ['BCD', '002', '1', 'SCT', '', name, account, `EUR${decimal(amount)}`, '', '', words].join(
      '\n',
    );
    if (Buffer.byteLength(data) <= mostBytes) return { standard: 'epc', data };
  }
  return null;
}

/** The purpose, then shorter and shorter versions: cut from the end, because the number is at the beginning. */
function* shortened(purpose: string): Generator<string> {
  for (let length = Math.min(purpose.length, mostPurpose); length > 0; length -= 1) {
    yield purpose.slice(0, length);
  }
}

function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function decimal(minorUnits: number): string {
  const digits = String(minorUnits).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The text in that code page; null if the page lacks one of its characters. */
function windows1251(text: string): Buffer | null {
  const bytes = [...text].map((letter) => codes.get(letter));
  return bytes.includes(undefined) ? null : Buffer.from(bytes as number[]); // none is missing
}

const codes = new Map<string, number>(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, code) => code))].map(
    (letter, code) => [letter, code],
  ),
);
