import Papa from 'papaparse';
import { type Refusal, refusalsByField } from '#contract/kernel/issues.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { translator } from '../../../texts.ts';
import {
  emptiableFields,
  type FileField,
  fileFields,
  fileLineInput,
  type Goods,
  type GoodsInput,
  unitIn,
} from '../goods.ts';
import { type Unit, units } from '../units.ts';
import { priceCell } from './price-cell.ts';
import { textOfBytes } from './text-of-bytes.ts';
import { isXlsx, xlsxTable } from './xlsx-table.ts';

export const mostLines = 5000;
/** Of columns that are not read. */
const mostNamed = 50;
/** One of them tells which item a line is about. */
const telling: readonly FileField[] = ['name', 'code'];

/** What is wrong: in a line of the file, or with the whole file. */
export interface FileFault {
  /** As a spreadsheet counts them: the headings are line 1. */
  line?: number;
  field?: FileField;
  /** What stands there. */
  value?: string;
  refusal: Refusal;
}

/** A line of a file, and what it empties of the item that it changes. What it leaves out is null. */
export interface FileLine extends Omit<GoodsInput, 'price' | 'quantity'> {
  price: number | null;
  quantity: number | null;
  delivered: number | null;
  emptied: (typeof emptiableFields)[number][];
}

/** The right lines, and everything that is wrong with the others or with the whole file. */
export interface ReadFile {
  goods: FileLine[];
  faults: FileFault[];
  /** The headings of the columns that are none of ours, as far as something stands in them. */
  ignored: string[];
}

type KnownOf = (line: { name: string; code: string }) => Goods | undefined;

/** Headings that our files had before. */
const earlierHeadings: Partial<Record<FileField, string>> = { code: 'nummer' };

/**
 * Reads the goods of a spreadsheet (.xlsx) or of a CSV file with headings in any of our languages, in any order; other
 * columns are named as not read. CSV is UTF-8 or what Excel writes on Windows. No two lines may have one code, nor one
 * name unless codes tell them apart. A line has of the item that it changes what it leaves out; a dash empties what
 * an item can do without. A new item needs a name, a price and a quantity, counted or delivered.
 */
export function readGoodsFile(
  bytes: Uint8Array,
  knownOf: KnownOf,
  { locale, currency }: { locale: Locale; currency: string },
): ReadFile {
  const table = isXlsx(bytes) ? xlsxTable(bytes) : csvTable(bytes, locale);
  if (table === 'too_large') return wrong('import.tooMany', { max: mostLines });
  if (table === 'no_text') return wrong('import.noTable');
  if (!table) return wrong(isXlsx(bytes) ? 'import.unreadable' : 'import.oldExcel');
  const [headings = [], ...rows] = table;
  const columns = new Map(
    fileFields.map((field) => [field, headings.findIndex((heading) => isHeading(heading, field))]),
  );
  if (telling.every((field) => columns.get(field) === -1)) return wrong('import.headings');
  const filled = rows
    .map((row, place) => ({ row, line: place + 2 }))
    .filter(({ row }) => row.join('').trim());
  if (filled.length === 0) return wrong('import.empty');
  if (filled.length > mostLines) return wrong('import.tooMany', { max: mostLines });
  const read: ReadFile = {
    goods: [],
    faults: [],
    ignored: ignoredIn(
      headings,
      filled.map(({ row }) => row),
      new Set(columns.values()),
    ),
  };
  const lineOf = lineReader(columns, knownOf, currency);
  const isRepeated = repeats();
  for (const { row, line } of filled) {
    const { goods, faults } = lineOf(row, line);
    const repeated = goods && isRepeated(goods, line);
    if (faults) read.faults.push(...faults);
    else if (repeated) read.faults.push(repeated);
    else if (goods) read.goods.push(goods);
  }
  return read;
}

/** The headings of columns in which something stands and that no field is read of; without a heading its letter. */
function ignoredIn(
  headings: readonly string[],
  rows: readonly string[][],
  taken: ReadonlySet<number>,
): string[] {
  const places = new Set<number>();
  for (const row of rows)
    for (const [place, value] of row.entries()) if (value.trim() && !taken.has(place)) places.add(place);
  const inOrder = [...places].sort((one, other) => one - other);
  return inOrder.slice(0, mostNamed).map((place) => headings[place]?.trim() || letterOf(place));
}

/** What a spreadsheet calls a column. */
function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}

