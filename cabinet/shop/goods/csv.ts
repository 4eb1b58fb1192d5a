import { delimiterOf, delimiters } from '#contract/kernel/csv.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { wholeUnits } from '../../format.ts';
import type { Reply } from '../../http.ts';

/** An amount in minor units. */
interface Amount {
  minorUnits: number;
}

/**
 * A file that a spreadsheet in that language opens correctly (UTF-8 with BOM); cells that look like formulas are made
 * safe.
 */
export function csv(
  name: string,
  rows: readonly (readonly (string | number | Amount)[])[],
  locale: Locale,
): Reply {
  const delimiter = delimiterOf(locale);
  const amount = ({ minorUnits }: Amount) =>
    delimiter === 'semicolon' ? wholeUnits(minorUnits).replace('.', ',') : wholeUnits(minorUnits);
  const written = (value: string | number | Amount) => {
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? cell(value) : amount(value);
  };
  const body = rows.map((row) => row.map(written).join(delimiters[delimiter]));
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
