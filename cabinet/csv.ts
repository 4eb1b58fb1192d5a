import type { Reply } from './http.ts';

/** A file of rows (RFC 4180, UTF-8 with BOM); a cell that a spreadsheet would take for a formula is defused. */
export function csv(name: string, rows: readonly (readonly string[])[]): Reply {
  const body = rows.map((row) => row.map(cell).join(',')).join('\r\n');
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
    body: `\ufeff${body}\r\n`,
  };
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
