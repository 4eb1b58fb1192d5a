import { describe, expect, it } from 'vitest';
import { localeOf, negotiateLocale, variants } from '#contract/kernel/variants.ts';

describe('the language of a tag', () => {
  it.each([
    ['uk', 'uk'],
    ['uk-UA', 'uk'],
    ['UK', 'uk'],
    ['de_AT', 'de'],
    [' lt ', 'lt'],
    ['fr', undefined],
    ['ukr', undefined],
    ['*', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j is %s', (tag, locale) => {
    expect(localeOf(tag)).toBe(locale);
  });
});

describe('the language of a request', () => {
  it.each([
    [{}, 'uk'],
    [{ contentLanguage: 'de' }, 'de'],
    [{ contentLanguage: 'de-CH, en' }, 'de'],
    [{ contentLanguage: 'de', acceptLanguage: 'en' }, 'de'],
    [{ contentLanguage: 'fr', acceptLanguage: 'en' }, 'uk'],
    [{ acceptLanguage: 'en' }, 'en'],
    [{ acceptLanguage: 'fr, en;q=0.5' }, 'en'],
    [{ acceptLanguage: 'en;q=0.5, lt;q=0.9, ru;q=0.7' }, 'lt'],
    [{ acceptLanguage: 'en;q=0, de;q=0.1' }, 'de'],
    [{ acceptLanguage: 'fr, *' }, 'uk'],
    [{ acceptLanguage: ';;q=,,' }, 'uk'],
  ])('%j is %s', (headers, locale) => {
    expect(negotiateLocale(headers, 'uk')).toBe(locale);
  });
});

describe('the variants', () => {
  it('have the languages, currencies and zones of the specification', () => {
    expect(variants.ua).toMatchObject({ defaultLocale: 'uk', currency: 'UAH', timeZone: 'Europe/Kyiv' });
    expect(variants.lt).toMatchObject({ defaultLocale: 'lt', currency: 'EUR', timeZone: 'Europe/Vilnius' });
  });
});
