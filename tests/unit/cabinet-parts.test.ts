import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { styles } from '#cabinet/pages/styles.ts';
import { monthBars, ticksBetween, ticksUpTo } from '#cabinet/shop/sales/month-chart.ts';

const root = fileURLToPath(new URL('../../cabinet', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts'));
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** What a developer reads to learn the protocol (docs/decisions/0176). */
const protocol = files.filter((file) =>
  /^(cabinet-app\.ts|http\.ts|platform\/|sign-in\/|store\/)/.test(file),
);

it('the protocol’s part of the reference cabinet is short enough to be read at once', () => {
  const lines = protocol.reduce((count, file) => count + textOf(file).split('\n').length - 1, 0);
  expect(lines).toBeLessThan(1500);
  expect(protocol.length).toBeGreaterThan(10);
});

/** Each is whole by itself and passes the conformance checks (tests/api/examples.test.ts). */
it('all of the protocol, cabinet and provisioner, takes the examples less still', () => {
  const examples = path.join(root, '../examples');
  const lines = ['express-cabinet', 'node-provisioner']
    .flatMap((folder) => readdirSync(path.join(examples, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(examples, file), 'utf8').split('\n').length - 1);
  expect(lines.reduce((sum, count) => sum + count)).toBeLessThan(1500);
});

it('the protocol’s part knows the shop at two places alone: its pages and its tables', () => {
  const knowing = protocol.filter((file) => textOf(file).includes('/shop/'));
  expect(knowing).toEqual(['cabinet-app.ts', 'store/cabinet-store.ts']);
});

it('the shop knows nothing of tickets, sessions and signatures', () => {
  const wrong = files
    .filter((file) => file.startsWith('shop/'))
    .filter((file) => /\/(platform|sign-in|host|single)\//.test(textOf(file)));
  expect(wrong).toEqual([]);
});

it.each([
  [0, [0, 100]],
  [99, [0, 100]],
  [300_00, [0, 100_00, 200_00, 300_00]],
  [1_234_56, [0, 500_00, 1000_00, 1500_00]],
  [7_000_00, [0, 5000_00, 10_000_00]],
])('the picture of a turnover up to %i has ticks at round sums', (most, ticks) => {
  expect(ticksUpTo(most)).toEqual(ticks);
});

it('the picture of a month goes below zero where more came back than was sold', () => {
  expect(ticksBetween(0, 300_00)).toEqual([0, 100_00, 200_00, 300_00]);
  expect(ticksBetween(-9_96, 21_00)).toEqual([-10_00, 0, 10_00, 20_00, 30_00]);
  expect(ticksBetween(-300_00, 0)).toEqual([-300_00, -200_00, -100_00, 0, 100_00]);
  const day = { returned: 0, receipts: 1, rounding: 0 };
  const sums = [
    { ...day, day: '2026-11-07', total: 30_00 },
    { ...day, day: '2026-11-08', total: -10_00 },
  ];
  const { text = '' } = monthBars({ month: '2026-11', sums }) || {};
  const bars = [...text.matchAll(/class="bar-of-day ?(\w*)"[^]*?y="([\d.]+)"[^]*?height="([\d.]+)"/g)];
  expect(bars.map(([, look, y, height]) => [look, y, height])).toEqual([
    ['', '0', '75'],
    ['below', '75', '25'],
  ]);
});

it('the sums of a receipt’s lines end in one column, with a discount too', () => {
  expect(styles).toMatch(/\n\.sold \.amount \{[^}]*text-align: right/);
});
