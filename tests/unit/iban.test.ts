import { describe, expect, it } from 'vitest';
import { hasIbanDigits, isMistypedIban } from '#contract/money/iban.ts';

describe('the check digits of an IBAN', () => {
  it.each([
    'UA213223130000026007233566001',
    'ua21 3223 1300 0002 6007 2335 6600 1',
    'LT121000011101001000',
    'DE89370400440532013000',
  ])('fit in %s', (account) => {
    expect(hasIbanDigits(account)).toBe(true);
  });

  it.each([
    '',
    'UA00',
    'UA213223130000026007233566010',
    'UA313223130000026007233566001',
    '26007233566001',
    'UA21-3223',
  ])('do not fit in %j', (account) => {
    expect(hasIbanDigits(account)).toBe(false);
  });
});

describe('an account', () => {
  it.each(['', ' ', '26007233566001', 'UA213223130000026007233566001', '4-0-1-2-3'])(
    'is not questioned: %j',
    (account) => {
      expect(isMistypedIban(account)).toBe(false);
    },
  );

  it.each(['UA213223130000026007233566010', 'UA21', 'не IBAN зовсім', 'рахунок 12'])(
    'is questioned: %j',
    (account) => {
      expect(isMistypedIban(account)).toBe(true);
    },
  );
});
