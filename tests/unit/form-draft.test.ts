import { describe, expect, it } from 'vitest';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { differencesOf, draftOf, fieldsOf, inputOf, isSame } from '#web/ui/admin/form/draft/form-draft.ts';

const fields: FormField[] = [
  { name: 'name', group: 'a', kind: 'text' },
  { name: 'vat_number', group: 'a', kind: 'text', empty: 'null', only: 'edit' },
  { name: 'limit', group: 'a', kind: 'money' },
  { name: 'days', group: 'a', kind: 'number' },
  { name: 'tariff_id', group: 'a', kind: 'control', control: () => null, empty: 'omit', only: 'create' },
];

describe('the draft of a form', () => {
  it('holds amounts in whole units, and nothing as nothing', () => {
    const row = { name: 'Пекарня', vat_number: null, limit: 125_050, days: 0 };
    expect(draftOf(fields, row, 'de')).toEqual({
      name: 'Пекарня',
      vat_number: '',
      limit: '1250,50',
      days: '0',
      tariff_id: undefined,
    });
  });

  it('comes back as the same input', () => {
    const row = { name: 'Пекарня', vat_number: null, limit: 125_050, days: 0 };
    expect(inputOf(fields, draftOf(fields, row, 'lt'))).toEqual(row);
  });

  it('sends null, empty text or nothing at all for an empty field, as it says', () => {
    expect(inputOf(fields, { name: ' ', vat_number: '', limit: '', days: '' })).toEqual({
      name: '',
      vat_number: null,
      limit: null,
      days: null,
    });
  });

  it('keeps null where it is a choice of its own, and else has nothing chosen', () => {
    const control = () => null;
    const choices: FormField[] = [
      { name: 'tariff_ids', group: 'a', kind: 'control', control, nullIsChoice: true },
      { name: 'manager_id', group: 'a', kind: 'control', control },
    ];
    const draft = draftOf(choices, { tariff_ids: null, manager_id: null }, 'uk');
    expect(draft).toEqual({ tariff_ids: null, manager_id: undefined });
    expect(inputOf(choices, draft)).toEqual({ tariff_ids: null });
  });

  it('takes a number with the blanks between its digits', () => {
    expect(inputOf(fields, { limit: '1 250,5', days: '12\u00a0000' })).toMatchObject({
      limit: 125_050,
      days: 12_000,
    });
  });

  it('leaves what is no number as typed, for the schema to refuse', () => {
    const input = inputOf(fields, { name: 'x', limit: '12,345', days: '1.5' });
    expect(input).toMatchObject({ limit: '12,345', days: '1.5' });
  });

  it('asks in each frame what belongs to it', () => {
    expect(fieldsOf(fields, 'create').map(({ name }) => name)).toEqual([
      'name',
      'limit',
      'days',
      'tariff_id',
    ]);
    expect(fieldsOf(fields, 'edit').map(({ name }) => name)).toEqual(['name', 'vat_number', 'limit', 'days']);
  });
});

describe('what a colleague has changed', () => {
  const base = { name: 'Before', vat_number: '', limit: '1', days: '7' };

  it('is a conflict only where both changed it, and not alike', () => {
    const mine = { ...base, name: 'Mine', limit: '2' };
    const theirs = { ...base, name: 'Theirs', vat_number: 'LT1', limit: '2' };
    const found = differencesOf(fields, { base, mine, theirs });
    expect(found.map(({ place, isConflict }) => [place.name, isConflict])).toEqual([
      ['name', true],
      ['vat_number', false],
    ]);
  });

  it('is nothing when only this side changed something', () => {
    expect(differencesOf(fields, { base, mine: { ...base, name: 'Mine' }, theirs: base })).toEqual([]);
  });
});

describe('two values of a draft', () => {
  it('are the same when nothing is written differently', () => {
    expect(isSame(undefined, '')).toBe(true);
    expect(isSame(null, '')).toBe(true);
    expect(isSame(['a'], ['a'])).toBe(true);
    expect(isSame(['a'], ['b'])).toBe(false);
  });
});
