import { fileURLToPath } from 'node:url';
import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Palette, palettes } from '#contract/company/theme.ts';
import type { DocumentContent } from './document-content.ts';
import { drawnLines } from './drawn-text.ts';
import { type PaperText, paperText } from './paper-text.ts';

/** How papers look. The logo is a data URL, instead of the product's name. */
export interface PaperLook {
  palette: Palette;
  logo: string | null;
  footer: string | null;
}

export const plainLook: PaperLook = { palette: palettes.light, logo: null, footer: null };

/** A document as a PDF, made from its frozen content. Its library is loaded when first needed: it would slow the start. */
export async function paperPdf(
  content: DocumentContent,
  look: PaperLook = plainLook,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: pdfmake } = await import('pdfmake');
  pdfmake.setFonts({ Roboto: roboto, DejaVu: dejaVu });
  // Its own fonts, and nothing else from anywhere.
  pdfmake.setUrlAccessPolicy(() => false);
  const files = [...Object.values(roboto), ...Object.values(dejaVu)];
  pdfmake.setLocalAccessPolicy((path) => files.includes(path));
  const text = paperText(content);
  const made = async (one: PaperLook) =>
    new Uint8Array(await pdfmake.createPdf(definitionOf(text, one)).getBuffer());
  // A picture that its library can't draw must not keep anybody from a document.
  return look.logo === null ? made(look) : made(look).catch(() => made({ ...look, logo: null }));
}

const roboto = {
  normal: fileURLToPath(import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Medium.ttf')),
};
/** For alphabets that Roboto doesn't have. */
const dejaVu = {
  normal: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
};

// What an accent of one's own doesn't change.
const { border, text: ink, textMuted: muted } = palettes.light;
const small = 9;

function definitionOf(paper: PaperText, { palette, logo, footer }: PaperLook): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [48, 44, 48, 60],
    language: paper.locale,
    info: { title: paper.title, author: paper.product },
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25, color: ink },
    content: [
      head(paper.product, { logo, palette }),
      { text: paper.title, bold: true, fontSize: 18, margin: [0, 0, 0, 4] },
      { text: paper.dates.join('\n'), color: muted, margin: [0, 0, 0, 18] },
      { columns: paper.parties.map(party), columnGap: 24, margin: [0, 0, 0, 18] },
      ...textBlock(paper.intro, [0, 0, 0, 8]),
      linesTable(paper),
      totals(paper.totals),
      ...(paper.words ? [wordsBlock(paper.words)] : []),
      ...(paper.payment ? [paymentBox(paper.payment, palette.accentSoft)] : []),
      ...paper.notes.map((text): Content => ({ text, color: muted, margin: [0, 0, 0, 5] })),
      ...(paper.signatures.length > 0 ? [signatures(paper.signatures)] : []),
    ],
    footer: (page, pages) => ({
      columns: [
        { text: drawn([paper.footer, footer].filter(Boolean).join('\n')), width: '*' },
        { text: pages > 1 ? paper.page(page, pages) : '', width: 'auto', alignment: 'right' },
      ],
      color: muted,
      fontSize: small,
      margin: [48, 14, 48, 0],
    }),
  };
}

function head(product: string, { logo, palette }: Pick<PaperLook, 'logo' | 'palette'>): Content {
  const margin: [number, number, number, number] = [0, 0, 0, 16];
  if (logo === null)
    return { text: drawn(product, 70), color: palette.accent, bold: true, fontSize: 12, margin };
  const fit: [number, number] = [180, 32];
  const [kind = '', data = ''] = logo.split(';base64,');
  if (kind.endsWith('png')) return { image: logo, fit, margin };
  return { svg: Buffer.from(data, 'base64').toString(), fit, margin };
}

function textBlock(text: string | null, margin: [number, number, number, number]): Content[] {
  return text === null ? [] : [{ text, margin }];
}

function party({ role, name, lines }: PaperText['parties'][number]): Column {
  return {
    width: '*',
    stack: [
      { text: role, color: muted, fontSize: small, margin: [0, 0, 0, 2] },
      { text: drawn(name), bold: true, margin: [0, 0, 0, 2] },
      ...lines.map((line) => ({ text: drawn(line) })),
    ],
  };
}

/** A text that may hold names in any alphabet, as the library of PDFs draws it. */
function drawn(text: string, most?: number): Content {
  const lines = drawnLines(text, most);
  if (!lines) return breakable(text);
  return lines.flatMap((pieces, index): Content[] => [
    ...(index > 0 ? ['\n'] : []),
    ...pieces.map((piece) => (piece.isOther ? { text: piece.text, font: 'DejaVu' } : piece.text)),
  ]);
}

