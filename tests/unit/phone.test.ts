import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callingCodes, countries, isCountry } from '#contract/contact/calling-codes.ts';
import { e164 } from '#contract/contact/phone.ts';

describe('a number in E.164', () => {
  it.each([
    ['UA', '501234567', '+380501234567'],
    ['LT', '61234567', '+37061234567'],
    ['US', '2025550123', '+12025550123'],
    ['UA', '123456789012', '+380123456789012'],
    ['UA', '1234567890123', undefined],
    ['AG', '12345678901', '+126812345678901'],
    ['AG', '123456789012', undefined],
    ['XX', '501234567', undefined],
    ['ua', '501234567', undefined],
    ['toString', '501234567', undefined],
  ])('of %s %s is %s', (country, digits, expected) => {
    expect(e164(country, digits)).toBe(expected);
  });

  it('never has more than 15 digits and keeps what was typed at its end', () => {
    const digits = fc.stringMatching(/^\d{6,15}$/);
    fc.assert(
      fc.property(fc.constantFrom(...countries), digits, (country, typed) => {
        const whole = e164(country, typed);
        if (whole === undefined) expect(callingCodes[country].length + typed.length).toBeGreaterThan(15);
        else expect(whole).toMatch(new RegExp(`^\\+[1-9]\\d{0,14}$`));
        if (whole !== undefined) expect(whole.endsWith(typed)).toBe(true);
      }),
    );
  });
});

describe('countries', () => {
  it('have a calling code of one to four digits', () => {
    for (const country of countries) expect(callingCodes[country]).toMatch(/^[1-9]\d{0,3}$/);
  });

  it('are known by their own name only', () => {
    expect(isCountry('UA')).toBe(true);
    expect(isCountry('hasOwnProperty')).toBe(false);
    expect(isCountry('')).toBe(false);
  });
});
