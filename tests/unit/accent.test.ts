import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { brandedPalettes, nearestAccent } from '#contract/company/accent.ts';
import { contrast, lightnessOf, mixed, withLightness } from '#contract/company/colour.ts';
import { palettes } from '#contract/company/theme.ts';

const colour = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

describe('the nearest accent', () => {
  it.each([
    ['#0f766e', '#0f766e'],
    ['#000000', '#000000'],
    ['#1d4ed8', '#1d4ed8'],
  ])('of %s is %s', (given, nearest) => {
    expect(nearestAccent(given)).toBe(nearest);
  });

  it('of any colour can be read on white and on the page, and white on it', () => {
    fc.assert(
      fc.property(colour, (given) => {
        const nearest = nearestAccent(given);
        expect(contrast(nearest, '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(nearest, palettes.light.page)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 500 },
    );
  });

  it('is left alone when it is taken, and a readable colour is its own', () => {
    fc.assert(
      fc.property(colour, (given) => {
        const nearest = nearestAccent(given);
        expect(nearestAccent(nearest)).toBe(nearest);
        const isReadable = contrast(given, '#ffffff') >= 4.5 && contrast(given, palettes.light.page) >= 4.5;
        expect(nearest === given).toBe(isReadable);
      }),
      { numRuns: 500 },
    );
  });

  it('is darker by no more than a step or two of a screen than it must be', () => {
    fc.assert(
      fc.property(colour, (given) => {
        const nearest = nearestAccent(given);
        if (nearest === given) return;
        const lighter = withLightness(given, lightnessOf(nearest) + 0.012);
        expect(contrast(lighter, palettes.light.page)).toBeLessThan(4.5);
      }),
      { numRuns: 500 },
    );
  });
});

test('a theme with any accent keeps every contrast that the own theme promises', () => {
  fc.assert(
    fc.property(colour, (given) => {
      for (const [name, palette] of Object.entries(brandedPalettes(nearestAccent(given)))) {
        const pairs = [
          ...(['page', 'surface', 'raised', 'accentSoft'] as const).map(
            (ground) => ['link', ground] as const,
          ),
          ['onAccent', 'accent'],
          ['onAccent', 'accentHover'],
          ['text', 'accentSoft'],
          ['textMuted', 'accentSoft'],
          ['accent', 'page'],
          ['accent', 'surface'],
          ['accent', 'raised'],
        ] as const;
        for (const [text, ground] of pairs) {
          const ratio = contrast(palette[text], palette[ground]);
          expect(ratio, `${name}: ${text} on ${ground} of ${given}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test('without an accent of its own the theme is the product’s', () => {
  expect(brandedPalettes(null)).toBe(palettes);
  expect(brandedPalettes(palettes.light.accent)).toBe(palettes);
});

test('colours are mixed and made lighter by what one sees', () => {
  expect(mixed('#000000', '#ffffff', 0)).toBe('#ffffff');
  expect(mixed('#123456', '#ffffff', 1)).toBe('#123456');
  expect(withLightness('#123456', lightnessOf('#123456'))).toBe('#123456');
  expect(withLightness('#ff0000', 1)).toBe('#ffffff');
});
