import { delimiterOf, delimiters } from '#contract/csv.ts';
import type { Locale } from '#contract/variants.ts';
import { wholeUnits } from '../format.ts';
import type { Reply } from '../http.ts';

/** An amount of minor units, not below 0. */
interface Amount {
  minorUnits: number;
}

/**
 * A file of rows that a spreadsheet of that language opens (UTF-8 with BOM); a cell that it would take for a formula is
 * defused.
 */
export function csv(name: string, rows: readonly (readonly (string | Amount)[])[], locale: Locale): Reply {
  const delimiter = delimiterOf(locale);
  const amount = ({ minorUnits }: Amount) =>
    delimiter === 'semicolon' ? wholeUnits(minorUnits).replace('.', ',') : wholeUnits(minorUnits);
  const body = rows.map((row) =>
    row.map((value) => (typeof value === 'string' ? cell(value) : amount(value))).join(delimiters[delimiter]),
  );
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
    body: `\ufeff${body.join('\r\n')}\r\n`,
  };
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
