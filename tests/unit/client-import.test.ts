import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importedClient, importedFieldNames } from '#contract/clients/client-import.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { type CsvRead, type Encoding, readCsv } from '#web/resources/clients/import/csv-text.ts';
import { inputOfCells } from '#web/resources/clients/import/import-cells.ts';
import { afterRefusal, allRows, checkRows } from '#web/resources/clients/import/import-check.ts';
import { guessedMapping } from '#web/resources/clients/import/import-headings.ts';
import { emptyCsv, refusedRowsCsv } from '#web/resources/clients/import/import-report.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (bytes: Uint8Array, chosen: Encoding | null = null) =>
  readCsv(bytes, { chosen, guess: 'windows-1251' });
const cellsOf = (found: CsvRead) =>
  found.state === 'read' ? found.rows.map(({ cells }) => cells) : found.state;
/** Ukrainian letters in windows-1251. */
const cyrillic = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const special = { і: 0xb3, ї: 0xbf, є: 0xba, ґ: 0xb4 }[letter];
    const code = letter.charCodeAt(0);
    return special ?? (code >= 0x410 && code <= 0x44f ? code - 0x350 : code);
  });
const t = ((key: string, params: object = {}) => `${key} ${JSON.stringify(params)}`) as never;

describe('a file', () => {
  it.each([
    ['commas', 'Назва,Пошта\nОлена,o@b.ua\n'],
    ['semicolons and Windows line ends', 'Назва;Пошта\r\nОлена;o@b.ua\r\n'],
    ['tabs', 'Назва\tПошта\nОлена\to@b.ua'],
    ['a mark and no last line end', '\ufeffНазва,Пошта\nОлена,o@b.ua'],
    ["Excel's own first line", 'sep=;\r\nНазва;Пошта\r\nОлена;o@b.ua'],
    ['blank rows, spaces and an empty column', 'Назва, Пошта ,\n\n  Олена ,o@b.ua,\n ,,\n'],
  ])('is read with %s', (_, text) => {
    const found = read(utf8(text));
    expect(found).toMatchObject({ state: 'read', encoding: 'utf-8', headings: ['Назва', 'Пошта'] });
    expect(cellsOf(found)).toEqual([['Олена', 'o@b.ua']]);
  });

  it('in windows-1251 is detected, and read otherwise when that is chosen', () => {
    const bytes = cyrillic('Назва;Місто\nОлена;Київ');
    expect(read(bytes)).toMatchObject({ encoding: 'windows-1251', headings: ['Назва', 'Місто'] });
    expect(cellsOf(read(bytes))).toEqual([['Олена', 'Київ']]);
    expect(cellsOf(read(bytes, 'windows-1252'))).not.toEqual([['Олена', 'Київ']]);
  });

  it('may ask a question in its headings', () => {
    expect(read(utf8('Назва,Пошта,Сплачено??\nОлена,o@b.ua,так'))).toMatchObject({ state: 'read' });
  });

  it('in UTF-16, as Excel writes "Unicode text", is read by its mark', () => {
    const text = '\ufeffНазва\tПошта\r\nОлена\to@b.ua';
    const bytes = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
    expect(read(bytes)).toMatchObject({ encoding: 'utf-16le', headings: ['Назва', 'Пошта'] });
  });

  it('keeps quotes, delimiters and line breaks in a cell, and the numbers of the rows', () => {
    const found = read(utf8('Назва,Адреса\n"ТОВ ""Сад"", Київ","Хрещатик, 1\nоф. 2"\n\nОлена,\'+380\n'));
    expect(found).toMatchObject({
      rows: [
        { line: 2, cells: ['ТОВ "Сад", Київ', 'Хрещатик, 1\nоф. 2'] },
        { line: 4, cells: ['Олена', '+380'] },
      ],
    });
  });

  it('calls values beyond the headings by their place, so that they are not left out unseen', () => {
    const found = read(utf8('Назва;;Адреса\nОлена;;вул. Садова, 1;кв. 5\n'));
    expect(found).toMatchObject({ headings: ['Назва', 'Адреса', '№ 4'] });
    expect(cellsOf(found)).toEqual([['Олена', 'вул. Садова, 1', 'кв. 5']]);
  });

  it.each<[string, Uint8Array, object]>([
    ['nothing in it', utf8(''), { state: 'empty' }],
    ['headings alone', utf8('Назва,Пошта\n'), { state: 'empty' }],
    ['a workbook in it', utf8('PK\u0003\u0004\0\0'), { state: 'unreadable' }],
    [
      'letters that became question marks',
      utf8('????? ??? ??’?;???;E-mail\n?????;???;o@b.ua'),
      { state: 'lost' },
    ],
    ['a quotation mark that is never closed', utf8('a,b\n1,2\n"3,4\n5,6\n'), { state: 'quotes' }],
  ])('with %s is refused', (_, bytes, expected) => {
    expect(read(bytes)).toMatchObject(expected);
  });
});

it('has an empty file to fill in: headings for a spreadsheet, and no row', () => {
  expect(emptyCsv(['Name', 'Phone'], 'semicolon')).toBe('\ufeff"Name";"Phone"\r\n');
});

