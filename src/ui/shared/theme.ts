import { fontFamily, type Palette, palettes, radius } from '#contract/company/theme.ts';

/** In pixels. */
export const spacing = [0, 4, 8, 12, 16, 24, 32, 48, 64] as const;
/** In milliseconds: how long a toast stays, and when a tooltip appears (specification, section 9). */
export const toastMs = 5000;
export const tooltipDelayMs = 50;

/** The tokens as a stylesheet: custom properties by theme, chosen by the system unless `data-theme` is set. */
export function themeStylesheet(): string {
  const shared = [
    `--font:${fontFamily}`,
    `--radius:${radius}px`,
    ...spacing.map((pixels, step) => `--space-${step}:${pixels}px`),
  ].join(';');
  return [
    `:root{${shared};${properties(palettes.light)};color-scheme:light}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${properties(palettes.dark)};color-scheme:dark}}`,
    `:root[data-theme=dark]{${properties(palettes.dark)};color-scheme:dark}`,
  ].join('\n');
}

function properties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${colour}`)
    .join(';');
}
