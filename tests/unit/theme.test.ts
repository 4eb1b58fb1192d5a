import { describe, expect, test } from 'vitest';
import { type Palette, palettes } from '#contract/company/theme.ts';
import { themeStylesheet } from '#web/ui/shared/theme.ts';

describe.each(Object.entries(palettes))('the %s theme', (_, palette) => {
  const texts = ['text', 'textMuted', 'link', 'danger', 'success', 'warning'] as const;
  const grounds = ['page', 'surface', 'raised'] as const;
  test.each(texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)))(
    'shows %s on %s with a contrast of 4.5',
    (text, ground) => {
      expect(contrast(palette, text, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each([
    ['onAccent', 'accent'],
    ['onAccent', 'accentHover'],
    ['text', 'accentSoft'],
    ['danger', 'dangerSoft'],
    ['text', 'dangerSoft'],
    ['text', 'warningSoft'],
    ['text', 'successSoft'],
    ['textMuted', 'accentSoft'],
  ] as const)('shows %s on %s with a contrast of 4.5', (text, ground) => {
    expect(contrast(palette, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds)('draws the borders of fields and the accent on %s with a contrast of 3', (ground) => {
    expect(contrast(palette, 'borderStrong', ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(palette, 'accent', ground)).toBeGreaterThanOrEqual(3);
  });
});

test('the stylesheet follows the system unless a theme was chosen', () => {
  const css = themeStylesheet();
  expect(css).toContain('--text-muted:');
  expect(css).toContain('@media (prefers-color-scheme:dark){:root:not([data-theme=light])');
  expect(css).toContain(':root[data-theme=dark]');
});

/** WCAG 2.2, "contrast ratio". */
function contrast(palette: Palette, a: keyof Palette, b: keyof Palette): number {
  const [light = 0, dark = 0] = [luminance(palette[a]), luminance(palette[b])].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
