import type { StatementMapping } from '#contract/money/bank-statement.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import { readCamt } from './camt.ts';
import { decodeFile } from './decode-file.ts';
import { headingsHash, readMappedCsv } from './mapped-csv.ts';
import { monobankTable, readMonobank } from './monobank.ts';
import { readMt940 } from './mt940.ts';
import { isPrivatbank, readPrivatbank } from './privatbank.ts';
import { noPause, type Pause, type StatementRead } from './statement-line.ts';

interface Reading {
  /** How staff describe a CSV. */
  mapping?: StatementMapping | undefined;
  /** What was remembered for these headings. */
  remembered?: (headings: string) => Promise<StatementMapping | undefined>;
  /** The installation's currency, for files that name none. */
  currency: string;
  pause?: Pause;
}

/**
 * A bank's file as lines. What it is shows in its content; with a mapping it is a CSV and nothing else.
 *
 * @throws AppError 422 at `content`, `mapping…` or `lines.N.FIELD`; at `mapping` for a CSV that nobody has mapped yet.
 */
export async function readStatement(
  bytes: Uint8Array,
  { mapping, remembered = () => Promise.resolve(undefined), currency, pause = noPause }: Reading,
): Promise<StatementRead & { headings: string | null }> {
  const text = decodeFile(bytes);
  if (mapping) {
    const written = decodeFile(bytes, mapping.encoding);
    const read = await readMappedCsv(written, { mapping, currency }, pause);
    return { ...read, headings: headingsHash(text) };
  }
  const known = await readKnown(text, pause);
  if (known) return { ...known, headings: null };
  const headings = headingsHash(text);
  if (headings === null) throw fieldError('content', 'validation.statementUnknown');
  const before = await remembered(headings);
  if (!before) throw fieldError('mapping', 'validation.required');
  const read = await readMappedCsv(decodeFile(bytes, before.encoding), { mapping: before, currency }, pause);
  return { ...read, headings };
}

async function readKnown(text: string, pause: Pause): Promise<StatementRead | null> {
  const start = text
    .slice(0, 4000)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (start.startsWith('<')) {
    if (/<(?:[\w.-]+:)?BkToCstmr(?:Stmt|DbtCdtNtfctn)[\s>]/.test(text)) return readCamt(text, pause);
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw fieldError('content', 'validation.statementEntities');
    throw fieldError('content', 'validation.statementUnknown');
  }
  if (/^:20:/m.test(start) && /^:(?:25|28C?):/m.test(start)) return readMt940(text, pause);
  if (isPrivatbank(text)) return readPrivatbank(text, pause);
  const monobank = monobankTable(text);
  return monobank ? readMonobank(text, monobank, pause) : null;
}
