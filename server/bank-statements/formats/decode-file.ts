import { type StatementEncoding, statementLimits } from '#contract/money/bank-statement.ts';
import { fieldError } from '#server/kernel/app-error.ts';

/**
 * The text of a file: UTF-8 or UTF-16 by its mark, else UTF-8 when it is that, else windows-1251. `chosen`: what a
 * mapping says.
 *
 * @throws AppError 422 at `content` for a file that is no text, or has too many lines.
 */
export function decodeFile(bytes: Uint8Array, chosen?: StatementEncoding): string {
  const written = decoded(bytes, chosen);
  if (hasTooMany(written, '\n') || hasTooMany(written, '\r')) {
    throw fieldError('content', 'validation.statementTooLong');
  }
  // Some files mix the ends of lines.
  const text = written.replace(/\r\n?/g, '\n');
  // Workbooks, archives and PDF.
  if (['PK\u0003\u0004', '%PDF'].some((start) => text.startsWith(start)) || text.includes('\0')) {
    throw fieldError('content', 'validation.statementNoText');
  }
  return text;
}

function decoded(bytes: Uint8Array, chosen: StatementEncoding | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (chosen && chosen !== 'utf-8') return new TextDecoder(chosen).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (chosen) throw fieldError('mapping.encoding', 'validation.statementEncoding');
    return new TextDecoder(declaredEncoding(bytes)).decode(bytes);
  }
}

/** What an XML file says of itself; anything else that is not UTF-8 comes from a bank that writes windows-1251. */
function declaredEncoding(bytes: Uint8Array): 'windows-1251' | 'windows-1257' | 'iso-8859-13' {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const [, said = ''] = /^<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(head) ?? [];
  const known = ['windows-1257', 'iso-8859-13'] as const;
  return known.find((name) => name === said.toLowerCase()) ?? 'windows-1251';
}

/** Checked before anything is read: one line of a statement takes at most this many lines of its file. */
const linesAStatementLine = 40;

function hasTooMany(text: string, end: '\n' | '\r'): boolean {
  const most = statementLimits.lines * linesAStatementLine;
  let lines = 0;
  for (let at = text.indexOf(end); at !== -1 && lines <= most; at = text.indexOf(end, at + 1)) lines += 1;
  return lines > most;
}
