/** Colours as `#rrggbb`: contrast by WCAG 2.2, shades by OKLab, in which equal steps look equal. */

type Three = readonly [number, number, number];

/** WCAG 2.2, "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** The lightness of a colour, from 0 to 1. */
export function lightnessOf(colour: string): number {
  return toLab(colour)[0];
}

/** The same hue with another lightness, as colourful as before where a screen can show it. */
export function withLightness(colour: string, lightness: number): string {
  const [, a, b] = toLab(colour);
  let [least, most] = [0, 1];
  if (isShowable(toLinear([lightness, a, b]))) least = 1;
  else
    for (let round = 0; round < 20; round += 1) {
      const share = (least + most) / 2;
      if (isShowable(toLinear([lightness, a * share, b * share]))) least = share;
      else most = share;
    }
  return fromLinear(toLinear([lightness, a * least, b * least]));
}

/** `share` of one colour on the other. */
export function mixed(one: string, other: string, share: number): string {
  const [above, below] = [toLab(one), toLab(other)];
  const [l, a, b] = above.map((part, place) => part * share + (below[place] ?? 0) * (1 - share)) as [
    number,
    number,
    number,
  ];
  return fromLinear(toLinear([l, a, b]));
}

/**
 * The colour itself if it can be read on all of these grounds, else the nearest of its hue that can: darker or lighter,
 * as little as necessary.
 */
export function readableOn(
  colour: string,
  grounds: readonly string[],
  { way, least }: { way: 'darker' | 'lighter'; least: number },
): string {
  const isReadable = (one: string) => grounds.every((ground) => contrast(one, ground) >= least);
  if (isReadable(colour)) return colour;
  let [bad, good] = [lightnessOf(colour), way === 'darker' ? 0 : 1];
  for (let round = 0; round < 20; round += 1) {
    const middle = (bad + good) / 2;
    if (isReadable(withLightness(colour, middle))) good = middle;
    else bad = middle;
  }
  return withLightness(colour, good);
}

function channels(colour: string): Three {
  const part = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16) / 255;
  return [part(1), part(3), part(5)].map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as unknown as Three; // of three
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Björn Ottosson's OKLab.
function toLab(colour: string): Three {
  const [red, green, blue] = channels(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toLinear([lightness, a, b]: Three): Three {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isShowable(linear: Three): boolean {
  return linear.every((part) => part >= -0.0005 && part <= 1.0005);
}

function fromLinear(linear: Three): string {
  const parts = linear.map((part) => {
    const value = Math.min(1, Math.max(0, part));
    const shown = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
