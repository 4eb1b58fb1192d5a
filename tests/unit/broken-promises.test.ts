import { expect, it } from 'vitest';
import { brokenPromises } from '../../scripts/release/broken-promises.ts';
import type { DatabaseShape } from '../../scripts/release/database-shape.ts';

const last = (): DatabaseShape => ({
  jobs: 24,
  tables: {
    clients: {
      id: { type: 'uuid', may: 'neither' },
      name: { type: 'text', may: 'neither' },
      note: { type: 'text', may: 'be empty' },
      count: { type: 'integer', may: 'be left out' },
    },
  },
});
type Change = (tables: DatabaseShape['tables'], shape: DatabaseShape) => void;
const columnsOf = (tables: DatabaseShape['tables']) => tables.clients ?? {};

it.each<[string, Change, string[]]>([
  ['nothing', () => undefined, []],
  ['a new table', (tables) => (tables.tags = { id: { type: 'uuid', may: 'neither' } }), []],
  ['a new column that may be empty', (t) => (columnsOf(t).more = { type: 'text', may: 'be empty' }), []],
  ['a new column with a default', (t) => (columnsOf(t).more = { type: 'text', may: 'be left out' }), []],
  [
    'a new column that is required',
    (t) => (columnsOf(t).more = { type: 'text', may: 'neither' }),
    ['clients.more is new and required'],
  ],
  ['a table that is gone', (tables) => delete tables.clients, ['clients is gone']],
  ['a column that is gone', (t) => delete columnsOf(t).name, ['clients.name is gone']],
  [
    'another type',
    (t) => (columnsOf(t).count = { type: 'bigint', may: 'be left out' }),
    ['clients.count was integer and is bigint'],
  ],
  ['a column that may be empty now', (t) => (columnsOf(t).name = { type: 'text', may: 'be empty' }), []],
  ['a column with a default now', (t) => (columnsOf(t).name = { type: 'text', may: 'be left out' }), []],
  [
    'a column that may no longer be empty, though it has a default',
    (t) => (columnsOf(t).note = { type: 'text', may: 'be left out' }),
    ['clients.note may no longer be empty'],
  ],
  [
    'a column without its default',
    (t) => (columnsOf(t).count = { type: 'integer', may: 'neither' }),
    ['clients.count is required'],
  ],
  ['other tables of jobs', (_, shape) => (shape.jobs = 25), ["the jobs' tables are of version 25"]],
])('finds with %s what the last release would miss', (_, change, expected) => {
  const today = last();
  change(today.tables, today);
  expect(brokenPromises(last(), today, [])).toEqual(expected);
});

it('lets a retired column go, and a table of which all are retired', () => {
  const today = last();
  delete columnsOf(today.tables).note;
  expect(brokenPromises(last(), today, ['clients.note'])).toEqual([]);
  delete today.tables.clients;
  expect(brokenPromises(last(), today, ['clients.note'])).toEqual(['clients is gone']);
  const all = ['id', 'name', 'note', 'count'].map((column) => `clients.${column}`);
  expect(brokenPromises(last(), today, all)).toEqual([]);
});
