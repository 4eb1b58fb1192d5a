import { describe, expect, it } from 'vitest';
import { countParts, isCommonIn, rarestTrigrams, unknownPairs } from '#server/clients/key-sample.ts';

/** As `search_key` writes them: frequent Cyrillic letters as capital Latin ones, the others as they are. */
const keys = [
  ...Array.from(
    { length: 9 },
    (_, number) => `LAFBK\u0001client77${number}@example.com\u0001+38050077120${number}`,
  ),
  'LADAP\u0001client123@example.com\u0001+380671112233',
];
const rarest = (text: string) => rarestTrigrams(countParts(keys), text);

describe('the rarest parts of a text', () => {
  it('leave out what stands everywhere', () => {
    expect(rarest('client123')).toEqual(expect.arrayContaining(['123', 't12', 'nt1']));
    expect(rarest('client77 client123')[0]).toMatch(/^(123|t12|nt1)$/);
  });

  it('are of each word, in letters as they were typed', () => {
    expect(rarest('Ковал Кокос')).toHaveLength(3);
    expect(
      rarest('Ковал Кокос')
        .slice(0, 2)
        .map((part) => part.toLowerCase()),
    ).toContain('ков');
    expect(rarest('Ковал Кокос')[0]).toMatch(/^(Кок|око|кос)$/);
  });

  it('are none of a short text, of letters that no index knows everywhere, and without a sample', () => {
    expect(rarest('ковал')).toEqual([]);
    expect(rarest('їїїїїїїї')).toEqual([]);
    expect(rarestTrigrams(new Map(), 'client77123')).toEqual([]);
  });
});

describe('a text', () => {
  const isCommon = (text: string) => isCommonIn(countParts(keys), keys.length, text);

  it('is common when half of the keys have each part of it, in letters of whatever size', () => {
    expect(['CLIENT77', 'Ковал', '+380', '@example', 'client-77'].map(isCommon)).toEqual(Array(5).fill(true));
    expect(['client123', 'Кокос', 'client-123', 'сусід'].map(isCommon)).toEqual(Array(4).fill(false));
  });

  it('of two letters, or of letters that no index of three knows, is so by its pairs', () => {
    expect(['КО', '77', '+3', 'NT', '@e'].map(isCommon)).toEqual(Array(5).fill(true));
    expect(['ок', 'ла', '1-2', 'їїї', '66'].map(isCommon)).toEqual(Array(5).fill(false));
  });

  it('is taken for common where it is one letter, and else for rare without a sample', () => {
    expect(['к', 'ї', ''].map(isCommon)).toEqual([true, true, true]);
    expect(isCommonIn(new Map(), 0, 'client')).toBe(false);
    expect(isCommonIn(new Map(), 0, 'ко')).toBe(false);
  });
});

describe('the pairs of a text', () => {
  it('are all two letters in a row, where no three are known', () => {
    expect(unknownPairs('ко')).toEqual(['ко']);
    expect(unknownPairs('Їжї')).toEqual(['Їж', 'жї']);
    expect(unknownPairs('a.😀')).toEqual(['a.', '.😀']);
    expect(unknownPairs('ков')).toEqual([]);
    expect(unknownPairs('к')).toEqual([]);
  });

  it('are none where a letter becomes two when it is small: no pair of a key would be that', () => {
    expect(unknownPairs('İї')).toEqual([]);
  });
});
