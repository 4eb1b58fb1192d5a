import type {
  StatementColumn,
  StatementDateFormat,
  StatementFormat,
} from '#contract/money/bank-statement.ts';
import { amountOf, dayOf } from './written-values.ts';
import type { CsvRow } from './csv-table.ts';
import { createLineReader, linesAPiece, type Pause, type StatementRead } from './statement-line.ts';

/** How the cells of a bank's file are read as lines. */
export interface CsvLayout {
  format: StatementFormat;
  /** The place of each column. */
  columns: Partial<Record<StatementColumn | 'ownAccount' | 'direction', number>>;
  /** How many columns there are. A row with more has been split in the wrong places. */
  width: number;
  dateFormats: readonly StatementDateFormat[];
  decimals: readonly ('.' | ',')[];
  /** Whose statement it is, where the file says so once. */
  account?: string | null;
  /** What it is where no column says so. */
  currency: string;
  /** The direction that a word in the column `direction` names; null for other words. */
  directionOf?: (word: string) => 'in' | 'out' | null;
  /** The bank's reference of a row, if no single column has it. */
  referenceOf?: (cells: readonly string[]) => string;
  /** The currency of a row, if no single column has it. */
  currencyOf?: (cells: readonly string[]) => string;
}

/** @throws AppError 422 at `lines.N.FIELD` */
export async function csvLines(
  rows: readonly CsvRow[],
  layout: CsvLayout,
  pause: Pause,
): Promise<StatementRead> {
  const reader = createLineReader();
  for (const [index, { line, cells }] of rows.entries()) {
    const cell = (column: keyof CsvLayout['columns']) => {
      const place = layout.columns[column];
      return place === undefined ? '' : (cells[place] ?? '').trim();
    };
    const optional = (column: keyof CsvLayout['columns']) => withoutDash(cell(column)) || null;
    const date = firstOf(layout.dateFormats, (format) => dayOf(cell('date'), format));
    const money = moneyOf(cell, layout);
    const currency = (layout.currencyOf?.(cells) ?? withoutDash(cell('currency'))) || layout.currency;
    if (cells.slice(layout.width).some((surplus) => surplus.trim() !== '')) {
      const params = { columns: layout.width, cells: cells.length };
      reader.refuse(line, 'cells', { key: 'validation.statementCells', params });
    } else if (date === null) {
      reader.refuse(line, 'date', { key: 'validation.statementDay', params: { text: cell('date') } });
    } else if (money === null) {
      const text = [cell('amount'), cell('debit'), cell('credit')].filter(Boolean).join(' ');
      reader.refuse(line, 'amount', { key: 'validation.statementAmount', params: { text } });
    } else if (money === 'contradiction') {
      reader.refuse(line, 'direction', { key: 'validation.statementDirection' });
    } else if (!/^[A-Za-z]{3}$/.test(currency)) {
      reader.refuse(line, 'currency', { key: 'validation.statementCurrency', params: { text: currency } });
    } else {
      reader.add({
        ...money,
        number: line,
        account: optional('ownAccount') ?? layout.account ?? null,
        date,
        currency,
        purpose: optional('purpose'),
        name: optional('name'),
        code: optional('code'),
        payerAccount: optional('account'),
        reference: withoutDash(layout.referenceOf?.(cells) ?? cell('reference')) || null,
      });
    }
    if (index % linesAPiece === linesAPiece - 1) await pause();
  }
  return reader.finish(layout.format);
}

type Money = { amount: number; direction: 'in' | 'out' };

function moneyOf(
  cell: (column: keyof CsvLayout['columns']) => string,
  { columns, decimals, directionOf }: CsvLayout,
): Money | 'contradiction' | null {
  // Where both marks may stand for the decimal, three digits after the only one may be thousands or not.
  const isUnclear = (text: string) => decimals.length > 1 && /^\D*\d{1,3}[.,]\d{3}$/.test(text);
  const read = (text: string) =>
    isUnclear(text)
      ? null
      : text === ''
        ? 0
        : firstOf(decimals, (decimal) => amountOf(withoutDash(text) || '0', decimal));
  if (columns.amount === undefined) {
    const [debit, credit] = [read(cell('debit')), read(cell('credit'))];
    if (debit === null || credit === null) return null;
    // Some banks write what went out with a sign, in a column of its own.
    const sum = credit - Math.abs(debit);
    return debit !== 0 && credit !== 0 ? 'contradiction' : moved(sum);
  }
  const written = cell('amount');
  const amount = written === '' ? null : read(written);
  if (amount === null) return null;
  if (columns.direction === undefined) return moved(amount);
  const direction = directionOf?.(cell('direction')) ?? null;
  if (direction === null || (direction === 'in' && amount < 0)) return 'contradiction';
  return { amount: Math.abs(amount), direction };
}

function moved(signed: number): Money {
  return { amount: Math.abs(signed), direction: signed < 0 ? 'out' : 'in' };
}

/** Some banks write a dash for nothing. */
function withoutDash(text: string): string {
  return /^[-\u2013\u2014]$/.test(text) ? '' : text;
}

function firstOf<Choice, Value>(
  choices: readonly Choice[],
  read: (choice: Choice) => Value | null,
): Value | null {
  for (const choice of choices) {
    const value = read(choice);
    if (value !== null) return value;
  }
  return null;
}
