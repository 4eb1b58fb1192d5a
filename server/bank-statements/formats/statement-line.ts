import type { StatementFormat } from '#contract/money/bank-statement.ts';
import type { Refusal } from '#contract/kernel/issues.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { withoutStrangeCharacters } from '#contract/kernel/plain-text.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';

/** A line of a bank statement, independent of the format of its file. */
export interface StatementLine {
  /** Where it stands, as a refusal names it: the line of the file, in XML the entry. */
  number: number;
  /** Whose statement it is: letters and digits alone, in capitals. Null where the file does not say. */
  account: string | null;
  /** The value date, as `2026-03-14`. */
  date: string;
  /** Minor units, above zero. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  direction: 'in' | 'out';
  purpose: string | null;
  name: string | null;
  code: string | null;
  /** The payer's. */
  payerAccount: string | null;
  /** What the bank tells the line by. */
  reference: string | null;
}

/** A file as its format reads it. */
export interface StatementRead {
  format: StatementFormat;
  lines: StatementLine[];
}

/** Gives way to other work. Called between pieces of a long file, so that reading it blocks nothing. */
export type Pause = () => Promise<void>;

export const noPause: Pause = () => Promise.resolve();

/** How many lines are read between two pauses. */
export const linesAPiece = 200;

type Field = 'date' | 'amount' | 'currency' | 'direction' | 'account' | 'cells' | 'balance';

/** The most refusals that are named: more of them tell nothing new. */
export const namedAtMost = 50;

/**
 * Gathers lines and what is refused of them, at `lines.N.FIELD`: N is the line of the file as editors count it, in XML
 * the entry.
 */
export function createLineReader() {
  const refusals: Record<string, Refusal[]> = {};
  const lines: StatementLine[] = [];
  let refused = 0;
  return {
    add(line: StatementLine): void {
      // Banks write lines of nothing, as a remark; those are no money.
      if (line.amount !== 0) lines.push(tidied(line));
    },
    refuse(line: number, field: Field, refusal: Refusal): void {
      refused += 1;
      if (refused <= namedAtMost) refusals[`lines.${line}.${field}`] = [quoting(refusal)];
    },
    /** @throws AppError when anything was refused, or there are no lines. */
    finish(format: StatementFormat): StatementRead {
      if (refused > 0) throw new AppError('validation_failed', { fields: refusals });
      if (lines.length === 0) throw fieldError('content', 'validation.statementEmpty');
      return { format, lines };
    },
  };
}
export type LineReader = ReturnType<typeof createLineReader>;

/** A broken file can be one cell: a refusal quotes the beginning of it. */
function quoting({ params = {}, ...refusal }: Refusal): Refusal {
  const short = Object.entries(params).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'string' && value.length > mostQuoted ? `${value.slice(0, mostQuoted)}…` : value,
  ]);
  return { ...refusal, params: Object.fromEntries(short) };
}

const mostQuoted = 80;

/** An account's number as it is compared: without spaces, in capitals. */
export function accountKey(written: string): string {
  return written.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

/** More than any text that is kept, whatever blanks a bank fills it with. */
const mostRead = 8192;
const most = { purpose: limits.note.max, text: limits.generic.max, code: 32 } as const;

function tidied(line: StatementLine): StatementLine {
  return {
    ...line,
    account: key(line.account),
    currency: line.currency.toUpperCase(),
    purpose: text(line.purpose, most.purpose),
    name: text(line.name, most.text),
    code: text(line.code, most.code),
    payerAccount: key(line.payerAccount),
    reference: text(line.reference, most.text),
  };
}

function key(written: string | null): string | null {
  return written === null ? null : accountKey(written).slice(0, 64) || null;
}

/** One line of plain text; what a bank writes cannot be refused for its characters. */
function text(written: string | null, max: number): string | null {
  if (written === null) return null;
  const beginning = written.slice(0, mostRead);
  const plain = withoutStrangeCharacters(beginning.replace(/\s+/g, ' ')).normalize('NFC').trim();
  return Array.from(plain).slice(0, max).join('') || null;
}
