import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { frameRules } from '#contract/company/frame.ts';

const folder = 'src/ui/admin/layout';
const classesOf = (style: string) => new Set(style.match(/(?<=\.)[a-z][\w-]*(?=[^{}]*\{)/g));

it('gives the panel’s head no class of the customers’ frame, whose style comes with the first form', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.css'));
  const panel = classesOf(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'));
  const frame = classesOf(frameRules((token) => token));
  expect(frame.has('brand')).toBe(true);
  // Both have the link that skips the head, alike in each.
  expect([...panel].filter((name) => frame.has(name) && name !== 'skip-link')).toEqual([]);
});
