import { amountOf } from './written-values.ts';
import type { LineReader } from './statement-line.ts';

interface Written {
  text: string;
  line: number;
}

/**
 * Holds each statement of a file against its balances (`:60:` and `:62:`): the opening one and all lines are the closing
 * one. A statement that was cut off or lost lines is refused at `lines.N.balance`.
 */
export function createBalances(reader: LineReader) {
  /** The statement that has no closing balance yet. */
  let open: { written: Written; opening: Balance | null; moved: number; isWhole: boolean } | null = null;

  function refuseUnclosed(): void {
    if (open) reader.refuse(open.written.line, 'balance', { key: 'validation.statementUnclosed' });
    open = null;
  }

  return {
    /** The currency of the statement's lines; null where it can't be read. */
    opens(written: Written): string | null {
      refuseUnclosed();
      const opening = balanceOf(written.text);
      open = { written, opening, moved: 0, isWhole: true };
      if (!opening) refuseText(reader, written);
      return opening?.currency ?? null;
    },
    /** Signed minor units of a line; null where they can't be read: then that is what is wrong. */
    moves(amount: number | null): void {
      if (open && amount === null) open.isWhole = false;
      else if (open && amount !== null) open.moved += amount;
    },
    closes(written: Written): void {
      const closing = balanceOf(written.text);
      if (!closing) refuseText(reader, written);
      else if (open?.opening && open.isWhole) {
        const sum = open.opening.amount + open.moved;
        if (sum !== closing.amount || open.opening.currency !== closing.currency) {
          const params = {
            closing: spoken(closing.amount, closing.currency),
            sum: spoken(sum, open.opening.currency),
          };
          reader.refuse(written.line, 'balance', { key: 'validation.statementBalance', params });
        }
      }
      open = null;
    },
    finish: refuseUnclosed,
  };
}

interface Balance {
  /** Signed minor units. */
  amount: number;
  currency: string;
}

function balanceOf(text: string): Balance | null {
  const [, mark, currency = '', written = ''] = /^([CD])\d{6}([A-Z]{3})([\d,]+)/.exec(text) ?? [];
  const amount = amountOf(written, ',');
  return amount === null ? null : { amount: mark === 'D' ? -amount : amount, currency };
}

function refuseText(reader: LineReader, { text, line }: Written): void {
  const [first = ''] = text.split('\n', 1);
  reader.refuse(line, 'balance', { key: 'validation.statementNoBalance', params: { text: first } });
}

/** As the file writes amounts. */
function spoken(minorUnits: number, currency: string): string {
  return `${(minorUnits / 100).toFixed(2).replace('.', ',')} ${currency}`;
}
