import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyListQuery,
  type Filter,
  isDay,
  type ListQuery,
  type ListSpec,
  filterableFields,
  offeredFields,
  operators,
  operatorsOf,
  parseListQuery,
  printListQuery,
} from '#contract/kernel/list-query.ts';

const id = '0197a3c0-0000-7000-8000-000000000001';
const spec = {
  fields: {
    id: { type: 'id' },
    name: { type: 'text' },
    balance: { type: 'money' },
    count: { type: 'number' },
    at: { type: 'moment' },
    on: { type: 'boolean' },
    status: { type: 'enum', values: ['new', 'old'] },
  },
  search: true,
  trashed: true,
  include: ['permissions', 'translations'],
  asTree: true,
} as const satisfies ListSpec;

const parse = (parameters: Record<string, unknown>, given: ListSpec = spec) =>
  parseListQuery(given, parameters);
const query = (parameters: Record<string, unknown>): ListQuery => {
  const read = parse(parameters);
  if (!read.ok) throw new Error(JSON.stringify(read.refusals));
  return read.query;
};
const refusals = (parameters: Record<string, unknown>, given?: ListSpec) => {
  const read = parse(parameters, given);
  return read.ok ? {} : read.refusals;
};
/** The key of the only refusal, which must be for the parameter. */
const key = (name: string, value: unknown, given?: ListSpec) => {
  const found = refusals({ [name]: value }, given);
  expect(Object.keys(found)).toEqual([name]);
  return found[name]?.[0]?.key;
};

describe('an address without parameters', () => {
  it('asks for the first 25', () => {
    expect(query({})).toEqual(emptyListQuery);
    expect(emptyListQuery).toMatchObject({ page: 1, limit: 25, trashed: 'without', format: 'json' });
  });
});

describe('page and limit', () => {
  it.each([
    ['page', '1', undefined],
    ['page', '1000000', undefined],
    ['page', '0', 'validation.tooSmall'],
    ['page', '1000001', 'validation.tooBig'],
    ['page', '-1', 'validation.numberExpected'],
    ['page', '1.5', 'validation.numberExpected'],
    ['page', '1e3', 'validation.numberExpected'],
    ['page', '', 'validation.numberExpected'],
    ['page', ' 1', 'validation.numberExpected'],
    ['limit', '1', undefined],
    ['limit', '200', undefined],
    ['limit', '0', 'validation.tooSmall'],
    ['limit', '201', 'validation.tooBig'],
    ['limit', 'all', 'validation.numberExpected'],
  ])('%s=%s', (name, value, expected) => {
    if (expected) expect(key(name, value)).toBe(expected);
    else expect(query({ [name]: value })).toMatchObject({ [name]: Number(value) });
  });
});

describe('sort', () => {
  it('keeps the order in which fields are named', () => {
    expect(query({ 'sort[name]': 'asc', 'sort[at]': 'desc' }).sort).toEqual([
      { field: 'name', order: 'asc' },
      { field: 'at', order: 'desc' },
    ]);
  });

  it.each([
    ['sort[password_hash]', 'asc', 'validation.unknownField'],
    ['sort[toString]', 'asc', 'validation.unknownField'],
    ['sort[search]', 'asc', 'validation.unknownField'],
    ['sort[]', 'asc', 'validation.unknownField'],
    ['sort[name]', 'ASC', 'validation.notAllowed'],
    ['sort[name]', 'asc; drop table clients', 'validation.notAllowed'],
    ['sort', 'name', 'validation.unknownKey'],
    ['sort[name][at]', 'asc', 'validation.unknownKey'],
  ])('refuses %s=%s', (name, value, expected) => {
    expect(key(name, value)).toBe(expected);
  });
});

describe('a field that is only shown', () => {
  it('is no more known to sorts and filters than one that is not there', () => {
    const shown: ListSpec = { fields: { ...spec.fields, due: { type: 'money', shownOnly: true } } };
    expect(offeredFields(shown)).toEqual(Object.keys(spec.fields));
    expect(key('sort[due]', 'asc', shown)).toBe('validation.unknownField');
    expect(key('filter[due][gt]', '5', shown)).toBe('validation.unknownField');
  });
});

describe('a text of a given form', () => {
  const limited: ListSpec = { fields: { over: { type: 'text', filterOnly: true, pattern: /^goods:\d+$/ } } };

  it('is refused when it is written otherwise, each of several', () => {
    expect(refusals({ 'filter[over][in]': 'goods:1,goods:20' }, limited)).toEqual({});
    expect(key('filter[over][in]', 'goods:1,more', limited)).toBe('validation.notAllowed');
    expect(key('filter[over][eq]', 'goods', limited)).toBe('validation.notAllowed');
    expect(key('filter[over][ilike]', 'goods:1', limited)).toBe('validation.unknownOperator');
  });
});

