import type { PageBranding } from '../company/branding.ts';
import { brandedPalettes } from '../company/accent.ts';
import type { Palette } from '../company/theme.ts';
import type { CabinetBranding } from './cabinet.ts';

/** The operator's look as cabinets are told it: with whole addresses, and the colours that follow from the accent. */
export function cabinetBrandingOf(
  { accent, logo, markUrl, footer }: PageBranding,
  publicUrl: string,
): CabinetBranding {
  const palettes = brandedPalettes(accent);
  return {
    accent,
    colors: { light: coloursOf(palettes.light), dark: coloursOf(palettes.dark) },
    logo_url: logo && publicUrl + logo.url,
    logo_ratio: logo && logo.ratio,
    mark_url: publicUrl + markUrl,
    footer,
  };
}

function coloursOf({ accent, accentHover, onAccent, accentSoft, link }: Palette) {
  return {
    accent,
    accent_hover: accentHover,
    on_accent: onAccent,
    accent_soft: accentSoft,
    link,
  };
}
