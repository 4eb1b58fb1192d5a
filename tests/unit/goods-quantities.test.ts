import { expect, it } from 'vitest';
import { decimalOf } from '#cabinet/shop/goods/decimal.ts';
import {
  perUnit,
  plainQuantity,
  quantityOf,
  quantityText,
  typedQuantity,
} from '#cabinet/shop/goods/quantity.ts';
import { units } from '#cabinet/shop/goods/units.ts';
import { unitsMigration } from '#cabinet/shop/units-migration.ts';
import { translator } from '#cabinet/texts.ts';
import { locales } from '#contract/kernel/variants.ts';

it.each([
  ['1,5', 3, 1500],
  ['1.5', 3, 1500],
  ['0,350', 3, 350],
  [' 1 250,125 ', 3, 1_250_125],
  ['1\u00a0250', 3, 1_250_000],
  ['7', 0, 7],
  ['12,5', 2, 1250],
  ['1,2345', 3, undefined],
  ['1,5', 0, undefined],
  ['1,', 3, undefined],
  [',5', 3, undefined],
  ['1,5,5', 3, undefined],
  ['-1', 3, undefined],
  ['', 3, undefined],
  ['1e3', 3, undefined],
  ['9'.repeat(13), 3, undefined],
])('reads %j with %i decimals', (typed, digits, parts) => {
  expect(decimalOf(typed, digits)).toBe(parts);
});

it.each([
  ['kg', '1,5', 1500],
  ['kg', '0,001', 1],
  ['m2', '1000000000', 1_000_000_000_000],
  ['piece', '2', 2000],
  ['piece', '1,5', 'validation.wholePieces'],
  ['piece', '-1', 'validation.notNegative'],
  ['l', '1,0005', 'validation.quantity'],
  ['g', 'many', 'validation.quantity'],
] as const)('takes for %s what is typed as %j, or says what is wrong', (unit, typed, expected) => {
  const read = quantityOf(unit).safeParse(typed);
  expect(read.data ?? read.error?.issues[0]?.message).toBe(expected);
});

it('writes a quantity as its reader does, with the unit of what is no piece', () => {
  const text = (
    quantity: number,
    unit: (typeof units)[number],
    locale: (typeof locales)[number],
    isOnPaper = false,
  ) => quantityText({ quantity, unit }, { t: translator(locale), locale, isOnPaper }).replaceAll(/\s/g, ' ');
  expect(text(350, 'kg', 'uk')).toBe('0,35 кг');
  expect(text(350, 'kg', 'uk', true)).toBe('0,350 кг');
  expect(text(2000, 'kg', 'de', true)).toBe('2 kg');
  expect(text(1_250_500, 'm2', 'en')).toBe('1,250.5 m²');
  expect(text(3000, 'piece', 'lt', true)).toBe('3');
  expect(plainQuantity(1_000_000_000_000)).toBe('1000000000');
  expect([typedQuantity(1500, 'uk'), typedQuantity(1500, 'en')]).toEqual(['1,5', '1.5']);
  expect([perUnit('l', translator('uk')), perUnit('piece', translator('uk'))]).toEqual(['/л', '']);
});

it('has a short and a long name of every unit in every language, and each in the database', () => {
  for (const locale of locales) {
    const names = units
      .flatMap((unit) => [`unit.${unit}`, `unitName.${unit}`])
      .map((key) => translator(locale)(key));
    expect(names.filter((name) => name.includes('unit'))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  }
  for (const unit of units) expect(unitsMigration).toContain(`'${unit}'`);
});
