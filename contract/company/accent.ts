import { lightnessOf, mixed, readableOn, withLightness } from './colour.ts';
import { type Palette, palettes } from './theme.ts';

/** The tokens of the theme that an accent of one's own decides. */
export const accentTokens = ['accent', 'accentHover', 'onAccent', 'accentSoft', 'link'] as const;
export type AccentTokens = Pick<Palette, (typeof accentTokens)[number]>;

/** WCAG 2.2, "AA". */
const textContrast = 4.5;

const { light, dark } = palettes;
const lightGrounds = ['#ffffff', light.page];
const darkGrounds = [dark.page, dark.surface, dark.raised];

/**
 * The accent itself if it can be read on the light grounds, and white on it, with 4.5:1; else the nearest that can. No
 * colour can be read on white and on the dark ground alike, so the dark theme has its lighter twin.
 */
export function nearestAccent(colour: string): string {
  return readableOn(colour, lightGrounds, { way: 'darker', least: textContrast });
}

/** The design tokens with an accent of one's own, which passes `nearestAccent`; null: the product's own. */
export function brandedPalettes(accent: string | null): Record<'light' | 'dark', Palette> {
  if (accent === null || accent === light.accent) return palettes;
  return {
    light: { ...light, ...lightTokens(accent) },
    dark: { ...dark, ...darkTokens(accent) },
  };
}

/**
 * The grounds of a chosen row of a list, and of the one under the pointer, a shade stronger. Both lie between the
 * surface and the soft accent, where every text of the theme can be read.
 */
export function selectedRows({ accentSoft, surface }: Pick<Palette, 'accentSoft' | 'surface'>) {
  return { rowSelectedBg: mixed(accentSoft, surface, 0.6), rowSelectedHoverBg: accentSoft };
}

/** What differs from the product's own theme. */
export function tokensOf(palette: Palette): AccentTokens {
  const { accent, accentHover, onAccent, accentSoft, link } = palette;
  return { accent, accentHover, onAccent, accentSoft, link };
}

function lightTokens(accent: string): AccentTokens {
  const accentSoft = mixed(accent, '#ffffff', 0.1);
  return {
    accent,
    accentHover: withLightness(accent, Math.max(0, lightnessOf(accent) - 0.06)),
    onAccent: '#ffffff',
    accentSoft,
    link: readableOn(accent, [...lightGrounds, accentSoft], { way: 'darker', least: textContrast }),
  };
}

/** As light as the product's own accent in the dark, or lighter where its hue needs it. */
function darkTokens(colour: string): AccentTokens {
  const lightEnough = withLightness(colour, Math.max(lightnessOf(dark.accent), lightnessOf(colour)));
  const accent = readableOn(lightEnough, darkGrounds, { way: 'lighter', least: textContrast });
  const accentSoft = mixed(accent, dark.surface, 0.14);
  return {
    accent,
    accentHover: withLightness(accent, Math.min(1, lightnessOf(accent) + 0.07)),
    onAccent: readableOn(withLightness(colour, 0.22), [accent], { way: 'darker', least: textContrast }),
    accentSoft,
    link: readableOn(accent, [...darkGrounds, accentSoft], { way: 'lighter', least: textContrast }),
  };
}
