import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { refusalsByField, spokenParams } from '#contract/kernel/issues.ts';

const schema = z.strictObject({
  name: z.string().min(3).max(5),
  age: z.int().min(18).max(99),
  kind: z.enum(['a', 'b']),
  tags: z.array(z.string()).min(1),
  nested: z.strictObject({ on: z.boolean() }),
  code: z.string().regex(/^\d+$/, { error: 'validation.digitsOnly' }),
});
const good = { name: 'Ганна', age: 20, kind: 'a', tags: ['x'], nested: { on: true }, code: '1' };
const refusals = (change: object) => {
  const read = schema.safeParse({ ...good, ...change }, { reportInput: true });
  return read.success ? {} : refusalsByField(read.error);
};

describe('a refusal is a key with its bounds, at its field', () => {
  it.each([
    [{ name: undefined }, { name: [{ key: 'validation.required' }] }],
    [{ name: null }, { name: [{ key: 'validation.required' }] }],
    [{ name: 7 }, { name: [{ key: 'validation.textExpected' }] }],
    [{ name: 'ab' }, { name: [{ key: 'validation.tooShort', params: { min: 3 } }] }],
    [{ name: 'abcdef' }, { name: [{ key: 'validation.tooLong', params: { max: 5 } }] }],
    [{ age: '20' }, { age: [{ key: 'validation.numberExpected' }] }],
    [{ age: 20.5 }, { age: [{ key: 'validation.numberExpected' }] }],
    [{ age: 17 }, { age: [{ key: 'validation.tooSmall', params: { min: 18 } }] }],
    [{ age: 100 }, { age: [{ key: 'validation.tooBig', params: { max: 99 } }] }],
    [{ kind: 'c' }, { kind: [{ key: 'validation.notAllowed' }] }],
    [{ kind: undefined }, { kind: [{ key: expect.stringMatching(/^validation\.(required|notAllowed)$/) }] }],
    [{ tags: [] }, { tags: [{ key: 'validation.chooseOne', params: { min: 1 } }] }],
    [{ tags: ['x', 1] }, { 'tags.1': [{ key: 'validation.textExpected' }] }],
    [{ nested: { on: 1 } }, { 'nested.on': [{ key: 'validation.invalid' }] }],
    [{ nested: 'on' }, { nested: [{ key: 'validation.invalid' }] }],
    [{ code: 'x' }, { code: [{ key: 'validation.digitsOnly' }] }],
    [{ admin: true }, { admin: [{ key: 'validation.unknownKey', params: { name: 'admin' } }] }],
    [
      { nested: { on: true, off: 1 } },
      { 'nested.off': [{ key: 'validation.unknownKey', params: { name: 'off' } }] },
    ],
    [{}, {}],
  ])('%j', (change, expected) => {
    expect(refusals(change)).toEqual(expected);
  });

  it('names every field at once', () => {
    expect(Object.keys(refusals({ name: '', age: 1, extra: 1 }))).toEqual(['name', 'age', 'extra']);
  });
});

it('writes a bound as the reader writes numbers, and goes by it for the plural; a year stays a year', () => {
  const tooBig = (max: number | string) => spokenParams({ key: 'validation.tooBig', params: { max } }, 'de');
  expect(tooBig(2_147_483_647)).toEqual({ max: '2.147.483.647', count: 2_147_483_647 });
  expect(tooBig('1000000000.50')).toMatchObject({ max: '1.000.000.000,5' });
  expect(tooBig(2027)).toMatchObject({ max: '2027' });
  expect(spokenParams({ key: 'validation.unknownField', params: { name: '7' } }, 'lt')).toEqual({
    name: '7',
    count: 0,
  });
});
