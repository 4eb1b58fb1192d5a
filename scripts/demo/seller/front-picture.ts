import { type Palette, palettes } from '#contract/company/theme.ts';
import { intlTags, type Locale, type Variant, variants } from '#contract/kernel/variants.ts';
import { moneyFormat } from '#contract/money/money-text.ts';

/** In minor units, and how many are on the receipt. */
const goods: Record<Variant, readonly (readonly [drawing: string, price: number, pieces: number])[]> = {
  ua: offered([189_00, 64_90, 26_90, 57_20, 58_00, 34_90]),
  lt: offered([4_99, 1_79, 89, 2_19, 1_69, 1_19]),
};

function offered(prices: readonly number[]) {
  const drawings = [
    // A cup, chocolate, a bottle, a biscuit, juice, a bag.
    'M4 8h11v6a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM15 9h2a2.5 2.5 0 0 1 0 5h-2M7 5V2M12 5V2',
    'M5 3h14v18H5zM12 3v18M5 9h14M5 15h14',
    'M10 2h4v4l2 3v11a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2V9l2-3zM8 13h8',
    'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18zM9 9h.1M14 8h.1M15 14h.1M9.5 15h.1',
    'M7 8h10v13H7zM7 8l2-3h6l2 3M13 5l2-4',
    'M6 8h12l1 13H5zM8 8l2-5h4l2 5M10 14h4',
  ];
  return drawings.map((drawing, at) => [drawing, prices[at] ?? 0, [1, 2, 1][at] ?? 0] as const);
}

export const pictureAlt: Record<Locale, string> = {
  uk: 'Каса на екрані комп’ютера: товари, чек і кнопка продажу; на телефоні поруч той самий чек.',
  ru: 'Касса на экране компьютера: товары, чек и кнопка продажи; рядом на телефоне тот же чек.',
  en: 'The till on a computer: products, the receipt and the button that sells; next to it the same receipt on a phone.',
  lt: 'Kasa kompiuterio ekrane: prekės, kvitas ir pardavimo mygtukas; šalia telefone tas pats kvitas.',
  de: 'Die Kasse am Computer: Artikel, Bon und die Schaltfläche zum Verkaufen; daneben derselbe Bon auf einem Telefon.',
};

type Token = keyof Palette;
const [width, height] = [720, 470];
const tick = 'M5 12.5l4.5 4.5L19 7.5';

/**
 * The demo's picture of its product: the cabinet's till, drawn, because a photograph of it weighs ten times as much. It
 * has no words, because one picture serves five languages (docs/decisions/0272): bars stand for them.
 */
