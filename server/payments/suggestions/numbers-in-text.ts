import { paymentNumberKey } from '#contract/money/payment-number.ts';
import { clientIdEndOf } from '#contract/money/proforma.ts';

/** What the text of a payment may name: keys of documents, and clients by the end of their id. */
export interface Named {
  /** `number_key` of documents that it may mean; most of them are nobody's. */
  documents: readonly string[];
  /** Year and serial without the letters ahead of them: nobody writes that by chance, but it is no whole number. */
  serials: readonly { year: number; serial: number }[];
  /** Clients whose payment code is there (`paymentCode`). */
  clientIdEnds: readonly string[];
}

/** Serials are printed with zeros ahead up to this length. */
const serialDigits = 6;

/**
 * Finds our numbers in what a payer wrote: in any case, with letters that look alike, with spaces, dashes or signs
 * between the parts or none, with or without zeros and the year. `year` is that of the payment: a number without one is
 * of it or the year before. Pure.
 */
export function numbersIn(purpose: string, year: number): Named {
  const text = foldedText(purpose);
  const documents = new Set<string>();
  const serials = new Map<string, { year: number; serial: number }>();
  for (const { prefix, years, serial } of [...spacedNumbers(text, year), ...brokenNumbers(text)]) {
    for (const one of years) documents.add(`${prefix}${one}${String(serial).padStart(serialDigits, '0')}`);
  }
  for (const [, written = '', digits = ''] of text.matchAll(bareNumber)) {
    serials.set(`${written}-${digits}`, { year: Number(written), serial: Number(digits) });
  }
  return {
    documents: [...documents].slice(0, keysAtMost),
    serials: [...serials.values()].slice(0, keysAtMost),
    clientIdEnds: [...new Set(codesIn(text))].slice(0, keysAtMost),
  };
}

/** A text that is all numbers names nobody. */
const keysAtMost = 20;

/** Letters and digits as numbers are compared by, with one space where anything else stood. */
function foldedText(text: string): string {
  const words = text
    .replace(/[\u2116\u00ad\u200b-\u200d\u2060\ufeff]/g, (sign) => (sign === '\u2116' ? ' ' : ''))
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u);
  return words.map((word) => (word === '' ? '' : paymentNumberKey(word))).join(' ');
}

const yearDigits = String.raw`20\d\d`;
/** Letters, perhaps a year, and a serial: `PF 2026 000123`, `PF2026000123`, `PF 123`. */
const spacedNumber = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(\p{L}{1,12}) ?(?:(${yearDigits}) ?)?(\d{1,9})(?!\d)`,
  'gu',
);
/** The same with spaces anywhere, as where a bank breaks its lines: then with all of its digits. */
const brokenNumber = new RegExp(
  String.raw`(\p{L}{1,12}) ?(2 ?0 ?\d ?\d) ?((?:\d ?){${serialDigits - 1}}\d)(?!\d)`,
  'gu',
);
const bareNumber = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${yearDigits}) ?(0\d{${serialDigits - 1}})(?!\d)`,
  'gu',
);

interface Read {
  prefix: string;
  years: readonly number[];
  serial: number;
}

function* spacedNumbers(text: string, year: number): Generator<Read> {
  for (const [, prefix = '', written, digits = ''] of text.matchAll(spacedNumber)) {
    const serial = Number(digits);
    if (serial === 0) continue;
    yield { prefix, years: written === undefined ? [year, year - 1] : [Number(written)], serial };
  }
}

function* brokenNumbers(text: string): Generator<Read> {
  for (const [, letters = '', year = '', digits = ''] of text.matchAll(brokenNumber)) {
    // The word ahead may have run into the number: its end is a number's beginning as well.
    for (let from = Math.max(0, letters.length - 4); from < letters.length; from += 1) {
      yield { prefix: letters.slice(from), years: [numberOf(year)], serial: numberOf(digits) };
    }
  }
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(' ', ''));
}

/** Payment codes, alone or with the number behind them that proformas once had. */
function* codesIn(text: string): Generator<string> {
  for (const [, code = ''] of text.matchAll(
    /(?<![\p{L}\p{N}])([0-9A-HJKMNP-TV-Z]{8})(?: ?\d{1,9})?(?![\p{L}\p{N}])/gu,
  )) {
    const end = clientIdEndOf(`${code}1`);
    if (end !== null) yield end;
  }
}
