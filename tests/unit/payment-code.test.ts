import { expect, it } from 'vitest';
import { accountDoubt, isIban, payerCodeDoubt } from '#contract/money/payment-code.ts';

it('questions an account that is too short for an IBAN, and one whose check digits are wrong', () => {
  expect(accountDoubt('ua', 'UA123')).toBe('shape');
  expect(accountDoubt('ua', 'ua21 3223 1300 0002 6007 2335 6600')).toBe('shape');
  expect(accountDoubt('ua', 'UA213223130000026007233566002')).toBe('digits');
  expect(accountDoubt('lt', 'LT12')).toBe('shape');
  for (const fine of [
    '',
    'UA213223130000026007233566001',
    'ua21 3223 1300 0002 6007 2335 6600 1',
    '26007233566001',
  ]) {
    expect(accountDoubt('ua', fine)).toBeNull();
  }
});

it('questions a code of a length that none has, and one whose check digit is wrong', () => {
  expect(['12', '123456789', '32855961a'].map((code) => payerCodeDoubt('ua', code))).toEqual([
    'shape',
    'shape',
    'shape',
  ]);
  expect(payerCodeDoubt('ua', '32855962')).toBe('digits');
  expect(['', '32855961', ' 32855961 '].map((code) => payerCodeDoubt('ua', code))).toEqual([
    null,
    null,
    null,
  ]);
  expect(payerCodeDoubt('lt', '12')).toBe('shape');
});

it('needs no code of a bank beside an IBAN', () => {
  expect(['UA213223130000026007233566001', 'UA12', '26007233566001'].map(isIban)).toEqual([
    true,
    false,
    false,
  ]);
});