/** Reads one line: what it says, or what is wrong with it. */
function lineReader(columns: ReadonlyMap<FileField, number>, knownOf: KnownOf, currency: string) {
  return (row: readonly string[], line: number): { goods?: FileLine; faults?: FileFault[] } => {
    const valueOf = (field: FileField) => cell(row[columns.get(field) ?? -1]);
    const emptied = emptiableFields.filter((field) => isDash(valueOf(field)));
    const leftOf = (field: FileField) => (emptied.some((one) => one === field) ? '' : valueOf(field));
    const typed = Object.fromEntries(fileFields.map((field) => [field, leftOf(field)]));
    const known = knownOf({ name: valueOf('name').trim(), code: leftOf('code').trim() });
    const prices = { price: priceCell(leftOf('price'), currency), cost: priceCell(leftOf('cost'), currency) };
    const values = {
      ...typed,
      name: valueOf('name').trim() || (known?.name ?? ''),
      unit: unitNamed(valueOf('unit')) ?? known?.unit ?? 'piece',
      price: prices.price.plain,
      cost: prices.cost.plain,
    };
    const fault = (field: FileField, refusal: Refusal): FileFault => ({
      line,
      field,
      value: leftOf(field).trim(),
      refusal,
    });
    const code = leftOf('code').trim();
    if (!known && code !== '' && values.name === '')
      return { faults: [fault('code', { key: 'validation.noSuchCode' })] };
    const foreign = (['price', 'cost'] as const).filter((field) => prices[field].foreign !== undefined);
    if (foreign.length > 0)
      return { faults: foreign.map((field) => fault(field, { key: 'validation.otherCurrency' })) };
    const unit = unitIn(values.unit);
    const isDelivered = leftOf('delivered').trim() !== '';
    const lacks = { price: known !== undefined, quantity: known ? known.unit === unit : isDelivered };
    const parsed = fileLineInput(unit, lacks).safeParse(values, { reportInput: true });
    if (!parsed.success) return { faults: faultsOf(refusalsByField(parsed.error), { line, values }) };
    if (parsed.data.quantity !== null && isDelivered)
      return { faults: [fault('delivered', { key: 'validation.countedOrDelivered' })] };
    return { goods: { ...parsed.data, emptied } };
  };
}

/** Tells of each line whether one before it has its code, or its name and not both a code. */
function repeats() {
  const codes = new Set<string>();
  const names = new Map<string, { isCoded: boolean }>();
  return ({ name, code }: FileLine, line: number): FileFault | undefined => {
    const same = names.get(name.toLowerCase());
    if (code !== null && codes.has(code))
      return { line, field: 'code', value: code, refusal: { key: 'validation.codeTwice' } };
    if (same && !(same.isCoded && code !== null))
      return { line, field: 'name', value: name, refusal: { key: 'validation.nameTwice' } };
    names.set(name.toLowerCase(), { isCoded: code !== null });
    if (code !== null) codes.add(code);
    return undefined;
  };
}

function wrong(key: string, params?: Refusal['params']): ReadFile {
  return { goods: [], ignored: [], faults: [{ refusal: { key, ...(params && { params }) } }] };
}

function faultsOf(
  refusals: Record<string, Refusal[]>,
  { line, values }: { line: number; values: Partial<Record<FileField, string>> },
): FileFault[] {
  return fileFields.flatMap((field) => {
    const refusal = refusals[field]?.[0];
    return refusal ? [{ line, field, value: values[field]?.trim() ?? '', refusal }] : [];
  });
}

/** Undefined for the files that Excel wrote before 2007, which are no text; nor are pictures and PDF. */
function csvTable(bytes: Uint8Array, locale: Locale): string[][] | 'no_text' | undefined {
  const isOldExcel = [0xd0, 0xcf, 0x11, 0xe0].every((byte, place) => bytes[place] === byte);
  if (isOldExcel) return undefined;
  const isPdf = [0x25, 0x50, 0x44, 0x46].every((byte, place) => bytes[place] === byte);
  if (isPdf || bytes.includes(0)) return 'no_text';
  return Papa.parse<string[]>(textOfBytes(bytes, locale).trim(), { skipEmptyLines: false }).data;
}

/** Our own files name the currency after a comma: `Ціна, UAH`. */
function isHeading(heading: string, field: FileField): boolean {
  const word = heading.split(',', 1)[0]?.trim().toLowerCase();
  return (
    word === field ||
    word === earlierHeadings[field] ||
    locales.some((locale) => translator(locale)(`goods.${field}`).toLowerCase() === word)
  );
}

/** A unit by its short or long name in any of our languages; as it stands where it is none, undefined without one. */
function unitNamed(typed: string): string | undefined {
  const name = typed.trim().toLowerCase().replace(/\.$/, '');
  if (name === '') return undefined;
  const names = (unit: Unit) =>
    locales.flatMap((locale) => [translator(locale)(`unit.${unit}`), translator(locale)(`unitName.${unit}`)]);
  const isNamed = (unit: Unit) =>
    [unit, ...names(unit)].some((own) => own.toLowerCase().replace(/\.$/, '') === name);
  return units.find(isNamed) ?? typed;
}

function isDash(value: string): boolean {
  return /^[-–—−]$/.test(value.trim());
}

/** Without the mark that keeps a spreadsheet from reading a cell as a formula (`csv.ts`). */
function cell(value = ''): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(value) ? value.slice(1) : value;
}
