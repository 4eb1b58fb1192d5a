import { frameRules } from '#contract/company/frame.ts';
import { fontFamily, palettes, radius, themeRules, tokenName } from '#contract/company/theme.ts';

/** In pixels. */
export const spacing = [0, 4, 8, 12, 16, 24, 32, 48, 64] as const;
/** In milliseconds: how long a toast stays, and when a tooltip appears (specification, section 9). */
export const toastMs = 5000;
export const tooltipDelayMs = 50;

/** The tokens as a stylesheet. */
export function themeStylesheet(): string {
  const shared = [
    `--font:${fontFamily}`,
    `--radius:${radius}px`,
    ...spacing.map((pixels, step) => `--space-${step}:${pixels}px`),
  ].join(';');
  return themeRules(palettes, { shared: `${shared};`, schemes: true });
}

/** The frame of customers' pages as a stylesheet. */
export function frameStylesheet(): string {
  return frameRules((token) => `var(${tokenName(token)})`);
}
