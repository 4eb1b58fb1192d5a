import { describe, expect, test } from 'vitest';
import { day, dayAndTime, money as moneyInCabinet } from '#cabinet/format.ts';
import { currencySign, moneyFormat, withMinus, withoutZeros } from '#contract/money/money-text.ts';
import { intlTags, type Locale, locales } from '#contract/kernel/variants.ts';
import { formatsOf } from '#web/ui/shared/formats.ts';

const place = { currency: 'UAH', timeZone: 'Europe/Kyiv' };
const debts: Record<Locale, string> = {
  uk: '−499,00 ₴',
  en: '−₴499.00',
  ru: '−499,00 ₴',
  lt: '−499,00 ₴',
  de: '−499,00 ₴',
};

describe.each(locales)('in %s', (locale) => {
  test('a debt has a minus of its own and the sign of its currency, on pages and in cabinets alike', () => {
    const written = [
      moneyFormat(intlTags[locale], 'UAH')(-499),
      formatsOf({ ...place, locale }).money(-49_900),
      moneyInCabinet(-49_900, { currency: 'UAH', locale }),
    ];
    expect(written.map(plain)).toEqual([debts[locale], debts[locale], debts[locale]]);
  });

  test('a price on offer has no zeros behind a whole sum, and keeps every other part', () => {
    const { money } = formatsOf({ ...place, locale });
    const offered = [49_900, 119_400, 25_000_000, 49_950].map((price) => plain(withoutZeros(money(price))));
    expect(offered.map((text) => text.replace(/[₴ ,.]/g, ''))).toEqual(['499', '1194', '250000', '49950']);
  });

  test('a number of four digits is grouped, on pages and in cabinets alike', () => {
    const grouped = /^₴?1[ ,.]194[.,]00(?: ₴)?$/;
    const written = [
      moneyFormat(intlTags[locale], 'UAH')(1194),
      formatsOf({ ...place, locale }).money(119_400),
      moneyInCabinet(119_400, { currency: 'UAH', locale }),
    ];
    expect(written.map(plain)).toEqual(written.map(() => expect.stringMatching(grouped)));
    expect(plain(formatsOf({ ...place, locale }).number(1194))).toMatch(/^1[ ,.]194$/);
  });

  test('a day has its whole year, on pages and in cabinets alike', () => {
    const formats = formatsOf({ ...place, locale });
    const at = '2026-12-07T10:05:00.000Z';
    const written = [formats.day(at), formats.moment(at)];
    const inCabinet = { locale, timeZone: place.timeZone };
    written.push(day(new Date(at), inCabinet), dayAndTime(new Date(at), inCabinet));
    for (const text of written) expect(text).toContain('2026');
    expect(written[1]).toContain('12:05');
  });

  test('a currency has its sign', () => {
    expect(currencySign(intlTags[locale], 'UAH')).toBe('₴');
    expect(currencySign(intlTags[locale], 'EUR')).toBe('€');
  });
});

test('a currency without a sign is named by its code', () => {
  expect(currencySign('uk-UA', 'CHF')).toBe('CHF');
});

test('a number without a minus stays as it is', () => {
  expect(withMinus('1 234,05')).toBe('1 234,05');
});

/** With ordinary spaces; Intl writes several kinds. */
function plain(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, ' ');
}