describe('headings', () => {
  const own = locales.map((locale) => clientTexts(locale).fields);

  const exported = (field: string) => (field === 'tariff' ? 'tariff_name' : field);

  it.each(locales)('of our own export are known in %s, and so are its words', (locale) => {
    const { fields, values } = clientTexts(locale);
    const names = importedFieldNames.map((field) => fields[exported(field)]);
    const mapping = guessedMapping(names, own);
    expect(Object.keys(mapping)).toHaveLength(importedFieldNames.length);
    importedFieldNames.forEach((field, column) => expect([field, mapping[field]]).toEqual([field, column]));
    for (const [field, words] of Object.entries({
      type: values.type,
      billing_period: values.billing_period,
    })) {
      for (const [value, word] of Object.entries(words as Record<string, string>)) {
        expect(inputOfCells([word], { [field]: 0 }, 'lt')[field]).toBe(value);
      }
    }
  });

  it.each([
    ['  E-MAIL ', 'email'],
    ['ел. пошта', 'email'],
    ['Код ЄДРПОУ', 'ident'],
    ['phone_e164', 'phone'],
    ['payment_mfo', 'payment_mfo'],
  ])('%s is %s', (heading, field) => {
    expect(guessedMapping(['?', heading], own)).toEqual({ [field]: 1 });
  });

  it('that two columns have go to the first one', () => {
    expect(guessedMapping(['Телефон', 'Phone', 'Balance'], own)).toEqual({ phone: 0 });
  });
});

describe('cells', () => {
  const columns = { name: 0, ident: 1, email: 2, phone: 3, country_code: 4, type: 5 } as const;
  const row = (changes: Partial<Record<keyof typeof columns, string>>) =>
    Object.keys(columns).map((field) => ({ ...changes })[field as keyof typeof columns] ?? '');
  const contact = (phone: string, country_code = '', variant: 'ua' | 'lt' = 'ua') => {
    const input = inputOfCells(row({ phone, country_code }), columns, variant);
    return [input['country_code'], input['phone']];
  };

  it.each([
    ['380671234567', '', 'UA', '671234567'],
    ['+38 (067) 123-45-67', '', 'UA', '671234567'],
    ['067 123 45 67', '', 'UA', '671234567'],
    ['671234567', '', 'UA', '671234567'],
    ['+370 612 34567', '', 'LT', '61234567'],
    ['37061234567', '', 'LT', '61234567'],
    ['0049 30 1234567', '', 'DE', '301234567'],
    ['+1 202 555 0143', '', 'US', '2025550143'],
    ['61234567', 'Литва', 'LT', '61234567'],
    ['37061234567', 'lt', 'LT', '61234567'],
    ['0671234567', 'Україна', 'UA', '671234567'],
    ['301234567', 'Deutschland', 'DE', '301234567'],
    ['5', 'Нарнія', 'Нарнія', '5'],
  ])('a phone %s of %s is %s %s', (phone, typed, country, digits) => {
    expect(contact(phone, typed)).toEqual([country, digits]);
  });

  it('a phone is at home where the variant is', () => {
    expect(contact('8 612 34567', '', 'lt')).toEqual(['LT', '61234567']);
    expect(contact('37061234567', '', 'lt')).toEqual(['LT', '61234567']);
  });

  it.each([
    ['', '12 345 678 90', 'individual'],
    ['', '12345678', 'legal'],
    ['', '123', 'legal'],
    ['', '', 'legal'],
    ['фізична особа-підприємець', '12345678', 'individual'],
    ['Company', '1234567890', 'legal'],
    ['банк', '12345678', 'банк'],
  ])('a type %j with the code %s is %s', (type, ident, expected) => {
    expect(inputOfCells(row({ type, ident }), columns, 'ua')['type']).toBe(expected);
    if (type === '') expect(inputOfCells(row({ ident }), columns, 'lt')['type']).toBeUndefined();
  });

  it('amounts, numbers, languages and periods are understood as people write them', () => {
    const mapping = {
      monthly_turnover_limit: 0,
      goods_quantity: 1,
      locale: 2,
      billing_period: 3,
      address: 4,
    };
    const read = (...cells: string[]) => inputOfCells(cells, mapping, 'ua');
    expect(read('1 000,50', '1 200', 'Українська', 'щороку', '')).toMatchObject({
      monthly_turnover_limit: 100_050,
      goods_quantity: 1200,
      locale: 'uk',
      billing_period: 'year',
    });
    expect(read('', '', 'литовский', 'Monthly', '')).toMatchObject({ locale: 'lt', billing_period: 'month' });
    expect(read('', '', '', '', '')).not.toHaveProperty('address');
    const wrong = { ...read('багато', '-3', 'fr', 'тиждень', 'Київ') };
    const refused = importedClient('ua')
      .safeParse(wrong)
      .error?.issues.map(({ path }) => path[0]);
    for (const field of ['monthly_turnover_limit', 'goods_quantity', 'locale', 'billing_period']) {
      expect(refused).toContain(field);
    }
  });
});

