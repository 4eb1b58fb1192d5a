import { describe, expect, it } from 'vitest';
import { countTrigrams, isCommonIn, rarestTrigrams } from '#server/clients/trigram-sample.ts';

/** As `search_key` writes them: frequent Cyrillic letters as capital Latin ones, the others as they are. */
const keys = [
  ...Array.from(
    { length: 9 },
    (_, number) => `LAFBK\u0001client77${number}@example.com\u0001+38050077120${number}`,
  ),
  'LADAP\u0001client123@example.com\u0001+380671112233',
];
const rarest = (text: string) => rarestTrigrams(countTrigrams(keys), text);

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
  const isCommon = (text: string) => isCommonIn(countTrigrams(keys), keys.length, text);

  it('is common when a fifth of the keys have each part of it, in letters of whatever size', () => {
    expect(['CLIENT77', 'Ковал', '+380', '@example', 'client-77'].map(isCommon)).toEqual(Array(5).fill(true));
    expect(['client123', 'Кокос', 'client-123', 'сусід'].map(isCommon)).toEqual(Array(4).fill(false));
  });

  it('is taken for common where no index knows it, and else for rare without a sample', () => {
    expect(['ко', '1-2', 'їїї'].map(isCommon)).toEqual([true, true, true]);
    expect(isCommonIn(new Map(), 0, 'client')).toBe(false);
  });
});
