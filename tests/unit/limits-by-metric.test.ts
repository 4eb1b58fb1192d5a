import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureText } from '#contract/catalogue/measure-text.ts';
import { agreedColumns, shownLimits } from '#server/metrics/sent-limits.ts';
import { isWithin, movedTo, offered } from '#server/tariffs/features/feature-tree.ts';

const metrics = ['monthly_turnover', 'goods_count', 'cash_registers', 'bookings'].map((key, place) => ({
  id: `id-${place}`,
  key,
}));
const limit = fc.option(fc.nat(), { nil: null });
const others = fc.uniqueArray(fc.record({ metric_id: fc.constantFrom('id-2', 'id-3'), most: fc.nat() }), {
  selector: (one) => one.metric_id,
});

describe('limits', () => {
  it('say the same as the fields of the specification, there and back', () => {
    const columns = fc.record({ monthly_turnover_limit: limit, goods_quantity: limit });
    fc.assert(
      fc.property(columns, others, (fields, rest) => {
        const shown = shownLimits(metrics, fields, rest);
        expect(agreedColumns({}, shown)).toEqual(fields);
        expect(agreedColumns(fields, shown)).toEqual(fields);
        expect(shown.length).toBe(Object.values(fields).filter((one) => one !== null).length + rest.length);
        const wrong = { ...fields, goods_quantity: (fields.goods_quantity ?? 0) + 1 };
        expect(agreedColumns(wrong, shown)).toBeUndefined();
      }),
    );
  });
});

describe('the tree of features', () => {
  const tree = fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 12 }).map((nodes) =>
    nodes.map(([parent, archived], place) => ({
      id: `f${place}`,
      parent_id: place === 0 || parent % (place + 1) === place ? null : `f${parent % (place + 1)}`,
      archived,
    })),
  );

  it('offers exactly what has nothing archived above it or itself', () => {
    fc.assert(
      fc.property(tree, (features) => {
        const ids = new Set(offered(features).map(({ id }) => id));
        for (const { id, parent_id, archived } of features)
          expect(ids.has(id)).toBe(!archived && (parent_id === null || ids.has(parent_id)));
      }),
    );
  });

  it('knows what is below what, also of nothing', () => {
    const [a, b, c] = ['a', 'b', 'c'];
    const features = [
      { id: a, parent_id: null },
      { id: b, parent_id: a },
      { id: c, parent_id: b },
    ];
    expect([isWithin(features, a, c), isWithin(features, a, a)]).toEqual([true, true]);
    expect([isWithin(features, c, a), isWithin(features, a, null)]).toEqual([false, false]);
  });

  it('keeps every sibling when one moves', () => {
    const siblings = ['a', 'b', 'c'];
    expect(movedTo(siblings, 'c', 0)).toEqual(['c', 'a', 'b']);
    expect(movedTo(siblings, 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(movedTo(siblings, 'd', 9)).toEqual([...siblings, 'd']);
  });
});

it.each([
  ['en', 123_456, 'money', '123456'],
  ['en', 12_000, 'count', '12,000'],
  ['en', 90, 'minutes', '90 min'],
  ['en', 1_500_000_000, 'bytes', '1.5 GB'],
  ['de', 1_500_000, 'bytes', '1,5 MB'],
  ['en', 0, 'bytes', '0 byte'],
] as const)('writes in %s %d of %s as %s', (tag, value, unit, text) => {
  expect(measureText(value, unit, { tag, money: String })).toBe(text);
});
