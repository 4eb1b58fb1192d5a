import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clientFieldInput,
  clientFieldLimits,
  type ShownField,
} from '#contract/client-fields/client-field.ts';
import { namesOwnField, readOwnValues, withOwnFields } from '#contract/client-fields/own-values.ts';
import { clientInput, clientList } from '#contract/entities/client.ts';
import { refusalsByField } from '#contract/kernel/issues.ts';
import { parseListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import type { FieldValue } from '#server/client-fields/value-store.ts';
import { mergedOwnValues } from '#server/client-fields/sent-values.ts';
import { inputOfCells } from '#web/resources/clients/import/import-cells.ts';
import { guessedMapping } from '#web/resources/clients/import/import-headings.ts';
import {
  changedOwnValues,
  sentOwnValuesOf,
  typedOwnValues,
  withOwnValues,
} from '#web/resources/clients/own-fields/own-values.ts';
import { readAddress } from '#web/ui/admin/list/state/list-state.ts';

const field = (key: string, kind: ShownField['kind'], name: string): ShownField => ({
  id: `0198c000-0000-7000-8000-0000000000${String(key.length).padStart(2, '0')}`,
  key,
  kind,
  name,
  translations: { uk: { name }, en: { name: `${name} (en)` } },
  options:
    kind === 'choice'
      ? ['north', 'south'].map((option) => ({
          key: option,
          name: option.toUpperCase(),
          translations: { uk: { name: option.toUpperCase() }, de: { name: `${option}-de` } },
        }))
      : [],
});
const fields = [
  field('contract', 'text', 'Договір'),
  field('area', 'number', 'Площа'),
  field('until', 'date', 'Діє до'),
  field('branch', 'choice', 'Філія'),
];

const values = fc.record(
  {
    contract: fc.string({ minLength: 1, maxLength: 50, unit: fc.constantFrom('a', 'Ї', '7', '-') }),
    area: fc.integer(clientFieldLimits.number),
    until: fc
      .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
    branch: fc.constantFrom('north', 'south'),
  },
  { requiredKeys: [] },
);

describe('values of own fields', () => {
  it('come back from the form as they were', () => {
    fc.assert(
      fc.property(values, (row) => {
        const sent = sentOwnValuesOf(fields, typedOwnValues(fields, row));
        expect(changedOwnValues(sent, row)).toEqual({});
        const read = readOwnValues(fields, sent);
        expect(
          read.ok &&
            mergedOwnValues(
              {},
              fields.map((one): FieldValue => ({ field: one, value: read.values.get(one.key) ?? null })),
            ),
        ).toEqual(row);
      }),
    );
  });

  it('are merged one by one: absent ones stay, null clears', () => {
    fc.assert(
      fc.property(values, values, fc.subarray(fields), (had, given, cleared) => {
        const changes = fields.flatMap((one): FieldValue[] => {
          if (cleared.includes(one)) return [{ field: one, value: null }];
          const value = given[one.key as keyof typeof given];
          return value === undefined ? [] : [{ field: one, value }];
        });
        const kept = { ...had, ...given };
        for (const { key } of cleared) delete kept[key as keyof typeof kept];
        expect(mergedOwnValues(had, changes)).toEqual(kept);
      }),
    );
  });

  it('are refused each at its own field, whatever it is called', () => {
    const sent = { area: 1.5, until: '2026-02-30', branch: 'west', constructor: 'x', contract: 'fine' };
    const read = readOwnValues(fields, sent);
    expect(read.ok ? {} : read.refusals).toMatchObject({
      area: [{ key: 'validation.wholeNumber' }],
      until: [{ key: 'validation.date' }],
      branch: [{ key: 'validation.notAllowed' }],
      constructor: [{ key: 'validation.unknownKey' }],
    });
  });

  it('are refused in a form together with the fields of every client', () => {
    const schema = withOwnValues(clientInput('ua'), fields);
    const read = schema.safeParse({ name: '', custom: { area: 'many' } }, { reportInput: true });
    const refused = read.success ? {} : refusalsByField(read.error);
    expect(Object.keys(refused)).toEqual(expect.arrayContaining(['name', 'email', 'custom.area']));
  });
});

describe('lists with own fields', () => {
  const spec = withOwnFields(clientList, fields);

  it('read back what they print', () => {
    const search =
      'sort[custom.area]=desc&filter[custom.branch][in]=north,south&filter[custom.until][eq]=next:7d';
    const read = parseListQuery(spec, Object.fromEntries(new URLSearchParams(search)));
    expect(read.ok && decodeURIComponent(String(printListQuery(read.query)))).toBe(search);
  });

  it('refuse a filter by a field that is gone, and leave its column out', () => {
    const known = ['name', 'custom.area'];
    const read = (search: string) => readAddress(spec, known, new URLSearchParams(search));
    expect(read('columns=name,custom.gone,custom.area').columns).toEqual(['name', 'custom.area']);
    expect(read('columns=custom.gone')).toMatchObject({ columns: null, refusals: null });
    expect(Object.keys(read('columns=gone').refusals ?? {})).toEqual(['columns']);
    expect(Object.keys(read('filter[custom.gone][eq]=1').refusals ?? {})).toEqual([
      'filter[custom.gone][eq]',
    ]);
  });

  it('are known by what the parameters name', () => {
    expect(namesOwnField({ 'filter[custom.area][eq]': '1' })).toBe(true);
    expect(namesOwnField({ columns: 'name,custom.area' })).toBe(true);
    expect(namesOwnField({ 'filter[name][ilike]': '%customs%', page: '2' })).toBe(false);
  });
});

describe('a file with own fields', () => {
  it('has them by key, by name in any language, and never instead of a field of every client', () => {
    const headings = ['custom.contract', 'Площа (en)', 'діє  до', 'BRANCH', 'Name'];
    const taken = [...fields, field('named', 'text', 'Name')];
    expect(guessedMapping(headings, [{ name: 'Name' }], taken)).toEqual({
      'custom.contract': 0,
      'custom.area': 1,
      'custom.until': 2,
      'custom.branch': 3,
      name: 4,
    });
  });

  it.each([
    ['area', '1 200,00', 1200],
    ['area', '-5', -5],
    ['area', 'багато', 'багато'],
    ['until', '14.3.2026', '2026-03-14'],
    ['until', '2026-03-14 00:00', '2026-03-14'],
    ['until', 'завтра', 'завтра'],
    ['branch', 'NORTH-DE', 'north'],
    ['branch', 'South', 'south'],
    ['branch', 'west', 'west'],
    ['contract', 'A-1', 'A-1'],
  ])('reads %s %s', (key, cell, value) => {
    const input = inputOfCells([cell], { [`custom.${key}`]: 0 }, 'ua', fields);
    expect(input['custom']).toEqual({ [key]: value });
  });
});

describe('a new own field', () => {
  const schema = clientFieldInput('ua');
  const named = { uk: { name: 'x' } };

  it('has a key that needs no quoting anywhere', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        const read = schema.safeParse({ key, kind: 'text', translations: named });
        if (read.success) expect(read.data.key).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
      }),
    );
    for (const key of ['__proto__', 'constructor', 'a.b', 'a,b', 'a b', 'Ключ', '1a']) {
      expect(schema.safeParse({ key, kind: 'text', translations: named }).success).toBe(false);
    }
  });
});
