import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  hasOnlyPlainCharacters,
  strangeTextIn,
  withoutStrangeCharacters,
} from '#contract/kernel/plain-text.ts';

const strange = {
  NUL: '\u0000',
  'half a surrogate pair': '\ud83d',
  'the other half': '\udc00',
  'a Hangul filler': '\u3164',
  'a half-width Hangul filler': '\uffa0',
  'a Hangul choseong filler': '\u115f',
  'the blank of Braille': '\u2800',
  'a soft hyphen': '\u00ad',
  'a right-to-left override': '\u202e',
  'an isolate': '\u2066',
  'a zero-width space': '\u200b',
  'a zero-width joiner': '\u200d',
  'a byte order mark': '\ufeff',
  'a tag character': '\u{e0041}',
  'an annotation': '\ufff9',
  'a grapheme joiner': '\u034f',
  'an Arabic digit': '\u0663',
  'a Devanagari digit': '\u0967',
  'a full-width digit': '\uff11',
  'a mathematical digit': '\u{1d7cf}',
  'a selector behind a letter': 'a\ufe0f',
  'a selector behind a digit': '1\ufe0f',
  'a supplementary selector': '\u{e0100}',
};

describe('a character that nobody sees, or that looks like another digit', () => {
  it.each(Object.entries(strange))('%s is refused in a line and in a text', (_what, character) => {
    for (const text of [character, `a${character}`, `${character}b`, `1${character}2`]) {
      expect(hasOnlyPlainCharacters(text)).toBe(false);
      expect(hasOnlyPlainCharacters(text, { lines: true })).toBe(false);
      expect(strangeTextIn(text)).toEqual({ _: [{ key: 'validation.invalidCharacter' }] });
    }
  });

  it.each([
    'Олена Ковальчук',
    'ТОВ «Їжак & Co» №1',
    'Žaliasis šlaitas, UAB',
    'Straße 5–7',
    'O’Neil',
    'a b', // typed by a phone between a number and its unit
    '🏪',
    'Кав\u02bcярня ☕\ufe0f',
    '❤\ufe0f',
    '👍🏽',
    '🇺🇦',
    '½ ² ③', // numbers, but nobody reads them as 0 to 9
  ])('%s is plain', (text) => {
    expect(hasOnlyPlainCharacters(text)).toBe(true);
    expect(strangeTextIn({ text })).toEqual({});
  });

  it('is found wherever it is, by its path', () => {
    const given = {
      name: 'fine',
      rows: [{ code: 'A\u0000' }, { code: 'B' }, { code: 'C', note: '\u3164' }],
      'a\u0000b': 1,
      deep: { nothing: null, count: 5, on: true },
    };
    expect(Object.keys(strangeTextIn(given)).sort()).toEqual(['a\u0000b', 'rows.0.code', 'rows.2.note']);
    expect(strangeTextIn(JSON.parse('{"__proto__": "\\u0000"}'))).toHaveProperty(['__proto__']);
    for (const none of [undefined, null, 5, true, {}, []]) expect(strangeTextIn(none)).toEqual({});
  });

  it('costs little, however deep and however often', () => {
    let deep: unknown = '\u0000';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(Object.keys(strangeTextIn(deep))).toEqual(['0.0.0.0.0.0.0.0.0.0']);
    const many = Array.from({ length: 50_000 }, () => '\u0000');
    expect(Object.keys(strangeTextIn(many))).toHaveLength(200);
  });

  it('finds every character by the quick test and by the full one', () => {
    for (let code = 0; code < 0x3000; code += 1) {
      const character = String.fromCodePoint(code);
      if ('\t\n\r\u2028\u2029'.includes(character)) continue; // of texts alone
      expect([code, strangeTextIn(character)._ === undefined]).toEqual([
        code,
        hasOnlyPlainCharacters(character),
      ]);
    }
  });

  it('is left out where nobody can be refused', () => {
    expect(withoutStrangeCharacters('Fire\u00adfox\u0000 1\u066320 ☕\ufe0f')).toBe('Firefox 120 ☕');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        return Object.keys(strangeTextIn(withoutStrangeCharacters(text))).length === 0;
      }),
    );
  });
});
