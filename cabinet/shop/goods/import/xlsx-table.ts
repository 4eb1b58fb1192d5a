import { XMLParser } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import * as z from 'zod';

/** The most that the parts of a file may take when they are unpacked, in bytes. */
const roomForParts = 16 * 1024 * 1024;
/**
 * The most `<` and `=`, which begin tags and attributes, that are read of a file. They take the time, not the bytes: 5000 goods in eight columns have
 * 340,000, and everybody on the host waits for who reads them.
 */
const mostMarks = 600_000;
const wantedParts =
  /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;
/** More than a list of goods needs. */
const mostRows = 100_000;
const mostColumns = 100;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['sheet', 'Relationship', 'row', 'c', 'si', 'r'].includes(name),
});

// An element with nothing but text is a string, one with attributes has it as `#text`.
const text = z.union([
  z.string(),
  z.object({ '#text': z.string().default('') }).transform((t) => t['#text']),
]);
const richText = z.object({
  t: text.optional(),
  r: z.array(z.object({ t: text.optional() }).or(z.string())).optional(),
});
const cell = z.object({
  '@r': z.string().optional(),
  '@t': z.string().optional(),
  v: text.optional(),
  is: richText.or(z.string()).optional(),
});
const row = z
  .object({ '@r': z.string().optional(), c: z.array(cell.or(z.string())).optional() })
  .or(z.string());
const bookShape = z.object({
  workbook: z.object({
    sheets: z.object({ sheet: z.array(z.object({ '@id': z.string(), '@state': z.string().optional() })) }),
  }),
});
const partsShape = z.object({
  Relationships: z.object({
    Relationship: z.array(z.object({ '@Id': z.string(), '@Target': z.string() })),
  }),
});
const textsShape = z.object({
  sst: z.object({ si: z.array(richText.or(z.string())).optional() }).or(z.string()),
});
const sheetShape = z.object({
  worksheet: z.object({ sheetData: z.object({ row: z.array(row).optional() }).or(z.string()) }),
});

/** Whether a file is packed as spreadsheets are, whatever its name is. */
export function isXlsx(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/**
 * The cells of the first sheet that is not hidden, as text, each row at its place: an empty row stays one. Undefined
 * when the file can't be read as such a spreadsheet, `too_large` when it has more than a list of goods needs.
 */
export function xlsxTable(bytes: Uint8Array): string[][] | 'too_large' | undefined {
  try {
    return tableOf(unpacked(bytes), xmlReader());
  } catch (error) {
    return error === tooLarge ? 'too_large' : undefined;
  }
}

const tooLarge = new Error('more tags and attributes than are read');

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let room = roomForParts;
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => wantedParts.test(name) && (room -= originalSize) >= 0,
  });
}

function tableOf(parts: Record<string, Uint8Array>, xmlOf: ReturnType<typeof xmlReader>): string[][] {
  const { sheet: sheets } = bookShape.parse(xmlOf(parts['xl/workbook.xml'])).workbook.sheets;
  const sheet = sheets.find((one) => (one['@state'] ?? 'visible') === 'visible') ?? sheets[0];
  const { Relationship: targets } = partsShape.parse(
    xmlOf(parts['xl/_rels/workbook.xml.rels']),
  ).Relationships;
  const target = targets.find((one) => one['@Id'] === sheet?.['@id'])?.['@Target'] ?? '';
  const { sheetData } = sheetShape.parse(
    xmlOf(parts[new URL(target, 'file:///xl/').pathname.slice(1)]),
  ).worksheet;
  const shared = parts['xl/sharedStrings.xml'];
  const texts = shared ? textsIn(xmlOf(shared)) : [];
  const table: string[][] = [];
  for (const one of typeof sheetData === 'string' ? [] : (sheetData.row ?? [])) {
    if (typeof one === 'string') continue;
    const cells = cellsOf(one.c ?? [], texts);
    if (cells.join('').trim() === '') continue;
    const place = one['@r'] === undefined ? table.length : Number(one['@r']) - 1;
    if (!(place >= table.length && place < mostRows)) throw new Error('a row in no place');
    while (table.length < place) table.push([]);
    table.push(cells);
  }
  return table;
}

function cellsOf(cells: readonly (z.infer<typeof cell> | string)[], texts: readonly string[]): string[] {
  const found: string[] = [];
  for (const one of cells) {
    if (typeof one === 'string') continue;
    const place = one['@r'] === undefined ? found.length : columnOf(one['@r']);
    if (place >= mostColumns) break;
    while (found.length < place) found.push('');
    found[place] = valueOf(one, texts);
  }
  return found;
}

function valueOf(one: z.infer<typeof cell>, texts: readonly string[]): string {
  const { '@t': type = 'n', v = '', is } = one;
  if (type === 's') return texts[Number(v)] ?? '';
  if (type === 'inlineStr') return is === undefined ? '' : wordsOf(is);
  return type === 'n' && v.trim() !== '' ? numberText(v) : v;
}

/** As the sheet shows it: 0.30000000000000004 is 0.3, and 4.82E+11 a code with all its digits. */
function numberText(stored: string): string {
  const value = Number(stored);
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : stored;
}

function textsIn(parsed: unknown): string[] {
  const { sst } = textsShape.parse(parsed);
  return typeof sst === 'string' ? [] : (sst.si ?? []).map(wordsOf);
}

/** A text, or its pieces in different letters. */
function wordsOf(rich: z.infer<typeof richText> | string): string {
  if (typeof rich === 'string') return rich;
  const runs = (rich.r ?? []).map((run) => (typeof run === 'string' ? '' : (run.t ?? '')));
  return (rich.t ?? '') + runs.join('');
}

/** The place of `C7` among the columns: 2. */
function columnOf(address: string): number {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0] ?? '';
  const number = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return number - 1;
}

/** Reads the parts of one file, as far as they have no more marks in all than one may have. */
function xmlReader() {
  let marks = 0;
  return (part?: Uint8Array): unknown => {
    const bytes = part ?? new Uint8Array();
    for (const byte of bytes) if (byte === 0x3c || byte === 0x3d) marks += 1;
    if (marks > mostMarks) throw tooLarge;
    const xml = strFromU8(bytes);
    // Spreadsheets have none, and entities of one's own could grow without an end.
    if (xml.includes('<!DOCTYPE')) throw new Error('a document type');
    return parser.parse(xml);
  };
}
