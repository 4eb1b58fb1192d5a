import { expect, test } from 'vitest';
import { contrast } from '#contract/company/colour.ts';
import { palettes } from '#contract/company/theme.ts';
import { chartColours } from '#web/pages/home/charts/chart-colours.ts';

test.each(Object.entries(chartColours))('%s is seen on the surface of either theme', (_, [light, dark]) => {
  expect(contrast(light, palettes.light.surface)).toBeGreaterThanOrEqual(3);
  expect(contrast(dark, palettes.dark.surface)).toBeGreaterThanOrEqual(3);
});
