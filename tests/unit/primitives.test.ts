import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { refusalsByField } from '#contract/kernel/issues.ts';
import { hasOnlyPlainCharacters } from '#contract/kernel/plain-text.ts';
import {
  acrossFields,
  email,
  emailKey,
  line,
  multiline,
  nameLine,
  password,
  phoneDigits,
} from '#contract/kernel/primitives.ts';

/** The keys with which a value is refused; none when it is accepted. */
function refused(schema: z.ZodType, value: unknown): string[] {
  const read = schema.safeParse(value, { reportInput: true });
  return read.success ? [] : (refusalsByField(read.error)._ ?? []).map(({ key }) => key);
}

const invisible = {
  NUL: '\u0000',
  'a bell': '\u0007',
  'an escape': '\u001b',
  DEL: '\u007f',
  'a C1 control': '\u0085',
  'a zero-width space': '\u200b',
  'a zero-width joiner': '\u200d',
  'a right-to-left mark': '\u200f',
  'an Arabic letter mark': '\u061c',
  'a right-to-left override': '\u202e',
  'a word joiner': '\u2060',
  'an isolate': '\u2066',
  'a byte order mark': '\ufeff',
  'half a surrogate pair': '\ud83d',
};

describe('a line of text', () => {
  const name = line({ max: 255 });

  it('loses what stands around it and becomes NFC', () => {
    expect(name.parse('  Кафе\u0301 \t')).toBe('Кафе\u0301'.normalize('NFC'));
    expect(name.parse('e\u0301')).toBe('\u00e9');
  });

  it.each([
    ['nothing', '', ['validation.required']],
    ['blanks', ' \t ', ['validation.required']],
    ['one character', 'я', []],
    ['255 characters', 'я'.repeat(255), []],
    ['255 characters between blanks', ` ${'я'.repeat(255)} `, []],
    ['256 characters', 'я'.repeat(256), ['validation.tooLong']],
    ['a number', 5, ['validation.textExpected']],
    ['null', null, ['validation.required']],
    ['no value', undefined, ['validation.required']],
    ['a list', ['a'], ['validation.textExpected']],
    ['an emoji', '🏪', []],
  ])('given %s', (_what, value, keys) => {
    expect(refused(name, value)).toEqual(keys);
  });

  it.each(Object.entries(invisible))('refuses %s', (_what, character) => {
    expect(refused(name, `a${character}b`)).toEqual(['validation.invalidCharacter']);
  });

  it.each(['\n', '\r', '\t', '\u2028', '\u2029'])('refuses a break or a tab inside: %j', (character) => {
    expect(refused(name, `a${character}b`)).toEqual(['validation.invalidCharacter']);
  });
});

describe('a text of several lines', () => {
  it('may break its lines and indent them', () => {
    expect(multiline({ max: 20 }).parse('a\r\n\tb\n')).toBe('a\r\n\tb');
  });

  it.each(Object.entries(invisible))('refuses %s', (_what, character) => {
    expect(hasOnlyPlainCharacters(`a${character}b`, { lines: true })).toBe(false);
  });
});

describe('an email address', () => {
  const long = (total: number) => `${'a'.repeat(total - 62 - 62)}@${'b'.repeat(61)}.${'c'.repeat(58)}.ua`;

  it.each([
    'a@b.ua',
    "o'neil+tag@sub.example.com",
    'Олена@приклад.укр',
    'x_{|}~@a-b.example',
    'UPPER@EXAMPLE.COM',
    long(255),
  ])('may be %s', (address) => {
    expect(address.length).toBeLessThanOrEqual(255);
    expect(refused(email, address)).toEqual([]);
  });

  it.each([
    ['', 'validation.required'],
    ['a', 'validation.email'],
    ['a@b', 'validation.email'],
    ['@b.ua', 'validation.email'],
    ['a@', 'validation.email'],
    ['a b@c.ua', 'validation.email'],
    ['a@b@c.ua', 'validation.email'],
    ['.a@b.ua', 'validation.email'],
    ['a.@b.ua', 'validation.email'],
    ['a..b@c.ua', 'validation.email'],
    ['a@-b.ua', 'validation.email'],
    ['a@b-.ua', 'validation.email'],
    ['a@b..ua', 'validation.email'],
    ['Name <a@b.ua>', 'validation.email'],
    ['a@b.ua,c@d.ua', 'validation.email'],
    [long(256), 'validation.tooLong'],
  ])('may not be %s', (address, key) => {
    expect(refused(email, address)).toContain(key);
  });

  it('is the same in any case and any normal form', () => {
    expect(emailKey('Rene\u0301@Example.COM')).toBe(emailKey('ren\u00e9@example.com'));
    expect(emailKey('a@b.ua')).not.toBe(emailKey('a.@b.ua'));
  });
});