/** A word wider than its column would push the column beside it off the page: it may be broken. */
function breakable(text: string): string {
  return text.replace(/\S{30,}/g, (word) => word.replace(/.{24}/gu, '$&\u200b'));
}

function linesTable({ columns, rows }: PaperText): Content {
  const right = (text: string): TableCell => ({ text, alignment: 'right', noWrap: true });
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['auto', '*', 'auto', 'auto', 'auto'],
      body: [
        [
          columns.place,
          columns.title,
          ...[columns.quantity, columns.price, columns.amount].map((text): TableCell => ({
            text,
            alignment: 'right',
          })),
        ].map((cell): TableCell => ({
          ...(typeof cell === 'string' ? { text: cell } : (cell as { text: string })), // a cell of text
          color: muted,
          fontSize: small,
        })),
        ...rows.map(({ place, title, period, quantity, price, amount }): TableCell[] => [
          place,
          {
            stack: [
              { text: drawn(title, 52) },
              ...(period ? [{ text: period, color: muted, fontSize: small }] : []),
            ],
          },
          right(quantity),
          right(price),
          right(amount),
        ]),
      ],
    },
    layout: {
      hLineWidth: (line) => (line === 0 ? 0 : 0.75),
      vLineWidth: () => 0,
      hLineColor: () => border,
      paddingLeft: (column) => (column === 0 ? 0 : 8),
      paddingRight: (column) => (column === 4 ? 0 : 4),
      paddingTop: () => 6,
      paddingBottom: () => 6,
    },
  };
}

/** The last one is what counts. */
function totals(lines: PaperText['totals']): Content {
  return {
    unbreakable: true,
    margin: [0, 6, 0, 10],
    columns: [
      { text: '', width: '*' },
      {
        width: 'auto',
        table: {
          body: lines.map(({ label, amount }, index): TableCell[] => {
            const style = index === lines.length - 1 ? { bold: true, fontSize: 12 } : { color: muted };
            return [
              { text: label, alignment: 'right', ...style },
              { text: amount, alignment: 'right', noWrap: true, ...style },
            ];
          }),
        },
        layout: {
          defaultBorder: false,
          paddingLeft: (column) => (column === 0 ? 0 : 12),
          paddingRight: () => 0,
          paddingTop: () => 2,
          paddingBottom: () => 2,
        },
      },
    ],
  };
}

function wordsBlock({ label, text }: NonNullable<PaperText['words']>): Content {
  return {
    text: [{ text: `${label}: `, color: muted }, text],
    margin: [0, 0, 0, 14],
  };
}

function paymentBox(
  { label, text, copy, qr, scan }: NonNullable<PaperText['payment']>,
  accentSoft: string,
): Content {
  const purpose: Column = {
    width: '*',
    stack: [
      { text: label, color: muted, fontSize: small, margin: [0, 0, 0, 2] },
      { text: drawn(text), bold: true, fontSize: 11, margin: [0, 0, 0, 8] },
      { text: copy, color: muted, fontSize: small },
      ...(qr ? [{ text: scan, color: muted, fontSize: small, margin: [0, 8, 0, 0] } as Content] : []),
    ],
  };
  return {
    unbreakable: true,
    margin: [0, 0, 0, 14],
    table: {
      widths: ['*'],
      body: [
        [
          {
            columns: [purpose, ...(qr ? [{ width: 124, stack: [{ svg: qr, width: 124 }] }] : [])],
            columnGap: 16,
            fillColor: accentSoft,
            margin: [10, 10, 10, 10],
          },
        ],
      ],
    },
    layout: 'noBorders',
  };
}

/** Room to write on, wide enough for a hand. */
function signatures(sides: PaperText['signatures']): Content {
  return {
    unbreakable: true,
    margin: [0, 22, 0, 0],
    columnGap: 32,
    columns: sides.map(({ role, name, hint, seal }): Column => ({
      width: '*',
      stack: [
        { text: role, bold: true, margin: [0, 0, 0, 30] },
        { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 230, y2: 0, lineWidth: 0.75, lineColor: ink }] },
        { text: drawn(name || ' '), margin: [0, 4, 0, 0] },
        { text: hint, color: muted, fontSize: small },
        { text: seal, color: muted, fontSize: small, margin: [0, 10, 0, 0] },
      ],
    })),
  };
}