describe('a check', () => {
  const mapping = { name: 0, ident: 1, email: 2, phone: 3 };
  const row = (line: number, ...cells: string[]) => ({ line, cells });
  const rows = [
    row(2, 'Олена', '1234567890', 'o@b.ua', '0671234567'),
    row(3, '', '123', 'nobody', 'call me'),
    row(5, 'Сад', '12345678', 'O@B.UA', '0671234568'),
    row(6, 'Ліс', '12345678', 'l@b.ua', '+380671234567'),
    row(7, 'Поле', '12345678', 'p@b.ua', '0671234569'),
  ];

  it('finds every mistake at its row and field, repeated contacts among them', async () => {
    const { good, refused } = await checkRows(rows, mapping, { variant: 'ua', t });
    expect(good.map(({ row: { line } }) => line)).toEqual([2, 7]);
    expect(refused.map(({ row: { line }, mistakes }) => [line, Object.keys(mistakes).sort()])).toEqual([
      [3, ['email', 'ident', 'name', 'phone']],
      [5, ['email']],
      [6, ['phone']],
    ]);
    expect(refused[1]?.mistakes['email']).toContain('validation.repeatedInRow {"row":2');
  });

  it('finds repeated contacts also in rows that are refused for something else', async () => {
    const both = [row(2, '', '', 'o@b.ua', '0671234567'), row(3, '', '12345678', 'O@b.ua', '0671234567')];
    const { refused } = await checkRows(both, mapping, { variant: 'ua', t });
    expect(refused.map(({ mistakes }) => Object.keys(mistakes).sort())).toEqual([
      ['ident', 'name'],
      ['email', 'name', 'phone'],
    ]);
  });

  it('sends the good cells of every row, in the order of the file', async () => {
    const sent = allRows(await checkRows(rows, mapping, { variant: 'ua', t }));
    expect(sent.map(({ row: { line } }) => line)).toEqual([2, 3, 5, 6, 7]);
    expect(sent[1]?.input).toEqual({ country_code: 'UA', type: 'legal' });
  });

  it('refuses a cell whose letters became question marks, which the contract would take', async () => {
    const lost = [row(2, 'Сад «??????»', '12345678', 's@b.ua', '0671234567')];
    const { good, refused } = await checkRows(lost, mapping, { variant: 'ua', t });
    expect([good, Object.keys(refused[0]?.mistakes ?? {})]).toEqual([[], ['name']]);
  });

  it('takes over what the server refuses, by the rows that were sent', async () => {
    const checked = await checkRows(rows, mapping, { variant: 'ua', t });
    const fields = { 'rows.1.email': ['Taken'] };
    const refusal = new HttpError({ message: '', code: 'validation_failed', fields });
    const after = afterRefusal(checked, checked.good, refusal);
    expect(after?.good.map(({ row: { line } }) => line)).toEqual([2]);
    expect(after?.refused.map(({ row: { line } }) => line)).toEqual([3, 5, 6, 7]);
    expect(after?.refused.at(-1)?.mistakes).toEqual({ email: 'Taken' });
    const others: Record<string, string[]>[] = [{}, { rows: ['Too many'] }];
    for (const other of others) {
      const error = new HttpError({ message: '', code: 'validation_failed', fields: other });
      expect(afterRefusal(checked, checked.good, error)).toBeNull();
    }
  });

  it('adds what the server finds in a refused row, and keeps its own word on a cell', async () => {
    const checked = await checkRows(rows, mapping, { variant: 'ua', t });
    const fields = { 'rows.2.email': ['Taken'], 'rows.2.phone': ['Taken too'] };
    const refusal = new HttpError({ message: '', code: 'validation_failed', fields });
    const after = afterRefusal(checked, allRows(checked), refusal);
    expect(after?.good).toEqual(checked.good);
    expect(after?.refused[1]?.mistakes).toEqual({
      email: checked.refused[1]?.mistakes['email'],
      phone: 'Taken too',
    });
  });

  it('is written as a file that can be corrected and read again', async () => {
    const { refused } = await checkRows(rows, mapping, { variant: 'ua', t });
    const headings = ['Назва', 'Код', 'Пошта', 'Телефон'];
    const words = { row: 'Рядок', mistakes: 'Помилки' };
    const text = refusedRowsCsv(refused, {
      headings,
      mapping,
      words,
      fieldName: (field) => field,
      delimiter: 'semicolon',
    });
    expect(text.startsWith('\ufeff"Назва";"Код";"Пошта";"Телефон";"Рядок";"Помилки"\r\n')).toBe(true);
    expect(text).toContain('"\t+380671234567"');
    expect(text).toMatch(/"Назва: .+; Пошта: .+; Телефон: .+"/);
    const found = read(utf8(text));
    expect(found).toMatchObject({ headings: [...headings, 'Рядок', 'Помилки'] });
    expect(cellsOf(found).at(-1)?.slice(0, 5)).toEqual(['Ліс', '12345678', 'l@b.ua', '+380671234567', '6']);
  });
});

function clientTexts(locale: Locale) {
  const file = new URL(`../../locales/${locale}/admin.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).clients;
}