describe('a new password', () => {
  it.each([
    ['8 characters', 'Abcdefg1', []],
    ['50 characters', `Aa1${'x'.repeat(47)}`, []],
    ['letters of other alphabets beside them', 'Пароль-Aa1', []],
    ['7 characters', 'Abcdef1', ['validation.tooShort']],
    ['51 characters', `Aa1${'x'.repeat(48)}`, ['validation.tooLong']],
    ['no digit', 'Abcdefgh', ['validation.passwordDigit']],
    ['no upper-case Latin letter', 'abcdefg1Ж', ['validation.passwordUpper']],
    ['no lower-case Latin letter', 'ABCDEFG1ж', ['validation.passwordLower']],
    ['an Arabic digit', 'Abcdefg1٣', ['validation.invalidCharacter']],
    ['nothing at all', '', expect.arrayContaining(['validation.required'])],
    ['an invisible character', 'Abcdefg1\u200b', ['validation.invalidCharacter']],
    ['a number', 12345678, ['validation.textExpected']],
  ])('given %s', (_what, value, keys) => {
    expect(refused(password, value)).toEqual(keys);
  });
});

describe('the digits of a phone', () => {
  it.each([
    ['501234', []],
    ['123456789012345', []],
    [' 501234567 ', []],
    ['50123', ['validation.phoneLength']],
    ['1234567890123456', ['validation.phoneLength']],
    ['+380501234', ['validation.phoneIncorrect']],
    ['50 123 45', ['validation.phoneIncorrect']],
    ['٥٠١٢٣٤', ['validation.phoneIncorrect']],
    ['', ['validation.required']],
    [501234567, ['validation.textExpected']],
  ])('%j', (value, keys) => {
    expect(refused(phoneDigits, value)).toEqual(keys);
  });
});

describe('a name', () => {
  it('has one space where a run of blanks was typed, and any other blank stays', () => {
    const name = nameLine({ min: 1, max: 255 });
    expect(name.parse(' Іваненко   Олена\u00a0\u00a0Петрівна ')).toBe('Іваненко Олена Петрівна');
    expect(name.parse('Rūta\u00a0Petrauskė')).toBe('Rūta\u00a0Petrauskė');
    expect(refused(name, '   ')).toEqual(['validation.required']);
  });
});

describe('a rule across fields', () => {
  const schema = z
    .strictObject({ a: z.string().min(1), b: z.string().min(1) })
    .check(
      acrossFields(({ a, b }, refuse) => (a === b ? undefined : refuse('b', 'validation.passwordsDiffer'))),
    );
  const keysOf = (value: unknown) => {
    const read = schema.safeParse(value, { reportInput: true });
    return read.success ? {} : refusalsByField(read.error);
  };

  it('speaks beside the refusals of other fields', () => {
    expect(keysOf({ a: '', b: 'x' })).toEqual({
      a: [{ key: 'validation.required' }],
      b: [{ key: 'validation.passwordsDiffer' }],
    });
  });

  it('leaves a field alone that is refused already', () => {
    expect(keysOf({ a: 'x', b: '' })).toEqual({ b: [{ key: 'validation.required' }] });
  });

  it('does not trip over something that is no object', () => {
    expect(keysOf('text')).toEqual({ _: [{ key: 'validation.invalid' }] });
  });
});
