import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentNumberKey } from '#contract/money/payment-number.ts';
import { clientIdEndOf, paymentCode } from '#contract/money/proforma.ts';

describe('the number of a payment', () => {
  it.each([
    'EKPSWX6K-1',
    'ekpswx6k-1',
    'EKPSWX6K–1', // en dash
    'EKPSWX6K—1',
    'EKPSWX6K‑1', // one that does not break
    'EKPSWX6K−1', // minus
    'EKPSWX6K﹣1',
    'EKPSWX6K－1', // full width
    '№EKPSWX6K-1',
    '№ EKPSWX6K-1',
    'EKPSWX6K - 1',
    'EKPSWX6K\u00a0-\u202f1',
    '  EKPSWX6K1  ',
    'EKPS\u00adWX6K-1',
    'ЕКРЅWХ6К-1', // Cyrillic
    'екрѕwх6к-1',
    'ΕΚΡSWΧ6Κ-1', // Greek
    'ＥＫＰＳＷＸ６Ｋ－１',
    'EKPSWX6K\u200b-1',
    '𝐄𝐊𝐏𝐒𝐖𝐗𝟔𝐊-𝟏',
    'EKPSWX6K/1',
    '№ екрѕwх6к . 1',
    'EKPSWX6K_1',
    'EKPSWX6K:1',
    'EKPSWX6K\\1',
  ])('%j is the same', (written) => {
    expect(paymentNumberKey(written)).toBe('EKPSWX6K1');
  });

  it.each([
    ['INV1', 'ІNV1'],
    ['INV1', 'INV1\u00ad'],
    ['INV1', 'INV１'],
    ['АКТ 12', 'AKT-12'],
    ['рахунок 5', 'РАХУНОК№5'],
    ['Žolė-1', 'ZˇOLĖ1'.replace('Zˇ', 'Ž')],
    ['e\u0301-1', 'É1'],
  ])('%j is %j', (one, other) => {
    expect(paymentNumberKey(one)).toBe(paymentNumberKey(other));
  });

  it.each([
    ['INV-1', 'INV-2'],
    ['INV/1', 'INV1'],
    ['INV.1', 'INV1'],
    ['1/23', '12/3'],
    ['01.11', '0.111'],
    ['O1', '01'],
    ['I1', '11'],
    ['З1', '31'],
    ['Ž1', 'Z1'],
    ['Ї1', 'I1'],
    ['-', '–1'],
  ])('%j is not %j', (one, other) => {
    expect(paymentNumberKey(one)).not.toBe(paymentNumberKey(other));
  });

  it('is never nothing, and its own key', () => {
    for (const odd of ['-', '№', '– –', ' № ']) expect(paymentNumberKey(odd)).not.toBe('');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }), (number) => {
        const key = paymentNumberKey(number);
        return paymentNumberKey(key) === key && (key !== '' || number.trim() === '');
      }),
    );
  });

  it('keeps apart what differs in letters and digits of ours', () => {
    const written = fc.stringMatching(/^[A-Z0-9]{1,20}$/);
    fc.assert(
      fc.property(written, written, (one, other) => {
        return (paymentNumberKey(one) === paymentNumberKey(other)) === (one === other);
      }),
    );
  });
});

describe('a number of our own', () => {
  it('tells whose it is', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(999_999), (id, number) => {
        const key = paymentNumberKey(`№ ${paymentCode(id).toLowerCase()} – ${number}`);
        return clientIdEndOf(key) === id.slice(-10);
      }),
    );
  });

  it.each(['', '12345678', 'EKPSWX6K', 'EKPSWX61', 'EKPSWX6KA1', 'INVOICE-1', 'EKPSWX6K1X'])(
    '%j is none',
    (number) => {
      expect(clientIdEndOf(paymentNumberKey(number))).toBeNull();
    },
  );
});
