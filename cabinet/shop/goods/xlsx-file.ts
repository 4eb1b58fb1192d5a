import { Readable } from 'node:stream';
import { strToU8, zipSync } from 'fflate';
import type { Reply } from '../../http.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Of a cell in `styles`: plain, the headings, and text that a spreadsheet must not read as a number. */
const looks = { plain: 0, heading: 1, text: 2 } as const;

const font = '<sz val="11"/><name val="Calibri"/>';
/** Excel wants two fills at least. */
const styles = `<styleSheet xmlns="${sheets}"><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1">${format({})}</cellStyleXfs><cellXfs count="3">${format({})}${format({ fontId: 1 })}${format({ numFmtId: 49 })}</cellXfs></styleSheet>`;

/** A spreadsheet (.xlsx) of one sheet, whose first row has the headings. Texts are texts: nothing is read as a formula. */
export function xlsx(name: string, rows: readonly (readonly (string | number)[])[], now: Date): Reply {
  const bytes = xlsxBytes(rows, now);
  return {
    status: 200,
    headers: {
      'content-type': `${type}.sheet`,
      'content-disposition': `attachment; filename="${name}"`,
    },
    body: '',
    file: { open: () => Readable.from([bytes]), bytes: bytes.length },
  };
}

/** The file itself. */
export function xlsxBytes(rows: readonly (readonly (string | number)[])[], now: Date): Uint8Array {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/worksheets/sheet1.xml', 'worksheet')}${part('xl/styles.xml', 'styles')}</Types>`,
    '_rels/.rels': related(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${sheets}" xmlns:r="${documents}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheets}"><cols><col min="1" max="10" width="20" customWidth="1"/></cols><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(head + xml)])),
    { mtime: now },
  );
}

/** 49 is text. */
function format({ fontId = 0, numFmtId = 0 }): string {
  return `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="0" borderId="0" applyFont="1" applyNumberFormat="1"/>`;
}

function part(name: string, kind: string): string {
  return `<Override PartName="/${name}" ContentType="${type}.${kind}+xml"/>`;
}

function related(...targets: readonly (readonly [string, string])[]): string {
  const each = targets.map(
    ([kind, target], place) =>
      `<Relationship Id="rId${place + 1}" Type="${documents}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`;
}

function row(cells: readonly (string | number)[], place: number): string {
  const each = cells.map((value) => {
    if (typeof value === 'number') return `<c s="${looks.plain}"><v>${value}</v></c>`;
    const look = place === 0 ? looks.heading : looks.text;
    return `<c s="${look}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  });
  return `<row r="${place + 1}">${each.join('')}</row>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
