import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { isXlsx, xlsxTable } from '#cabinet/shop/goods/import/xlsx-table.ts';
import { xlsxBytes } from '#cabinet/shop/goods/xlsx-file.ts';

const sheetNamed = (name: string, id: string, state = 'visible') =>
  `<sheet name="${name}" sheetId="1" state="${state}" r:id="${id}"/>`;

/** A file as Excel packs it; sheets by their relationship. */
function workbook({
  sheets = sheetNamed('Goods', 'rId1'),
  rows = '',
  texts = '',
  more = {},
}: {
  sheets?: string;
  rows?: string;
  texts?: string;
  more?: Record<string, string>;
}): Uint8Array {
  const parts = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>' +
      '<Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

it('reads shared and inline texts, numbers with all their digits, and what a formula gives', () => {
  const file = workbook({
    texts:
      '<si><t xml:space="preserve">Сіль &amp; перець </t></si><si><r><t>Чор</t></r><r><b/><t>ний</t></r></si><si/>',
    rows:
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><t>Хліб</t></is></c><c r="B2"><v>0.30000000000000004</v></c>' +
      '<c r="C2"><v>4.820000000017E12</v></c><c r="D2" t="str"><f>A1</f><v>разом</v></c><c r="E2" s="1"/></row>',
  });
  expect(isXlsx(file)).toBe(true);
  expect(xlsxTable(file)).toEqual([
    ['Сіль & перець ', 'Чорний', ''],
    ['Хліб', '0.3', '4820000000017', 'разом', ''],
  ]);
});

it('keeps rows and columns at their places, and leaves out empty ones at the end', () => {
  const cell = (place: string, value: string) => `<c r="${place}"><v>${value}</v></c>`;
  const rows = `<row r="1">${cell('B1', '1')}</row><row r="3">${cell('A3', '2')}${cell('D3', '3')}</row><row r="900000"><c r="A900000" s="1"/></row>`;
  expect(xlsxTable(workbook({ rows }))).toEqual([['', '1'], [], ['2', '', '', '3']]);
  expect(xlsxTable(workbook({ rows: '' }))).toEqual([]);
  // Some programs number neither rows nor cells.
  expect(xlsxTable(workbook({ rows: '<row><c><v>5</v></c><c><v>6</v></c></row>' }))).toEqual([['5', '6']]);
});

it('takes the first sheet that is not hidden', () => {
  const second = '<worksheet><sheetData><row r="1"><c r="A1"><v>2</v></c></row></sheetData></worksheet>';
  const file = workbook({
    sheets: sheetNamed('Old', 'rId1', 'hidden') + sheetNamed('Goods', 'rId2'),
    rows: '<row r="1"><c r="A1"><v>1</v></c></row>',
    more: { 'xl/worksheets/sheet2.xml': second },
  });
  expect(xlsxTable(file)).toEqual([['2']]);
});

it.each<[string, Uint8Array]>([
  ['another archive', zipSync({ 'word/document.xml': strToU8('<document/>') })],
  ['a file that was cut', workbook({ rows: '<row/>' }).slice(0, 200)],
  ['a sheet that is not there', workbook({ sheets: sheetNamed('Goods', 'rId9') })],
  [
    'rows in no order',
    workbook({ rows: '<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>' }),
  ],
  [
    'entities of its own',
    workbook({
      more: { 'xl/sharedStrings.xml': '<!DOCTYPE sst [<!ENTITY a "b">]><sst><si><t>&a;</t></si></sst>' },
    }),
  ],
  [
    'more than there is room for',
    workbook({ more: { 'xl/worksheets/sheet1.xml': ' '.repeat(17 * 1024 * 1024) } }),
  ],
])('reads nothing of %s', (_what, file) => {
  expect(xlsxTable(file)).toBeUndefined();
});

it.each([
  ['cells', `<row>${'<c/>'.repeat(600_000)}</row>`],
  ['rows', '<row/>'.repeat(600_000)],
  ['attributes', `<row ${'a="" '.repeat(600_000)}/>`],
])('does not begin to read a small file of very many %s', (_what, rows) => {
  const file = workbook({ rows });
  expect(file.length).toBeLessThan(50_000);
  expect(xlsxTable(file)).toBe('too_large');
});

it('reads a small sheet beside a large one', () => {
  const other = `<worksheet><sheetData>${'<row/>'.repeat(600_000)}</sheetData></worksheet>`;
  const rows = '<row r="1"><c r="A1"><v>1</v></c></row>';
  expect(xlsxTable(workbook({ rows, more: { 'xl/worksheets/sheet2.xml': other } }))).toEqual([['1']]);
});

it('reads as many goods as a file may have, in all columns', () => {
  const cells = (row: number) =>
    'ABCDEFGH'.replaceAll(/./g, (column) => `<c r="${column}${row}" s="1" t="s"><v>0</v></c>`);
  const rows = Array.from({ length: 5001 }, (_, at) => `<row r="${at + 1}">${cells(at + 1)}</row>`).join('');
  expect(xlsxTable(workbook({ rows, texts: '<si><t>Хліб</t></si>'.repeat(5000) }))).toHaveLength(5001);
});

it('reads what we write: numbers as numbers, and every other cell as its text', () => {
  const rows = [
    ['Назва', 'Ціна, ₴', 'Код'],
    ['Сир <твердий> & "м’який" ', 12.5, '007'],
    ['=1+1', 0.355, ''],
  ];
  const file = xlsxBytes(rows, new Date('2026-03-02T10:00:00Z'));
  expect(isXlsx(file)).toBe(true);
  expect(xlsxTable(file)).toEqual(rows.map((row) => row.map(String)));
});
