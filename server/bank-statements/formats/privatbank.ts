import { csvLines } from './csv-lines.ts';
import { csvTable, headingKey } from './csv-table.ts';
import { placesOf } from './csv-places.ts';
import { noPause, type StatementRead } from './statement-line.ts';

/** The headings of PrivatBank's statement of a business account (README.md names the sources). */
const columns = {
  ownAccount: 'Рахунок',
  currency: 'Валюта',
  reference: 'Номер документу',
  date: 'Дата операції',
  account: 'Рахунок кореспондента',
  code: 'ЄДРПОУ кореспондента',
  name: 'Кореспондент',
  amount: 'Сума',
  purpose: 'Призначення платежу',
} as const;

/** Whether the first line is that of PrivatBank's file. */
export function isPrivatbank(text: string): boolean {
  const [head = ''] = text.replace(/^\ufeff/, '').split('\n', 1);
  const keys = new Set(head.split(';').map((cell) => headingKey(cell.replace(/^"|"\s*$/g, ''))));
  return Object.values(columns).every((heading) => keys.has(headingKey(heading)));
}

/** A spreadsheet that saved the file puts marks around cells with marks or semicolons, and doubles their own. */
function unescaped(cell: string): string {
  const inner = /^"((?:[^"]|"")*)"$/.exec(cell.trim())?.[1];
  return inner !== undefined && /;|""/.test(inner) ? inner.replaceAll('""', '"') : cell;
}

/**
 * PrivatBank's CSV: windows-1251, semicolons, amounts as `-70 000.00`. It is written without quotation marks around
 * cells, and the purpose, which is the last one, may have semicolons of its own.
 *
 * @throws AppError 422 at `content` or `lines.N.FIELD`
 */
export async function readPrivatbank(text: string, pause = noPause): Promise<StatementRead | null> {
  const quotes = text.replace(/^\ufeff/, '').startsWith('"');
  const table = csvTable(text, { delimiter: ';', quotes, isHead: () => true });
  if (!table) return null;
  const places = placesOf(table.headings, columns);
  const last = places.purpose ?? 0;
  const rows = table.rows.map(({ line, cells }) => ({
    line,
    cells: [
      ...cells.slice(0, last),
      cells
        .slice(last)
        .join(';')
        .replace(/;+\s*$/, ''),
    ].map(unescaped),
  }));
  return csvLines(
    rows,
    {
      format: 'privatbank',
      columns: places,
      width: table.headings.length,
      dateFormats: ['DD.MM.YYYY'],
      decimals: ['.', ','],
      currency: 'UAH',
    },
    pause,
  );
}
