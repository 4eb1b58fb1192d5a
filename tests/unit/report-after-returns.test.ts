import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { wholeReturn } from '#cabinet/shop/sales/return-amount.ts';
import { cabinetMigrations, cabinetStore } from '#cabinet/store/cabinet-store.ts';

const now = new Date('2026-03-02T10:00:00Z');
const day = '2026-03-02';
const march = { from: '2026-03-01', to: '2026-03-31' };

/** A shop with as many goods as prices, in kilograms. */
function shopWith(prices: readonly number[]) {
  const database = new DatabaseSync(':memory:');
  for (const migration of cabinetMigrations) database.exec(migration);
  const add = database.prepare(
    "INSERT INTO goods (id, name, price, quantity, created_at, unit) VALUES (?, ?, ?, 1000000000, 0, 'kg')",
  );
  for (const [place, price] of prices.entries()) add.run(`g${place}`, `Product ${place}`, price);
  return cabinetStore(database);
}

const line = fc.record({
  price: fc.integer({ min: 1, max: 99_999 }),
  quantity: fc.integer({ min: 1, max: 20_000 }),
  percent: fc.integer({ min: 0, max: 100 }),
});
const step = fc.tuple(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 4, maxLength: 4 }));

it('is the money of each product to the minor unit, and nothing of a product that came back, whatever the order', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 100 }),
      fc.array(step, { maxLength: 5 }),
      (lines, discount, steps) => {
        const store = shopWith(lines.map(({ price }) => price));
        const asked = lines.map(({ quantity, percent }, place) => ({
          id: `g${place}`,
          quantity,
          discount: { value: percent, isPercent: true },
        }));
        const paid = {
          paidBy: 'card' as const,
          inCash: null,
          given: null,
          step: 1,
          shown: undefined,
          drawer: null,
        };
        const off = { value: discount, isPercent: true };
        store.sell(asked, {
          once: randomUUID(),
          now,
          day,
          soldBy: null,
          seller: 'Olena',
          discount: off,
          ...paid,
        });
        const receipt = () => store.findReceipt(1) ?? expect.fail('no receipt');
        const giveBack = (back: ReadonlyMap<number, number>) => {
          const made = { once: randomUUID(), now, day, by: 'Olena', takenBy: null, shown: '', step: 1 };
          expect(store.returnGoods(receipt(), back, made)).toBeUndefined();
          // The report is the money that is there.
          const { total, returned } = receipt();
          const sums = store.sumsByProduct(march).map((product) => product.paid);
          expect(sums.reduce((all, sum) => all + sum, 0)).toBe(total - returned);
          expect(Math.min(0, ...sums)).toBe(0);
        };
        for (const [shares] of steps) {
          const left = wholeReturn(receipt().lines);
          const part = [...left].map(
            ([at, quantity]) => [at, Math.floor((quantity * (shares[at - 1] ?? 0)) / 1000)] as const,
          );
          giveBack(new Map(part.filter(([, quantity]) => quantity > 0)));
        }
        // One line after another, the last first: what came back whole is in the report no more.
        for (const at of [...lines.keys()].toReversed()) {
          const quantity = wholeReturn(receipt().lines).get(at + 1);
          if (quantity !== undefined) giveBack(new Map([[at + 1, quantity]]));
          expect(store.sumsByProduct(march).map(({ name }) => name)).not.toContain(`Product ${at}`);
        }
        expect(receipt().returned).toBe(receipt().total);
      },
    ),
    { numRuns: 60 },
  );
});
