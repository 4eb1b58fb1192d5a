import { expect, it } from 'vitest';
import { accountIn, closingWords, restOf, wordsOf } from '#contract/clients/closing-words.ts';

const iban = 'UA21 3223 1300 0002 6007 2335 66001';

it('the account for the rest stands before the reason, and is found there again', () => {
  const words = closingWords({ iban: ` ${iban} `, reason: 'Moving away' });
  expect(words).toBe(`IBAN ${iban}\nMoving away`);
  expect(accountIn(words)).toBe('UA21…6001');
  expect(closingWords({ iban: '', reason: 'Moving' })).toBe('Moving');
});

it('takes both apart again, to be changed', () => {
  const words = { iban, reason: 'Moving away\nto Lviv' };
  expect(wordsOf(closingWords(words))).toEqual(words);
  expect(wordsOf(closingWords({ iban, reason: '' }))).toEqual({ iban, reason: '' });
  expect(wordsOf('Moving away')).toEqual({ iban: '', reason: 'Moving away' });
  expect(wordsOf(null)).toEqual({ iban: '', reason: '' });
});

it.each([
  null,
  '',
  'Send it to UA21',
  'IBAN',
  'IBAN по телефону',
  'IBAN UA12345',
  'IBAN UA313223130000026007233566001',
])('finds no account in %j', (reason) => {
  expect(accountIn(reason)).toBeNull();
  expect(wordsOf(reason)).toEqual({ iban: '', reason: reason ?? '' });
});

it('either asks about what is left, or says where it goes', () => {
  expect(restOf(0, `IBAN ${iban}`)).toEqual({ balance: null, amount: null, account: null });
  expect(restOf(500, 'Moving')).toEqual({ balance: 500, amount: null, account: null });
  expect(restOf(500, `IBAN ${iban}`)).toEqual({ balance: null, amount: 500, account: 'UA21…6001' });
});
