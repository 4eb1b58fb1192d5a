import { capitals, paymentNumberKey } from './payment-number.ts';
import { clientIdEndOf } from './proforma.ts';

/** What a text may name: keys of documents, and clients by the end of their id. */
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
 * Finds our numbers in what somebody wrote: in any case, with letters that look alike, with spaces, dashes or signs
 * between the parts or none, with or without zeros and the year. `years`: those of which a number without a year may
 * be. Pure (GROWTH section 16, docs/decisions/0121).
 */
export function numbersIn(written: string, years: readonly number[]): Named {
  const text = foldedText(written);
  const read = [...spacedNumbers(text), ...brokenNumbers(text)];
  const documents = read.flatMap(({ prefix, year, serial }) =>
    (year === null ? years : [year]).map(
      (one) => `${prefix}${one}${String(serial).padStart(serialDigits, '0')}`,
    ),
  );
  const serials = new Map<string, { year: number; serial: number }>();
  for (const [, year = '', digits = ''] of text.matchAll(bareNumber)) {
    serials.set(`${year}-${digits}`, { year: Number(year), serial: Number(digits) });
  }
  return {
    documents: [...new Set(documents)].slice(0, numbersAtMost),
    serials: [...serials.values()].slice(0, numbersAtMost),
    clientIdEnds: [...new Set(codesIn(text))].slice(0, numbersAtMost),
  };
}

/** A text that is all numbers names nobody. */
const numbersAtMost = 20;

/** Letters and digits as numbers are compared by, with one space where anything else stood. */
export function foldedText(text: string): string {
  const words = text
    .replace(/[\u2116\u00ad\u200b-\u200d\u2060\ufeff]/g, (sign) => (sign === '\u2116' ? ' ' : ''))
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u);
  // All at once: a statement has thousands of lines with a dozen words each.
  return capitals(words.join(' ').replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
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
  /** Null: none was written. */
  year: number | null;
  serial: number;
}

function* spacedNumbers(text: string): Generator<Read> {
  for (const [, prefix = '', year, digits = ''] of text.matchAll(spacedNumber)) {
    const serial = Number(digits);
    if (serial > 0) yield { prefix, year: year === undefined ? null : Number(year), serial };
  }
}

function* brokenNumbers(text: string): Generator<Read> {
  for (const [, letters = '', year = '', digits = ''] of text.matchAll(brokenNumber)) {
    // The word ahead may have run into the number: its end is a number's beginning as well.
    for (let from = Math.max(0, letters.length - 4); from < letters.length; from += 1) {
      yield { prefix: letters.slice(from), year: numberOf(year), serial: numberOf(digits) };
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

/** What a search looks for beside the text itself, when the text looks like a number. */
export interface SoughtNumbers extends Named {
  /** Keys of papers that top-ups name (`paymentNumberKey`). */
  papers: readonly string[];
  /** Codes of payers, letters and digits alone. */
  codes: readonly string[];
}

/** For how many years back a number is found without its year. */
const yearsBack = 10;
/** A serial with its zeros, as on paper, and nothing else. */
const bareSerial = new RegExp(String.raw`^(?=0*[1-9])0\d{${serialDigits - 1}}$`);
const shortestNumber = 3;
const shortestCode = 5;

/**
 * What numbers a search for this text means; null where it looks like none, so that a search for a name asks no more
 * than it did. `year` is the present one. Pure.
 */
export function numbersSought(typed: string, year: number): SoughtNumbers | null {
  const key = paymentNumberKey(typed);
  const years = Array.from({ length: yearsBack }, (_, back) => year - back);
  const named = numbersIn(typed, years);
  // Spaces may be anywhere in a code too.
  const end = clientIdEndOf(key) ?? clientIdEndOf(`${key}1`);
  const hasDigit = /\d/.test(key);
  const letters = key.replace(/[^\p{L}\p{N}]/gu, '');
  const sought = {
    ...named,
    serials: [
      ...named.serials,
      ...(bareSerial.test(key) ? years : []).map((of) => ({ year: of, serial: Number(key) })),
    ],
    clientIdEnds: [...new Set([...named.clientIdEnds, ...(end === null ? [] : [end])])],
    papers: hasDigit && key.length >= shortestNumber ? [key] : [],
    codes: hasDigit && letters.length >= shortestCode ? [letters] : [],
  };
  return Object.values(sought).some((found: readonly unknown[]) => found.length > 0) ? sought : null;
}
