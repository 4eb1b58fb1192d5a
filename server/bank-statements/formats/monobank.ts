import { csvLines } from './csv-lines.ts';
import { type CsvTable, csvTable, guessedDelimiter, headingKey } from './csv-table.ts';
import { placesOf } from './csv-places.ts';
import { noPause, type StatementRead } from './statement-line.ts';
import { amountOf } from './written-values.ts';

/** The headings of monobank's statement of a ФОП account (README.md names the sources). */
const columns = {
  date: 'Дата операції',
  direction: 'Вид операції (дебет/кредит)',
  purpose: 'Деталі операції',
  name: 'Контрагент',
  code: 'ЄДРПОУ контрагента',
  account: 'IBAN контрагента',
  amount: 'Сума в валюті рахунку',
} as const;
const inAnyFile = {
  time: 'Час операції',
  operation: 'Сума в валюті операції',
  currency: 'Валюта операції',
  reference: 'Номер платіжного доручення',
} as const;

const needed = Object.values(columns).map(headingKey);

/** The table of a monobank file; null for other files. */
export function monobankTable(text: string): CsvTable | null {
  const delimiter = guessedDelimiter(text);
  return csvTable(text, { delimiter, isHead: (keys) => needed.every((key) => keys.has(key)) });
}

/**
 * monobank's CSV of a ФОП account: UTF-8, commas or semicolons, mostly with a line above that names the account. Older
 * files have the number of the payment; in others the time tells payments of one day apart.
 *
 * @throws AppError 422 at `content` or `lines.N.FIELD`
 */
export function readMonobank(
  text: string,
  { headings, rows }: CsvTable,
  pause = noPause,
): Promise<StatementRead> {
  const places = placesOf(headings, columns);
  const { time, operation, currency, reference } = placesOf(headings, inAnyFile);
  const [, account = null] =
    /\b(UA\d{27})\b/.exec(text.slice(0, 2000).split(/Дата\s+операції/, 1)[0] ?? '') ?? [];
  const cell = (cells: readonly string[], place: number | undefined) =>
    place === undefined ? '' : (cells[place] ?? '').trim();
  return csvLines(
    rows,
    {
      format: 'monobank',
      columns: places,
      width: headings.length,
      dateFormats: ['DD.MM.YYYY', 'YYYY-MM-DD'],
      decimals: ['.', ','],
      account,
      currency: 'UAH',
      directionOf: (word) => directions[word.toLowerCase()] ?? null,
      referenceOf: (cells) => cell(cells, reference) || cell(cells, time),
      // The file says it of the operation alone: it is the account's when both sums are the same.
      currencyOf: (cells) =>
        amountOf(cell(cells, operation), '.') === amountOf(cell(cells, places.amount), '.')
          ? cell(cells, currency)
          : 'UAH',
    },
    pause,
  );
}

const directions: Readonly<Record<string, 'in' | 'out'>> = { кредит: 'in', дебет: 'out' };
