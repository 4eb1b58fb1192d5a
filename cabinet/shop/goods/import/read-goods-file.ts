import Papa from 'papaparse';
import { type Refusal, refusalsByField } from '#contract/kernel/issues.ts';
import { locales } from '#contract/kernel/variants.ts';
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
import { isXlsx, xlsxTable } from './xlsx-table.ts';

export const mostLines = 5000;
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
}

/** Headings that our files had before. */
const earlierHeadings: Partial<Record<FileField, string>> = { code: 'nummer' };

/**
 * Reads the goods of a spreadsheet (.xlsx) or of a CSV file with headings in any of our languages, in any order; other
 * columns are left out. CSV is UTF-8 or, as Excel writes it on Windows, Windows-1251. No two lines may have one code, nor
 * one name unless codes tell them apart. A line has of the item that it changes what it leaves out; a dash empties what
 * an item can do without. A new item needs a name, a price and a quantity, counted or delivered.
 */
export function readGoodsFile(
  bytes: Uint8Array,
  knownOf: (line: { name: string; code: string }) => Goods | undefined,
): ReadFile {
  const table = isXlsx(bytes) ? xlsxTable(bytes) : csvTable(bytes);
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
  const goods: FileLine[] = [];
  const faults: FileFault[] = [];
  const codes = new Set<string>();
  const names = new Map<string, { isCoded: boolean }>();
  for (const { row, line } of filled) {
    const valueOf = (field: FileField) => cell(row[columns.get(field) ?? -1]);
    const emptied = emptiableFields.filter((field) => isDash(valueOf(field)));
    const leftOf = (field: FileField) => (emptied.some((one) => one === field) ? '' : valueOf(field));
    const typed = Object.fromEntries(fileFields.map((field) => [field, leftOf(field)]));
    const known = knownOf({ name: valueOf('name').trim(), code: leftOf('code').trim() });
    const values = {
      ...typed,
      name: valueOf('name').trim() || (known?.name ?? ''),
      unit: unitNamed(valueOf('unit')) ?? known?.unit ?? 'piece',
    };
    const unit = unitIn(values.unit);
    const isDelivered = leftOf('delivered').trim() !== '';
    const lacks = { price: known !== undefined, quantity: known ? known.unit === unit : isDelivered };
    const code = leftOf('code').trim();
    if (!known && code !== '' && values.name === '') {
      faults.push({ line, field: 'code', value: code, refusal: { key: 'validation.noSuchCode' } });
      continue;
    }
    const parsed = fileLineInput(unit, lacks).safeParse(values, { reportInput: true });
    if (!parsed.success) faults.push(...faultsOf(refusalsByField(parsed.error), { line, values }));
    else if (parsed.data.quantity !== null && isDelivered)
      faults.push({
        line,
        field: 'delivered',
        value: leftOf('delivered').trim(),
        refusal: { key: 'validation.countedOrDelivered' },
      });
    else {
      const { name, code } = parsed.data;
      const same = names.get(name.toLowerCase());
      if (code !== null && codes.has(code))
        faults.push({ line, field: 'code', value: code, refusal: { key: 'validation.codeTwice' } });
      else if (same && !(same.isCoded && code !== null))
        faults.push({ line, field: 'name', value: name, refusal: { key: 'validation.nameTwice' } });
      else {
        goods.push({ ...parsed.data, emptied });
        names.set(name.toLowerCase(), { isCoded: code !== null });
        if (code !== null) codes.add(code);
      }
    }
  }
  return { goods, faults };
}

function wrong(key: string, params?: Refusal['params']): ReadFile {
  return { goods: [], faults: [{ refusal: { key, ...(params && { params }) } }] };
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
function csvTable(bytes: Uint8Array): string[][] | 'no_text' | undefined {
  const isOldExcel = [0xd0, 0xcf, 0x11, 0xe0].every((byte, place) => bytes[place] === byte);
  if (isOldExcel) return undefined;
  const isPdf = [0x25, 0x50, 0x44, 0x46].every((byte, place) => bytes[place] === byte);
  if (isPdf || bytes.includes(0)) return 'no_text';
  return Papa.parse<string[]>(textOf(bytes).trim(), { skipEmptyLines: false }).data;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
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
