import { expect, it } from 'vitest';
import { booksUntil } from '#server/retention/books-until.ts';

it.each([
  ['2027-01-01T00:00:00Z', 10, '2017-01-01'],
  ['2026-12-31T21:59:59Z', 10, '2016-01-01'],
  ['2026-12-31T22:00:00Z', 10, '2017-01-01'],
  ['2026-07-05T10:00:00Z', 1, '2025-01-01'],
])('at %s, %i years after its own, a document of before %s no longer names its buyer', (now, years, day) => {
  expect(booksUntil(new Date(now), years, 'Europe/Kyiv')).toBe(day);
});
