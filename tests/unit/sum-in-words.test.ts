import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/kernel/primitives.ts';
import { sumInWords } from '#server/documents/paper/sum-in-words.ts';

describe('a sum in Ukrainian', () => {
  it.each([
    [0, 'Нуль гривень 00 копійок'],
    [1, 'Нуль гривень 01 копійка'],
    [2, 'Нуль гривень 02 копійки'],
    [5, 'Нуль гривень 05 копійок'],
    [11, 'Нуль гривень 11 копійок'],
    [21, 'Нуль гривень 21 копійка'],
    [1_00, 'Одна гривня 00 копійок'],
    [2_00, 'Дві гривні 00 копійок'],
    [5_00, 'П’ять гривень 00 копійок'],
    [11_11, 'Одинадцять гривень 11 копійок'],
    [12_12, 'Дванадцять гривень 12 копійок'],
    [21_22, 'Двадцять одна гривня 22 копійки'],
    [42_00, 'Сорок дві гривні 00 копійок'],
    [90_00, 'Дев’яносто гривень 00 копійок'],
    [100_00, 'Сто гривень 00 копійок'],
    [101_01, 'Сто одна гривня 01 копійка'],
    [112_00, 'Сто дванадцять гривень 00 копійок'],
    [499_00, 'Чотириста дев’яносто дев’ять гривень 00 копійок'],
    [1_000_00, 'Одна тисяча гривень 00 копійок'],
    [1_001_00, 'Одна тисяча одна гривня 00 копійок'],
    [2_000_00, 'Дві тисячі гривень 00 копійок'],
    [5_000_00, 'П’ять тисяч гривень 00 копійок'],
    [11_000_00, 'Одинадцять тисяч гривень 00 копійок'],
    [21_000_00, 'Двадцять одна тисяча гривень 00 копійок'],
    [112_000_00, 'Сто дванадцять тисяч гривень 00 копійок'],
    [123_456_05, 'Сто двадцять три тисячі чотириста п’ятдесят шість гривень 05 копійок'],
    [1_000_000_00, 'Один мільйон гривень 00 копійок'],
    [2_000_002_00, 'Два мільйони дві гривні 00 копійок'],
    [5_000_000_00, 'П’ять мільйонів гривень 00 копійок'],
    [1_000_000_000_00, 'Один мільярд гривень 00 копійок'],
    [
      22_001_011_721_00,
      'Двадцять два мільярди один мільйон одинадцять тисяч сімсот двадцять одна гривня 00 копійок',
    ],
    [-499_00, 'Мінус чотириста дев’яносто дев’ять гривень 00 копійок'],
  ])('%i is %s', (sum, words) => {
    expect(sumInWords(sum, 'UAH', 'uk')).toBe(words);
  });

  it('counts euros as they are, without endings', () => {
    expect(sumInWords(2_01, 'EUR', 'uk')).toBe('Два євро 01 цент');
    expect(sumInWords(1_22, 'EUR', 'uk')).toBe('Один євро 22 центи');
  });
});

describe('a sum in Lithuanian', () => {
  it.each([
    [0, 'Nulis eurų 00 centų'],
    [1, 'Nulis eurų 01 centas'],
    [2, 'Nulis eurų 02 centai'],
    [9, 'Nulis eurų 09 centai'],
    [10, 'Nulis eurų 10 centų'],
    [11, 'Nulis eurų 11 centų'],
    [20, 'Nulis eurų 20 centų'],
    [21, 'Nulis eurų 21 centas'],
    [29, 'Nulis eurų 29 centai'],
    [1_00, 'Vienas euras 00 centų'],
    [2_00, 'Du eurai 00 centų'],
    [9_00, 'Devyni eurai 00 centų'],
    [10_00, 'Dešimt eurų 00 centų'],
    [11_00, 'Vienuolika eurų 00 centų'],
    [19_00, 'Devyniolika eurų 00 centų'],
    [20_00, 'Dvidešimt eurų 00 centų'],
    [21_00, 'Dvidešimt vienas euras 00 centų'],
    [100_00, 'Vienas šimtas eurų 00 centų'],
    [101_00, 'Vienas šimtas vienas euras 00 centų'],
    [111_00, 'Vienas šimtas vienuolika eurų 00 centų'],
    [222_00, 'Du šimtai dvidešimt du eurai 00 centų'],
    [1_000_00, 'Vienas tūkstantis eurų 00 centų'],
    [2_000_00, 'Du tūkstančiai eurų 00 centų'],
    [10_000_00, 'Dešimt tūkstančių eurų 00 centų'],
    [21_000_00, 'Dvidešimt vienas tūkstantis eurų 00 centų'],
    [1_234_56, 'Vienas tūkstantis du šimtai trisdešimt keturi eurai 56 centai'],
    [1_000_000_00, 'Vienas milijonas eurų 00 centų'],
    [3_000_000_00, 'Trys milijonai eurų 00 centų'],
    [15_000_000_00, 'Penkiolika milijonų eurų 00 centų'],
    [1_000_000_001_00, 'Vienas milijardas vienas euras 00 centų'],
    [-60_00, 'Minus šešiasdešimt eurų 00 centų'],
  ])('%i is %s', (sum, words) => {
    expect(sumInWords(sum, 'EUR', 'lt')).toBe(words);
  });

  it('counts hryvnias as feminine', () => {
    expect(sumInWords(2_21, 'UAH', 'lt')).toBe('Dvi grivinos 21 kapeika');
    expect(sumInWords(4_000_04, 'UAH', 'lt')).toBe('Keturi tūkstančiai grivinų 04 kapeikos');
  });
});

