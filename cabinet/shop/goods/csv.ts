import { delimiterOf, delimiters } from '#contract/kernel/csv.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { wholeUnits } from '../../format.ts';
import type { Reply } from '../../http.ts';

/** An amount in minor units, or a number as `1.5`; both are written as the language does. */
type Decimal = { minorUnits: number } | { plain: string };

/**
 * A file that a spreadsheet in that language opens correctly (UTF-8 with BOM); cells that look like formulas are made
 * safe.
 */
export function csv(name: string, rows: readonly (readonly (string | Decimal)[])[], locale: Locale): Reply {
  const delimiter = delimiterOf(locale);
  const written = (value: string | Decimal) => {
    if (typeof value === 'string') return cell(value);
    const plain = 'plain' in value ? value.plain : wholeUnits(value.minorUnits);
    return delimiter === 'semicolon' ? plain.replace('.', ',') : plain;
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