describe('a field that is only filtered by', () => {
  it('is in no order, and asked for, not denied', () => {
    const asked: ListSpec = { fields: { ...spec.fields, due: { type: 'moment', filterOnly: true } } };
    expect(offeredFields(asked)).toEqual(Object.keys(spec.fields));
    expect(filterableFields(asked)).toEqual([...Object.keys(spec.fields), 'due']);
    expect(key('sort[due]', 'asc', asked)).toBe('validation.unknownField');
    for (const op of ['eq', 'in', 'gt', 'gte', 'lt', 'lte']) {
      expect(refusals({ [`filter[due][${op}]`]: '2026-03-14' }, asked)).toEqual({});
    }
    expect(key('filter[due][ne]', '2026-03-14', asked)).toBe('validation.unknownOperator');
    expect(key('filter[due][null]', '1', asked)).toBe('validation.unknownOperator');
  });
});

describe('filters', () => {
  it.each(Object.entries(spec.fields))(
    'of %s takes the operators of its type and no other',
    (field, { type }) => {
      const fitting = {
        id,
        text: 'x',
        money: '5',
        number: '5',
        moment: '2026-03-14',
        boolean: '1',
        enum: 'new',
      }[type];
      for (const op of operators) {
        const name = `filter[${field}][${op}]`;
        const value = op === 'null' ? '1' : fitting;
        if (operatorsOf({ type }).includes(op)) expect(query({ [name]: value }).filters).toHaveLength(1);
        else expect(key(name, value)).toBe('validation.unknownOperator');
      }
    },
  );

  it.each([
    ['filter[balance][eq]', '-500'],
    ['filter[balance][eq]', '9007199254740991'],
    ['filter[at][gte]', '2026-03-14T10:00Z'],
    ['filter[at][gte]', '2026-03-14T10:00:00.123456+02:00'],
    ['filter[on][eq]', 'true'],
    ['filter[on][eq]', '0'],
    ['filter[name][eq]', ''],
    ['filter[name][ilike]', '%_\\'],
    ['filter[search][ilike]', '%олена%'],
    ['filter[status][ilike]', 'anything'],
    ['filter[id][in]', ''],
  ])('take %s=%s', (name, value) => {
    expect(query({ [name]: value }).filters).toHaveLength(1);
  });

  it.each([
    ['filter[secret][eq]', '1', 'validation.unknownField'],
    ['filter[constructor][eq]', '1', 'validation.unknownField'],
    ['filter[search][eq]', 'x', 'validation.unknownOperator'],
    ['filter[name][like]', 'x', 'validation.unknownOperator'],
    ['filter[name]', 'x', 'validation.unknownKey'],
    ['filter[name][eq][x]', 'x', 'validation.unknownKey'],
    ['filter[balance][eq]', '1.5', 'validation.numberExpected'],
    ['filter[balance][eq]', '9007199254740993', 'validation.numberExpected'],
    ['filter[balance][in]', '1,x', 'validation.numberExpected'],
    ['filter[count][gt]', '', 'validation.numberExpected'],
    ['filter[id][eq]', '1', 'validation.id'],
    ['filter[id][in]', `${id},1`, 'validation.id'],
    ['filter[at][eq]', '2026-02-30', 'validation.date'],
    ['filter[at][eq]', '2026-03-14T25:00:00Z', 'validation.date'],
    ['filter[at][eq]', '2026-02-30T10:00:00Z', 'validation.date'],
    ['filter[at][eq]', '2026-03-14T10:00:00', 'validation.date'],
    ['filter[at][eq]', 'yesterday', 'validation.date'],
    ['filter[at][eq]', '0000-01-01', 'validation.date'],
    ['filter[on][eq]', 'yes', 'validation.notAllowed'],
    ['filter[name][null]', 'maybe', 'validation.notAllowed'],
    ['filter[status][eq]', 'NEW', 'validation.notAllowed'],
    ['filter[status][in]', 'new,gone', 'validation.notAllowed'],
    ['filter[name][in]', Array(201).fill('x').join(','), 'validation.tooMany'],
  ])('refuse %s=%s', (name, value, expected) => {
    expect(key(name, value)).toBe(expected);
  });
});

describe('what a list does not know', () => {
  it.each(['foo', 'Page', 'filter', 'constructor', '__proto__', 'with_trashed[]'])(
    'is refused by its name: %s',
    (name) => {
      const parameters = Object.fromEntries([[name, '1']]);
      const read = parse(parameters);
      expect(read.ok).toBe(false);
      expect(!read.ok && Object.entries(read.refusals)).toEqual([
        [name, [{ key: 'validation.unknownKey', params: { name } }]],
      ]);
    },
  );

  it.each([
    ['with_trashed', '1'],
    ['only_trashed', '1'],
    ['as_tree', '1'],
    ['include', 'permissions'],
    ['filter[search][ilike]', 'x'],
  ])('is refused where the list has no such thing: %s', (name, value) => {
    expect(Object.keys(refusals({ [name]: value }, { fields: {} }))).toEqual([name]);
  });

  it('is refused when it comes twice', () => {
    expect(key('page', ['1', '2'])).toBe('validation.repeated');
    expect(key('filter[name][eq]', ['a', 'b'])).toBe('validation.repeated');
  });

  it('is named all at once', () => {
    expect(Object.keys(refusals({ page: '0', foo: '1', 'sort[x]': 'asc' }))).toEqual([
      'page',
      'foo',
      'sort[x]',
    ]);
  });
});

