import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { offForPlaywright } from '#tests/support/browser/page.ts';

it('Chromium keeps off all that Playwright switches off, as our list replaces its own', () => {
  const bundle = new URL('../../node_modules/playwright-core/lib/coreBundle.js', import.meta.url);
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(readFileSync(bundle, 'utf8')) ?? [];
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  const ofEdge = (name = '') => name.startsWith('ms');
  expect(names).toContain('PaintHolding');
  expect(names.filter((name) => !ofEdge(name) && !offForPlaywright.includes(name ?? ''))).toEqual([]);
});
