import { describe, expect, it } from 'vitest';
import type { Feature } from '#contract/entities/catalogue/feature.ts';
import {
  featuresAmong,
  featuresNamed,
  withEverythingBelow,
  withFeature,
} from '#web/resources/tariffs/feature-choice.ts';
import { loweredLimits } from '#web/resources/tariffs/lowered-limits.ts';

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
    const before = { monthly_turnover_limit: 100, goods_quantity: null };
    expect(loweredLimits(before, { monthly_turnover_limit: 200, goods_quantity: null })).toBeNull();
    expect(loweredLimits(before, { monthly_turnover_limit: null, goods_quantity: 5 })).toEqual({
      goods_quantity: 5,
    });
    expect(loweredLimits(before, { monthly_turnover_limit: 99, goods_quantity: null })).toEqual({
      monthly_turnover_limit: 99,
    });
  });
});