describe('deleted rows', () => {
  it.each([
    [{}, 'without'],
    [{ with_trashed: '1' }, 'with'],
    [{ with_trashed: '0' }, 'without'],
    [{ only_trashed: 'true' }, 'only'],
    [{ with_trashed: '0', only_trashed: '1' }, 'only'],
    [{ only_trashed: '0', with_trashed: '1' }, 'with'],
  ])('%j shows them %s', (parameters, trashed) => {
    expect(query(parameters).trashed).toBe(trashed);
  });

  it('are shown with the others or alone, not both', () => {
    const refused = { with_trashed: [{ key: 'validation.notTogether', params: { name: 'only_trashed' } }] };
    expect(refusals({ with_trashed: '1', only_trashed: 'true' })).toEqual(refused);
    expect(refusals({ only_trashed: '1', with_trashed: '1' })).toEqual(refused);
    expect(refusals({ with_trashed: '1', only_trashed: '1' }, { fields: {} })).toMatchObject({
      with_trashed: [{ key: 'validation.unknownKey' }],
    });
  });
});

describe('a day', () => {
  it.each([
    ['2026-03-14', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['26-03-14', false],
    ['2026-03-14T00:00:00Z', false],
  ])('%s: %s', (value, expected) => {
    expect(isDay(value)).toBe(expected);
  });
});

describe('a query', () => {
  it('is printed without its defaults', () => {
    expect(printListQuery(emptyListQuery).toString()).toBe('');
    expect(printListQuery({ page: 2, trashed: 'only', format: 'csv' }).toString()).toBe(
      'page=2&only_trashed=1&format=csv',
    );
  });

  it('is read back as it was printed', () => {
    fc.assert(
      fc.property(anyQuery, (given) => {
        const printed = new URLSearchParams(printListQuery(given).toString());
        expect(parse(Object.fromEntries(printed))).toEqual({ ok: true, query: given });
      }),
    );
  });
});

const fieldNames = Object.keys(spec.fields) as (keyof typeof spec.fields)[]; // `keys` loses the type
const twoDigits = (min: number, max: number) =>
  fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));
const day = fc
  .tuple(fc.integer({ min: 1900, max: 2999 }), twoDigits(1, 12), twoDigits(1, 28))
  .map((parts) => parts.join('-'));
const values = {
  id: fc.uuid(),
  text: fc.string({ unit: 'grapheme' }),
  money: fc.maxSafeInteger().map((number) => String(number)),
  number: fc.integer().map(String),
  moment: fc.oneof(
    day,
    fc
      .date({ min: new Date(0), noInvalidDate: true, max: new Date('9999-01-01') })
      .map((at) => at.toISOString()),
  ),
  boolean: fc.constantFrom('1', '0', 'true', 'false'),
  enum: fc.constantFrom('new', 'old'),
} as const;
const anyFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((value): Filter => ({ field: 'search', op: 'ilike', value })),
  fc.constantFrom(...fieldNames).chain((field) => {
    const { type } = spec.fields[field];
    return fc.constantFrom(...operatorsOf({ type })).chain((op): fc.Arbitrary<Filter> => {
      if (op === 'null') return values.boolean.map((value) => ({ field, op, value }));
      if (op !== 'in') return values[type].map((value) => ({ field, op, value }));
      const listed = values[type].filter((value) => value !== '' && !value.includes(','));
      return fc.array(listed, { maxLength: 5 }).map((value) => ({ field, op, value }));
    });
  }),
);
const anyListQuery: fc.Arbitrary<ListQuery> = fc.record({
  page: fc.integer({ min: 1, max: 1_000_000 }),
  limit: fc.integer({ min: 1, max: 200 }),
  sort: fc.uniqueArray(
    fc.record({
      field: fc.constantFrom(...fieldNames),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    { selector: ({ field }) => field },
  ),
  filters: fc.uniqueArray(anyFilter, { selector: ({ field, op }) => `${field} ${op}` }),
  trashed: fc.constantFrom('without' as const, 'with' as const, 'only' as const),
  include: fc.uniqueArray(fc.constantFrom('permissions', 'translations')),
  asTree: fc.boolean(),
  format: fc.constant('json' as const),
  columns: fc.constant(null),
  delimiter: fc.constant(null),
});
const anyCsvQuery = fc
  .tuple(
    anyListQuery,
    fc.option(fc.uniqueArray(fc.constantFrom(...fieldNames), { minLength: 1 })),
    fc.constantFrom(null, 'comma' as const, 'semicolon' as const),
  )
  .map(([query, columns, delimiter]): ListQuery => ({ ...query, format: 'csv', columns, delimiter }));
const anyQuery = fc.oneof(anyListQuery, anyCsvQuery);
