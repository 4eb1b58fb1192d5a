import { describe, expect, it } from 'vitest';
import type { Feature } from '#contract/tariff.ts';
import { featuresNamed, withEverythingBelow, withFeature } from '#web/resources/tariffs/feature-choice.ts';
import {
  completeness,
  emptyTariffForm,
  loweredLimits,
  tariffFormSchema,
} from '#web/resources/tariffs/tariff-form-input.ts';

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

describe('the form of a tariff', () => {
  it('refuses each empty field by its own name', () => {
    const read = tariffFormSchema('uk').safeParse(emptyTariffForm(30));
    expect(read.error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'priceMonth',
      'priceYear',
      'checkedPermissions',
      'translations.uk.name',
    ]);
  });

  it('knows unlimited from nothing typed', () => {
    const schema = tariffFormSchema('uk');
    const issues = schema.safeParse({ ...emptyTariffForm(30), goodsQuantity: '' }).error?.issues ?? [];
    expect(issues.map(({ path }) => path[0])).toContain('goodsQuantity');
    expect(issues.map(({ path }) => path[0])).not.toContain('monthlyTurnoverLimit');
  });

  it('says how far a language is', () => {
    expect(completeness({ name: 'a', subtitle: 'b', description: 'c' })).toBe('whole');
    expect(completeness({ name: 'a', subtitle: ' ', description: '' })).toBe('partial');
    expect(completeness(undefined)).toBe('none');
  });

  it('asks about limits that became lower, and about those alone', () => {
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
