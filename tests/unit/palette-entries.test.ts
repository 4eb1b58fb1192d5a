import { describe, expect, it } from 'vitest';
import texts from '#locales/en/admin.json' with { type: 'json' };
import { places } from '#web/app/places.ts';
import { entriesWithin, matching, paletteEntries } from '#web/ui/admin/palette/palette-entries.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const found = (names: string[], typed: string) => matching(named(...names), typed).map(({ name }) => name);

describe('what the palette offers for what is typed', () => {
  it('is everything, in order, while nothing is', () => {
    expect(found(['Tariffs', 'Clients'], '  ')).toEqual(['Tariffs', 'Clients']);
  });

  it('has every word that was typed, in any order and case', () => {
    expect(found(['New client', 'Clients', 'New tariff'], 'CLI new')).toEqual(['New client']);
  });

  it('begins with what the name begins with', () => {
    expect(found(['Public offer', 'Offers of the day'], 'off')).toEqual([
      'Offers of the day',
      'Public offer',
    ]);
  });

  it('finds Lithuanian letters by plain ones, and tells й from и', () => {
    expect(found(['Nustatymai', 'Žurnalas'], 'zurn')).toEqual(['Žurnalas']);
    expect(found(['Загальний'], 'загальнии')).toEqual([]);
  });

  it('takes signs of patterns as they are', () => {
    expect(found(['Clients'], '.*')).toEqual([]);
  });
});

it('names every entry once, by a text that is there', () => {
  const entries = [...paletteEntries(places), ...entriesWithin(places)];
  const keys = entries.map(({ name }) => name);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { label } of entries) {
    const text = label.split('.').reduce<unknown>((part, name) => Object(part)[name], texts);
    expect(text, label).toBeTypeOf('string');
  }
});
