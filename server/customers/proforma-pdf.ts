import { fileURLToPath } from 'node:url';
import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { ProformaContent } from './proforma-content.ts';
import { palettes } from '#contract/company/theme.ts';

/**
 * A proforma invoice as a PDF of one page. The library is loaded when first needed, because it would slow the start.
 */
export async function proformaPdf(content: ProformaContent): Promise<Uint8Array<ArrayBuffer>> {
  const { default: pdfmake } = await import('pdfmake');
  pdfmake.setFonts({ Roboto: roboto });
  // Only its own fonts, and nothing from any network.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => Object.values(roboto).includes(path));
  return new Uint8Array(await pdfmake.createPdf(documentOf(content)).getBuffer());
}

const roboto = { normal: fontFile('Roboto-Regular.ttf'), bold: fontFile('Roboto-Medium.ttf') };

function fontFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/${name}`));
}

const { accent, accentSoft, border, textMuted: muted } = palettes.light;

function documentOf({ footer, ...content }: ProformaContent): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [48, 48, 48, 64],
    language: content.locale,
    info: { title: content.title, author: content.product },
    defaultStyle: { font: 'Roboto', fontSize: 10.5, lineHeight: 1.3 },
    content: [
      { text: content.product, color: accent, bold: true, fontSize: 13, margin: [0, 0, 0, 20] },
      { text: content.title, bold: true, fontSize: 19, margin: [0, 0, 0, 4] },
      { text: content.dates.join('\n'), color: muted, margin: [0, 0, 0, 24] },
      { columns: content.parties.map(party), columnGap: 24, margin: [0, 0, 0, 24] },
      servicesTable(content),
      purposeBox(content.purpose),
      ...content.notes.map((text): Content => ({ text, color: muted, margin: [0, 0, 0, 6] })),
    ],
    ...(footer && {
      footer: { text: footer, color: muted, fontSize: 9, margin: [48, 12, 48, 0] },
    }),
  };
}

function party({ role, name, lines }: ProformaContent['parties'][number]): Column {
  return {
    width: '*',
    stack: [
      { text: role, color: muted, fontSize: 9.5, margin: [0, 0, 0, 2] },
      { text: breakable(name), bold: true, margin: [0, 0, 0, 2] },
      ...lines.map(breakable),
    ],
  };
}

/** Allows breaks in a word that is wider than its column and would push the next column off the page. */
function breakable(text: string): string {
  return text.replace(/\S{33,}/g, (word) => word.replace(/.{24}/gu, '$&\u200b'));
}

function servicesTable({
  columns,
  rows,
  total,
}: Pick<ProformaContent, 'columns' | 'rows' | 'total'>): Content {
  return {
    margin: [0, 0, 0, 20],
    table: {
      headerRows: 1,
      widths: ['*', 'auto'],
      body: [
        [
          { text: columns.what, color: muted, fontSize: 9.5 },
          { text: columns.amount, color: muted, fontSize: 9.5, alignment: 'right' },
        ],
        ...rows.map(({ what, amount }) => [
          what,
          { text: amount, alignment: 'right' as const, noWrap: true },
        ]),
        [
          { text: total.label, bold: true, fontSize: 12 },
          { text: total.amount, bold: true, fontSize: 12, alignment: 'right', noWrap: true },
        ],
      ],
    },
    layout: {
      hLineWidth: (line) => (line === 0 ? 0 : 0.75),
      vLineWidth: () => 0,
      hLineColor: () => border,
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: () => 7,
      paddingBottom: () => 7,
    },
  };
}

function purposeBox({ label, text }: ProformaContent['purpose']): Content {
  return {
    margin: [0, 0, 0, 16],
    table: {
      widths: ['*'],
      body: [
        [
          {
            stack: [
              { text: label, color: muted, fontSize: 9.5, margin: [0, 0, 0, 2] },
              { text, bold: true },
            ],
            fillColor: accentSoft,
            margin: [10, 8, 10, 8],
          },
        ],
      ],
    },
    layout: 'noBorders',
  };
}
