import { describe, expect, test } from 'vitest';
import { selectedRows } from '#contract/company/accent.ts';
import { contrast as ratio } from '#contract/company/colour.ts';
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

  test.each(texts)('shows %s on a chosen row, also under the pointer, with a contrast of 4.5', (text) => {
    const { rowSelectedBg, rowSelectedHoverBg } = selectedRows(palette);
    expect(rowSelectedHoverBg).not.toBe(rowSelectedBg);
    for (const ground of [rowSelectedBg, rowSelectedHoverBg])
      expect(ratio(palette[text], ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds)('draws the borders of fields and the accent on %s with a contrast of 3', (ground) => {
    expect(contrast(palette, 'borderStrong', ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(palette, 'accent', ground)).toBeGreaterThanOrEqual(3);
  });
});

test('the stylesheet follows the system unless a theme was chosen', () => {
  const css = themeStylesheet();
  expect(css).toContain('--text-muted:');
  expect(css).toContain('@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light])');
  expect(css).toContain(':root[data-theme=dark]');
});

function contrast(palette: Palette, one: keyof Palette, other: keyof Palette): number {
  return ratio(palette[one], palette[other]);
}