export function frontPicture(variant: Variant): string {
  const { defaultLocale, currency } = variants[variant];
  const format = moneyFormat(intlTags[defaultLocale], currency);
  const money = (minorUnits: number) => format(minorUnits / 100);
  const sold = goods[variant].filter(([, , pieces]) => pieces > 0);
  const total = money(sold.reduce((sum, [, price, pieces]) => sum + price * pieces, 0));
  const pages = [58, 52, 44, 36].map((wide, at) =>
    bar(48 + at * 92, 46, wide, { fill: at === 0 ? 'accent' : 'border', high: 10 }),
  );
  const shelf = goods[variant].flatMap(([drawing, price, pieces], at) => [
    box(44, 100 + at * 56, 40, 40, { fill: 'accentSoft', round: 10 }),
    drawn(drawing, 52, 108 + at * 56, 'link'),
    bar(98, 106 + at * 56, [124, 142, 110, 132, 96, 118][at] ?? 0, { fill: 'borderStrong' }),
    text(money(price), 98, 134 + at * 56, { size: 13, fill: 'textMuted' }),
    box(266, 106 + at * 56, 28, 28, { fill: pieces > 0 ? 'accent' : 'accentSoft', round: 8 }),
    text('+', 280, 125 + at * 56, { middle: true, fill: pieces > 0 ? 'onAccent' : 'link', bold: true }),
  ]);
  const basket = sold.flatMap(([drawing, price, pieces], at) => [
    drawn(drawing, 340, 116 + at * 58, 'textMuted'),
    bar(376, 118 + at * 58, [64, 78, 58][at] ?? 0, { fill: 'borderStrong' }),
    text(`${pieces} × ${money(price)}`, 376, 144 + at * 58, { size: 12, fill: 'textMuted' }),
    text(money(price * pieces), 528, 128 + at * 58, { end: true, size: 13 }),
    line(340, 528, 158 + at * 58),
  ]);
  const paper = sold.flatMap(([, price, pieces], at) => [
    bar(570, 226 + at * 32, [44, 52, 38][at] ?? 0, { fill: 'borderStrong', high: 7 }),
    text(money(price * pieces), 686, 234 + at * 32, { end: true, size: 11 }),
  ]);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">${[
    darkStyle(),
    box(0, 0, width, height, { fill: 'accentSoft' }),
    box(24, 24, 528, 422, { fill: 'surface', stroke: 'border', round: 12 }),
    ...pages,
    line(24, 552, 78),
    ...shelf,
    box(320, 92, 216, 338, { fill: 'page', round: 10 }),
    ...basket,
    text(total, 528, 330, { end: true, size: 24, bold: true }),
    box(340, 362, 188, 46, { fill: 'accent', round: 8 }),
    drawn(tick, 422, 373, 'onAccent', 2.5),
    box(544, 120, 168, 330, { fill: 'textMuted', round: 24 }),
    box(552, 128, 152, 314, { fill: 'surface', round: 17 }),
    box(608, 146, 40, 40, { fill: 'accent', round: 20 }),
    drawn(tick, 616, 154, 'onAccent', 2.5),
    line(570, 686, 206),
    ...paper,
    line(570, 686, 326),
    text(total, 686, 356, { end: true, size: 18, bold: true }),
    ...receiptCode(570, 380),
  ].join('')}</svg>`;
}

/** Colours of the light, and the classes that have those of the dark. */
function painted(paint: { fill?: Token; stroke?: Token }): string {
  const parts = Object.entries(paint);
  const said = parts.map(([name, token]) => ` ${name}="${palettes.light[token]}"`).join('');
  return `${said} class="${parts.map(([name, token]) => `${name}-${token}`).join(' ')}"`;
}

function darkStyle(): string {
  const rules = Object.entries(palettes.dark).map(
    ([token, colour]) => `.fill-${token}{fill:${colour}}.stroke-${token}{stroke:${colour}}`,
  );
  return `<style>@media (prefers-color-scheme: dark){${rules.join('')}}</style>`;
}

/** The stripes at the end of a receipt. */
function receiptCode(x: number, y: number): string[] {
  const stripes = [3, 1, 2, 1, 1, 3, 2, 1, 3, 1, 1, 2, 1, 3, 1, 2, 2, 1, 1, 3];
  let at = x + 12;
  return stripes.map((wide) => {
    const stripe = box(at, y, wide * 1.6, 30, { fill: 'text' });
    at += wide * 1.6 + 1.8;
    return stripe;
  });
}

interface Look {
  fill?: Token;
  size?: number;
  bold?: boolean;
  end?: boolean;
  middle?: boolean;
}

function text(said: string, x: number, y: number, look: Look = {}): string {
  const { fill = 'text', size = 14, bold = false, end = false, middle = false } = look;
  const anchor = end ? ' text-anchor="end"' : middle ? ' text-anchor="middle"' : '';
  return `<text x="${x}" y="${y}" font-size="${size}"${painted({ fill })}${bold ? ' font-weight="600"' : ''}${anchor}>${said}</text>`;
}

function box(
  x: number,
  y: number,
  wide: number,
  high: number,
  { fill, stroke, round = 0 }: { fill: Token; stroke?: Token; round?: number },
): string {
  const paint = painted({ fill, ...(stroke && { stroke }) });
  return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="${round}"${paint}/>`;
}

function line(from: number, to: number, y: number): string {
  return `<line x1="${from}" y1="${y}" x2="${to}" y2="${y}"${painted({ stroke: 'border' })}/>`;
}

/** Stands for a word. */
function bar(x: number, y: number, wide: number, { fill, high = 8 }: { fill: Token; high?: number }): string {
  return box(x, y, wide, high, { fill, round: high / 2 });
}

/** Lines in a square of 24. */
function drawn(lines: string, x: number, y: number, colour: Token, thick = 1.6): string {
  return `<path transform="translate(${x} ${y})" d="${lines}" fill="none"${painted({ stroke: colour })} stroke-width="${thick}" stroke-linecap="round" stroke-linejoin="round"/>`;
}
