import { describe, expect, it } from 'vitest';
import type { Feature } from '#contract/tariff.ts';
import {
  featuresAmong,
  featuresNamed,
  withEverythingBelow,
  withFeature,
} from '#web/resources/tariffs/feature-choice.ts';
import {
  comparedFields,
  comparedValues,
  completeness,
  emptyTariffForm,
  loweredLimits,
  tariffFormSchema,
  withTheirs,
} from '#web/resources/tariffs/tariff-form-input.ts';
import { differencesOf } from '#web/ui/form/form-draft.ts';

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

describe('two versions of a tariff', () => {
  const texts = (name: string, subtitle = '') => ({ name, subtitle, description: '' });
  const base = {
    price_month: 100,
    price_year: 1000,
    monthly_turnover_limit: null,
    goods_quantity: 5,
    recommended_days: 30,
    permissions: ['a', 'b'],
    translations: { uk: texts('Лавка'), en: texts('Stall') },
  };

  it('differ field by field, each text for itself, and not by the order of features', () => {
    const mine = { ...base, price_month: 120, permissions: ['b', 'a'] };
    const theirs = {
      ...base,
      price_month: 150,
      goods_quantity: null,
      translations: { uk: texts('Лавка'), en: texts('Stall', 'For one'), de: texts('Bude') },
    };
    const found = differencesOf(comparedFields, {
      base: comparedValues(base),
      mine: comparedValues(mine),
      theirs: comparedValues(theirs),
    });
    expect(found.map(({ field, isConflict }) => [field.name, isConflict])).toEqual([
      ['price_month', true],
      ['goods_quantity', false],
      ['translations.en.subtitle', false],
      ['translations.de.name', false],
    ]);
  });

  it('become one form of what is kept of each', () => {
    const mine = { ...emptyTariffForm(30), priceMonth: '1', priceYear: '10', goodsQuantity: '5' };
    const theirs = { ...emptyTariffForm(30), priceMonth: '2', priceYear: '20', goodsQuantity: null };
    theirs.translations.de = { name: 'Bude', subtitle: 'Klein', description: '' };
    const both = withTheirs(mine, theirs, ['price_month', 'goods_quantity', 'translations.de.name']);
    expect(both).toMatchObject({ priceMonth: '2', priceYear: '10', goodsQuantity: null });
    expect(both.translations.de).toEqual({ name: 'Bude', subtitle: '', description: '' });
    expect(mine.translations.de.name).toBe('');
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