describe('a sum in Russian, English and German', () => {
  it.each([
    ['ru', 1_00, 'Одна гривна 00 копеек'],
    ['ru', 2_002_22, 'Две тысячи две гривны 22 копейки'],
    ['ru', 11_015_01, 'Одиннадцать тысяч пятнадцать гривен 01 копейка'],
    ['ru', 3_000_000_00, 'Три миллиона гривен 00 копеек'],
    ['en', 0, 'Zero hryvnias 00 kopiykas'],
    ['en', 1_01, 'One hryvnia 01 kopiyka'],
    ['en', 21_00, 'Twenty-one hryvnias 00 kopiykas'],
    ['en', 499_00, 'Four hundred and ninety-nine hryvnias 00 kopiykas'],
    ['en', 1_000_00, 'One thousand hryvnias 00 kopiykas'],
    ['en', 1_001_00, 'One thousand and one hryvnias 00 kopiykas'],
    ['en', 4_790_40, 'Four thousand seven hundred and ninety hryvnias 40 kopiykas'],
    ['en', 2_000_002_00, 'Two million and two hryvnias 00 kopiykas'],
    ['de', 0, 'Null Hrywnja 00 Kopeken'],
    ['de', 1_01, 'Eine Hrywnja 01 Kopeke'],
    ['de', 17_00, 'Siebzehn Hrywnja 00 Kopeken'],
    ['de', 21_00, 'Einundzwanzig Hrywnja 00 Kopeken'],
    ['de', 101_00, 'Einhunderteine Hrywnja 00 Kopeken'],
    ['de', 4_790_40, 'Viertausendsiebenhundertneunzig Hrywnja 40 Kopeken'],
    ['de', 1_000_000_00, 'Eine Million Hrywnja 00 Kopeken'],
    ['de', 2_001_234_00, 'Zwei Millionen eintausendzweihundertvierunddreißig Hrywnja 00 Kopeken'],
  ] as const)('in %s, %i is %s', (locale, sum, words) => {
    expect(sumInWords(sum, 'UAH', locale)).toBe(words);
  });

  it.each([
    ['ru', 'Двадцать один евро 02 цента'],
    ['en', 'Twenty-one euros 02 cents'],
    ['de', 'Einundzwanzig Euro 02 Cent'],
  ] as const)('counts euros in %s', (locale, words) => {
    expect(sumInWords(21_02, 'EUR', locale)).toBe(words);
    expect(sumInWords(100, 'USD', locale)).toBeNull();
  });

  it('counts one euro as German does', () => {
    expect(sumInWords(1_00, 'EUR', 'de')).toBe('Ein Euro 00 Cent');
    expect(sumInWords(101_00, 'EUR', 'de')).toBe('Einhundertein Euro 00 Cent');
  });
});

it.each([
  ['uk', 'UAH'],
  ['ru', 'UAH'],
  ['lt', 'EUR'],
  ['en', 'UAH'],
  ['de', 'EUR'],
] as const)('has words for every sum in %s, no two of them alike', (locale, currency) => {
  const sum = fc.integer({ min: 0, max: limits.money.max });
  fc.assert(
    fc.property(sum, sum, (one, other) => {
      const [words, others] = [one, other].map((value) => sumInWords(value, currency, locale));
      expect(words).not.toMatch(/undefined| {2}|^\s|\s$/);
      expect(words === others).toBe(one === other);
    }),
  );
});
