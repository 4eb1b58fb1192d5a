import { palettes } from '#contract/company/theme.ts';
import { intlTags, type Locale, type Variant, variants } from '#contract/kernel/variants.ts';
import { moneyFormat } from '#contract/money/money-text.ts';
import { translator } from '#cabinet/texts.ts';

const goods: Record<Variant, readonly (readonly [name: string, price: number, pieces: number])[]> = {
  ua: [
    ['Кава мелена, 250 г', 189, 1],
    ['Шоколад чорний, 90 г', 64.9, 2],
    ['Вода мінеральна, 1,5 л', 26.9, 1],
    ['Печиво вівсяне, 400 г', 57.2, 0],
    ['Сік яблучний, 1 л', 58, 0],
    ['Цукор, 1 кг', 34.9, 0],
  ],
  lt: [
    ['Malta kava, 250 g', 4.99, 1],
    ['Juodasis šokoladas, 90 g', 1.79, 2],
    ['Mineralinis vanduo, 1,5 l', 0.89, 1],
    ['Avižiniai sausainiai, 400 g', 2.19, 0],
    ['Obuolių sultys, 1 l', 1.69, 0],
    ['Cukrus, 1 kg', 1.19, 0],
  ],
};

export const pictureAlt: Record<Locale, string> = {
  uk: 'Каса на екрані комп’ютера: список товарів, чек і кнопка «Продати»; на телефоні поруч той самий чек.',
  ru: 'Касса на экране компьютера: список товаров, чек и кнопка «Продать»; рядом на телефоне тот же чек.',
  en: 'The till on a computer: a list of products, the receipt and the button “Sell”; next to it the same receipt on a phone.',
  lt: 'Kasa kompiuterio ekrane: prekių sąrašas, kvitas ir mygtukas „Parduoti“; šalia tas pats kvitas telefone.',
  de: 'Die Kasse am Computer: Artikelliste, Bon und die Schaltfläche „Verkaufen“; daneben derselbe Bon auf einem Telefon.',
};

const ink = palettes.light;
const [width, height] = [720, 470];

/** The demo's picture of its product: the cabinet's till, drawn, because a photograph of it weighs ten times as much. */
export function frontPicture(variant: Variant): string {
  const { defaultLocale, currency } = variants[variant];
  const money = moneyFormat(intlTags[defaultLocale], currency);
  const sold = goods[variant].filter(([, , pieces]) => pieces > 0);
  const total = money(sold.reduce((sum, [, price, pieces]) => sum + price * pieces, 0));
  const t = translator(defaultLocale);
  const pages = ['sale', 'goods', 'sales', 'report'].map((page, at) =>
    text(
      t(`nav.${page}`),
      48 + at * 104,
      57,
      at === 0 ? { fill: ink.link, bold: true } : { fill: ink.textMuted },
    ),
  );
  const shelf = goods[variant].flatMap(([name, price, pieces], at) => [
    line(44, 296, 118 + at * 52),
    text(name, 44, 141 + at * 52, { size: 13 }),
    text(money(price), 44, 159 + at * 52, { size: 12, fill: ink.textMuted }),
    box(266, 131 + at * 52, 28, 28, { fill: pieces > 0 ? ink.accent : ink.accentSoft, round: 8 }),
    text('+', 280, 150 + at * 52, { middle: true, fill: pieces > 0 ? ink.onAccent : ink.link, bold: true }),
  ]);
  const basket = sold.flatMap(([name, price, pieces], at) => [
    text(name.replace(/,.*/u, ''), 340, 149 + at * 52, { size: 13 }),
    text(`${pieces} × ${money(price)}`, 340, 166 + at * 52, { size: 11, fill: ink.textMuted }),
    text(money(price * pieces), 528, 149 + at * 52, { end: true, size: 13 }),
    line(340, 528, 178 + at * 52),
  ]);
  const paper = sold.flatMap(([name, price, pieces], at) => [
    text(name.replace(/,.*/u, ''), 570, 232 + at * 36, { size: 11 }),
    text(money(price * pieces), 686, 246 + at * 36, { end: true, size: 11 }),
  ]);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">${[
    box(0, 0, width, height, { fill: ink.accentSoft }),
    box(24, 24, 528, 422, { fill: ink.surface, stroke: ink.border, round: 12 }),
    ...pages,
    line(24, 552, 78),
    text(t('sale.choose'), 44, 106, { bold: true }),
    ...shelf,
    box(320, 92, 216, 338, { fill: ink.page, round: 10 }),
    text(t('sale.basket'), 340, 118, { bold: true }),
    ...basket,
    text(t('sale.total'), 340, 336, { bold: true }),
    text(total, 528, 337, { end: true, size: 20, bold: true }),
    box(340, 362, 188, 46, { fill: ink.accent, round: 8 }),
    text(t('sale.sell'), 434, 390, { middle: true, fill: ink.onAccent, bold: true }),
    box(544, 120, 168, 330, { fill: ink.text, round: 24 }),
    box(552, 128, 152, 314, { fill: ink.surface, round: 17 }),
    text(t('receipt.title', { number: 128 }), 628, 166, { middle: true, bold: true }),
    text(t('receipt.notFiscal'), 628, 186, { middle: true, size: 11, fill: ink.textMuted }),
    line(570, 686, 206),
    ...paper,
    line(570, 686, 344),
    text(t('sale.total'), 570, 369, { size: 13, bold: true }),
    text(total, 686, 369, { end: true, size: 13, bold: true }),
    text(t('receipt.thanks'), 628, 408, { middle: true, size: 11, fill: ink.textMuted }),
  ].join('')}</svg>`;
}

interface Look {
  fill?: string;
  size?: number;
  bold?: boolean;
  end?: boolean;
  middle?: boolean;
}

function text(said: string, x: number, y: number, look: Look = {}): string {
  const { fill = ink.text, size = 14, bold = false, end = false, middle = false } = look;
  const anchor = end ? ' text-anchor="end"' : middle ? ' text-anchor="middle"' : '';
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${bold ? ' font-weight="600"' : ''}${anchor}>${said}</text>`;
}

function box(
  x: number,
  y: number,
  wide: number,
  high: number,
  { fill, stroke, round = 0 }: { fill: string; stroke?: string; round?: number },
): string {
  const edge = stroke ? ` stroke="${stroke}"` : '';
  return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="${round}" fill="${fill}"${edge}/>`;
}

function line(from: number, to: number, y: number): string {
  return `<line x1="${from}" y1="${y}" x2="${to}" y2="${y}" stroke="${ink.border}"/>`;
}
