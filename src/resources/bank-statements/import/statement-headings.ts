import {
  type StatementColumn,
  type StatementDateFormat,
  statementDateFormats,
  type StatementMapping,
} from '#contract/money/bank-statement.ts';
import type { CsvRead } from '#web/resources/clients/import/csv-text.ts';
import { wordKey } from '#web/resources/clients/import/import-headings.ts';

/** The table of a CSV that is mapped: the headings may have lines about the file above them. */
export interface StatementTable {
  headings: string[];
  rows: string[][];
}

/** What staff choose about a file; null where nothing is chosen yet. */
export interface MappingDraft extends Omit<StatementMapping, 'columns'> {
  columns: Partial<Record<StatementColumn, string>>;
}

/** What banks call each column, in the five languages and some more. Compared without case, spaces and signs. */
const known: Record<StatementColumn, readonly string[]> = {
  date: [
    'Дата',
    'Дата операції',
    'Дата проведення',
    'Дата платежу',
    'Дата операции',
    'Дата валютування',
    'Date',
    'Value date',
    'Booking date',
    'Transaction date',
    'Booking day',
    'Data',
    'Operacijos data',
    'Buchungstag',
    'Buchungsdatum',
    'Valuta',
    'Wertstellung',
  ],
  amount: ['Сума', 'Сума операції', 'Сумма', 'Amount', 'Suma', 'Betrag', 'Umsatz'],
  debit: ['Дебет', 'Списання', 'Debit', 'Out', 'Paid out', 'Debetas', 'Soll'],
  credit: ['Кредит', 'Зарахування', 'Credit', 'In', 'Paid in', 'Kreditas', 'Haben'],
  currency: ['Валюта', 'Currency', 'Valiuta', 'Währung', 'Waehrung'],
  purpose: [
    'Призначення платежу',
    'Призначення',
    'Деталі операції',
    'Назначение платежа',
    'Назначение',
    'Purpose',
    'Details',
    'Description',
    'Reference text',
    'Payment details',
    'Paskirtis',
    'Mokėjimo paskirtis',
    'Verwendungszweck',
  ],
  name: [
    'Кореспондент',
    'Контрагент',
    'Платник',
    'Найменування контрагента',
    'Плательщик',
    'Payer',
    'Name',
    'Counterparty',
    'Partner',
    'Mokėtojas',
    'Gavėjas / Mokėtojas',
    'Auftraggeber',
    'Auftraggeber/Empfänger',
    'Name Zahlungsbeteiligter',
  ],
  code: [
    'ЄДРПОУ кореспондента',
    'ЄДРПОУ контрагента',
    'Код контрагента',
    'ЄДРПОУ платника',
    'ИНН',
    'Payer code',
    'Company code',
    'Mokėtojo kodas',
    'Įmonės kodas',
  ],
  account: [
    'Рахунок кореспондента',
    'IBAN контрагента',
    'Рахунок платника',
    'Счёт плательщика',
    'Payer account',
    'Counterparty account',
    'IBAN',
    'Mokėtojo sąskaita',
    'IBAN Zahlungsbeteiligter',
  ],
  reference: [
    'Номер документа',
    'Номер документу',
    'Номер платіжного доручення',
    'Документ',
    'Document',
    'Reference',
    'Transaction ID',
    'Dok. Nr.',
    'Dokumento numeris',
    'Referenz',
  ],
};

/** The headings are in the fullest of the first rows. */
export function tableOf({ headings, rows }: Extract<CsvRead, { state: 'read' }>): StatementTable {
  const all = [headings, ...rows.map(({ cells }) => cells)];
  const filled = (cells: readonly string[]) =>
    cells.filter((cell) => cell.trim() !== '' && !/^№ \d+$/.test(cell)).length;
  const first = all.slice(0, 20);
  const most = Math.max(...first.map(filled));
  const place = first.findIndex((cells) => filled(cells) === most);
  return { headings: (all[place] ?? []).map((cell) => cell.trim()), rows: all.slice(place + 1) };
}

/** What a file's columns seem to be, with what the first of their values are written in. */
export function guessedMapping(
  { headings, rows }: StatementTable,
  { delimiter, encoding }: Pick<StatementMapping, 'delimiter' | 'encoding'>,
): MappingDraft {
  const columns: MappingDraft['columns'] = {};
  for (const [column, words] of Object.entries(known) as [StatementColumn, readonly string[]][]) {
    const keys = words.map(wordKey);
    const heading = headings.find((one) => one !== '' && keys.includes(wordKey(one)));
    if (heading !== undefined) columns[column] = heading;
  }
  if (columns.debit !== undefined && columns.credit !== undefined) delete columns.amount;
  else delete columns[columns.amount === undefined ? 'amount' : 'debit'];
  if (columns.amount !== undefined) delete columns.credit;
  const valuesOf = (column: StatementColumn) => {
    const place = headings.indexOf(columns[column] ?? '');
    return place < 0 ? [] : rows.slice(0, 50).flatMap((cells) => cells[place] ?? []);
  };
  const amounts = [...valuesOf('amount'), ...valuesOf('debit'), ...valuesOf('credit')];
  return {
    columns,
    date_format: guessedDateFormat(valuesOf('date')),
    decimal: amounts.some((amount) => /,\d{1,2}$/.test(amount.trim())) ? ',' : '.',
    delimiter,
    encoding,
  };
}

const shapes: Record<StatementDateFormat, RegExp> = {
  'DD.MM.YYYY': /^\d{1,2}\.\d{1,2}\.\d{4}/,
  'YYYY-MM-DD': /^\d{4}-\d{2}-\d{2}/,
  'YYYY.MM.DD': /^\d{4}\.\d{2}\.\d{2}/,
  'DD/MM/YYYY': /^(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])\/\d{4}/,
  'MM/DD/YYYY': /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01])\/\d{4}/,
  'DD-MM-YYYY': /^\d{1,2}-\d{1,2}-\d{4}/,
  YYYYMMDD: /^\d{8}$/,
};

function guessedDateFormat(days: readonly string[]): StatementDateFormat {
  const filled = days.map((day) => day.trim()).filter((day) => day !== '');
  return (
    statementDateFormats.find(
      (format) => filled.length > 0 && filled.every((day) => shapes[format].test(day)),
    ) ?? 'DD.MM.YYYY'
  );
}
