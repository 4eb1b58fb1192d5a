import { describe, expect, it } from 'vitest';
import type { Feature } from '#contract/catalogue/feature.ts';
import { contentsOf, leavesOf, limitedMetrics } from '#contract/catalogue/tariff-contents.ts';
import {
  featuresAmong,
  featuresNamed,
  withEverythingBelow,
  withFeature,
} from '#web/resources/tariffs/feature-choice.ts';
import { inTreeOrder } from '#server/tariffs/features/feature-tree.ts';
import { limitsAfter, loweredLimits } from '#web/resources/tariffs/lowered-limits.ts';

const feature = (id: string, children: Feature[] = []): Feature => ({
  id,
  key: id,
  parent_id: null,
  children,
});
const tree = [
  feature('sales', [feature('checks'), feature('returns', [feature('partial')])]),
  feature('api'),
];

describe('the order of features', () => {
  const row = (id: string, parent_id: string | null = null) => ({ id, parent_id });

  it('has each before those below it, and those without their parent by themselves', () => {
    const rows = [
      row('stock', 'goods'),
      row('sales'),
      row('checks', 'sales'),
      row('goods'),
      row('csv', 'gone'),
    ];
    expect(inTreeOrder(rows).map(({ id }) => id)).toEqual(['sales', 'checks', 'goods', 'stock', 'csv']);
  });

  it('leaves out what others among them stand below', () => {
    const rows = [row('sales'), row('checks', 'sales'), row('goods')];
    expect(leavesOf(rows).map(({ id }) => id)).toEqual(['checks', 'goods']);
  });
});

describe('what a card says that a tariff has', () => {
  const row = (id: string, parent_id: string | null = null) => ({ id, parent_id });
  const shop = { features: [row('goods'), row('reports')] };
  const saidOf = (tariff: typeof shop, before?: typeof shop) => {
    const { isMore, features } = contentsOf(tariff, before);
    return [isMore, ...features.map(({ id }) => id)];
  };

  it('names what it has beyond the one before, whose name says the rest', () => {
    // The reports have something below them here; the dearer one has them all the same.
    const chain = { features: [row('goods'), row('reports'), row('files', 'reports')] };
    expect(saidOf(chain, shop)).toEqual([true, 'files']);
    expect(saidOf(shop, shop)).toEqual([true]);
  });

  it('names all of one that lacks something of the one before, and of the first', () => {
    const other = { features: [row('goods'), row('returns')] };
    expect(saidOf(other, shop)).toEqual([false, 'goods', 'returns']);
    expect(saidOf(shop)).toEqual([false, 'goods', 'reports']);
    expect(saidOf(shop, { features: [] })).toEqual([false, 'goods', 'reports']);
  });

  it('has a line for each metric that any of them limits', () => {
    const rooms = { metric: 'rooms', name: 'Rooms' };
    const beds = { metric: 'beds', name: 'Beds' };
    expect(limitedMetrics([{ limits: [rooms] }, { limits: [] }, { limits: [beds, rooms] }])).toEqual([
      ['rooms', 'Rooms'],
      ['beds', 'Beds'],
    ]);
  });
});

describe('the choice of features', () => {
  it('takes what a feature stands below with it', () => {
    expect(withFeature(tree, [], 'partial', true)).toEqual(['sales', 'returns', 'partial']);
  });

  it('drops what is below a feature with it', () => {
    const chosen = ['sales', 'checks', 'returns', 'partial', 'api'];
    expect(withFeature(tree, chosen, 'returns', false)).toEqual(['sales', 'checks', 'api']);
  });

  it('takes everything below at once, nothing twice', () => {
    expect(withEverythingBelow(tree, ['checks'], 'sales').sort()).toEqual(
      ['checks', 'partial', 'returns', 'sales'].sort(),
    );
  });

  it('finds a feature with what it stands below', () => {
    const found = featuresNamed(tree, ' PART ', ({ key }) => key);
    expect(found.map(({ id }) => id)).toEqual(['sales']);
    expect(found[0]?.children?.map(({ id }) => id)).toEqual(['returns']);
    expect(featuresNamed(tree, '', ({ key }) => key)).toHaveLength(2);
  });
});

describe('the features of some ids', () => {
  it('come in the order of the tree, however deep', () => {
    expect(featuresAmong(tree, ['api', 'partial', 'gone']).map(({ id }) => id)).toEqual(['partial', 'api']);
  });
});

describe('limits', () => {
  it('that became lower are returned, and no others', () => {
    const turnover = (limit: number) => ({ metric: 'monthly_turnover', limit });
    const before = [turnover(100)];
    expect(loweredLimits(before, [turnover(200)])).toEqual([]);
    expect(loweredLimits(before, [])).toEqual([]);
    expect(loweredLimits(before, [{ metric: 'bookings', limit: 5 }])).toEqual([
      { metric: 'bookings', limit: 5 },
    ]);
    expect(loweredLimits(before, [turnover(99)])).toEqual([turnover(99)]);
  });

  it.each([
    [{ goods_quantity: 30 }, ['visits 5', 'goods_count 30']],
    [{ goods_quantity: null }, ['visits 5']],
    [{ name: 'x' }, ['goods_count 9', 'visits 5']],
    [{ limits: [{ metric: 'visits', limit: 1 }], goods_quantity: 30 }, ['visits 1']],
  ])('after a change to %j are %j', (input, limits) => {
    const before = [
      { metric: 'goods_count', limit: 9 },
      { metric: 'visits', limit: 5 },
    ];
    expect(limitsAfter(before, input).map(({ metric, limit }) => `${metric} ${limit}`)).toEqual(limits);
  });
});
