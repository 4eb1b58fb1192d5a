import { describe, expect, test } from 'vitest';
import {
  countryChoices,
  countryOfPhone,
  expectedPhoneLength,
  identDigitsOf,
  phoneDigitsOf,
} from '#web/ui/shared/contact-rules.ts';

describe('a phone as people type it', () => {
  test.each([
    ['UA', '67 123-45-67', '671234567'],
    ['UA', '067 123 45 67', '671234567'],
    ['UA', '+380 (67) 123-45-67', '671234567'],
    ['UA', '00380671234567', '671234567'],
    ['UA', '0671', '0671'],
    ['UA', '380671234567', '671234567'],
    ['UA', '\u202a+380 67 123 45 67\u202c', '671234567'],
    ['UA', '380671', '380671'],
    ['LT', '37061234567', '61234567'],
    ['LT', '8 612 34567', '61234567'],
    ['LT', '0 612 34567', '61234567'],
    ['DE', '0151 2345678', '01512345678'],
    ['DE', '+49 151 2345678', '1512345678'],
    ['', '0671234567', '0671234567'],
    ['UA', 'call me', 'callme'],
  ])('%s %s is %s', (country, typed, digits) => {
    expect(phoneDigitsOf(country, typed)).toBe(digits);
  });
});

describe('the length of a phone', () => {
  test.each([
    ['UA', '67123456', 9],
    ['UA', '6712345678', 9],
    ['UA', '067123456', 9],
    ['UA', '671234567', undefined],
    ['LT', '6123456', 8],
    ['LT', '61234567', undefined],
    ['DE', '15123456', undefined],
    ['UA', '', undefined],
    ['UA', 'callme', undefined],
    ['', '67123456', undefined],
  ])('of %s %s should be %s', (country, digits, length) => {
    expect(expectedPhoneLength(country, digits)).toBe(length);
  });
});

describe('the country of a phone', () => {
  test.each([
    ['UA', '+370 612 34567', 'LT'],
    ['LT', '00380 67 123 45 67', 'UA'],
    ['UA', '\u200e+49 151 2345678', 'DE'],
    ['UA', '+1268 464 1234', 'AG'],
    ['UA', '+380 67 123 45 67', undefined],
    ['GG', '+44 7911 123456', undefined],
    ['UA', '+44 7911 123456', undefined],
    ['UA', '067 123 45 67', undefined],
    ['UA', '+999', undefined],
    ['', '+', undefined],
  ])('%s %s is %s', (chosen, typed, country) => {
    expect(countryOfPhone(chosen, typed)).toBe(country);
  });
});

describe('the countries', () => {
  test("begin with the variant's own, then Ukraine and Lithuania, then go by name", () => {
    const inLithuania = countryChoices('lt', 'lt');
    expect(inLithuania.slice(0, 2).map(({ code }) => code)).toEqual(['LT', 'UA']);
    const inUkraine = countryChoices('ua', 'uk');
    expect(inUkraine[0]).toEqual({ code: 'UA', name: 'Україна', callingCode: '380' });
    const names = inUkraine.slice(2).map(({ name }) => name);
    expect(names).toEqual([...names].sort(new Intl.Collator('uk').compare));
  });
});

test('an ident loses its blanks and dashes only', () => {
  expect(identDigitsOf(' 1234-567 890 ')).toBe('1234567890');
  expect(identDigitsOf('\u200f12a\u200b')).toBe('12a');
});
