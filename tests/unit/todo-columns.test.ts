import { expect, it } from 'vitest';
import { type PanelRows, todoColumn, todoColumns } from '#web/pages/home/todo/todo-columns.ts';

const of = (total: number, rowHeight = 50): PanelRows => ({ known: Math.min(total, 12), total, rowHeight });

it('puts each panel into the shorter column, and fills the one that stays shorter with more rows', () => {
  expect(
    todoColumns([
      ['cabinets', of(3)],
      ['emails', of(7, 75)],
      ['trials', of(11)],
    ]),
  ).toEqual([
    [
      { key: 'cabinets', rows: 3 },
      { key: 'trials', rows: 5 },
    ],
    [{ key: 'emails', rows: 6 }],
  ]);
});

it('puts two short panels beside a long one, though the second alone is the shorter', () => {
  expect(
    todoColumns([
      ['cabinets', of(3)],
      ['emails', of(2, 64)],
      ['trials', of(13)],
    ]),
  ).toEqual([
    [
      { key: 'cabinets', rows: 3 },
      { key: 'emails', rows: 2 },
    ],
    [{ key: 'trials', rows: 6 }],
  ]);
});

it('shows no more rows than there are, and never so many that the other column is shorter', () => {
  expect(
    todoColumns([
      ['money', of(12)],
      ['few', of(2)],
    ]),
  ).toEqual([[{ key: 'money', rows: 5 }], [{ key: 'few', rows: 2 }]]);
  expect(
    todoColumns([
      ['one', of(20)],
      ['other', of(20)],
    ]),
  ).toEqual([[{ key: 'one', rows: 5 }], [{ key: 'other', rows: 5 }]]);
});

it('leaves out what is empty, and a column without panels', () => {
  expect(
    todoColumns([
      ['none', of(0)],
      ['one', of(1)],
    ]),
  ).toEqual([[{ key: 'one', rows: 1 }]]);
  expect(todoColumns([['none', of(0)]])).toEqual([]);
});

it('keeps the order where there is one column', () => {
  const panels = [
    ['cabinets', of(3)],
    ['none', of(0)],
    ['trials', of(11)],
  ] as const;
  expect(todoColumn(panels)).toEqual([
    { key: 'cabinets', rows: 3 },
    { key: 'trials', rows: 3 },
  ]);
});
