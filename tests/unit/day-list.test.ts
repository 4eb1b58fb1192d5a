import { expect, test } from 'vitest';
import { dayList } from '#contract/kernel/day-list.ts';
import type { Locale } from '#contract/kernel/variants.ts';

const kyiv = 'Europe/Kyiv';
const said = (locale: Locale, days: readonly string[], timeZone = kyiv) =>
  dayList(
    days.map((day) => (day.includes('T') ? day : `${day}T10:00:00.000Z`)),
    { locale, timeZone },
  ).replace(/[\u00a0\u202f]/g, ' ');

const oneMonth = ['2026-12-16', '2026-12-20', '2026-12-22'];
const twoMonths = ['2026-11-28', '2026-11-30', '2026-12-03'];
const twoYears = ['2026-12-28', '2026-12-30', '2027-01-03'];

test.each<[Locale, string, string, string]>([
  ['uk', '16, 20 і 22 грудня', '28, 30 листопада і 3 грудня', '28, 30 грудня 2026 р. і 3 січня 2027 р.'],
  ['ru', '16, 20 и 22 декабря', '28, 30 ноября и 3 декабря', '28, 30 декабря 2026 г. и 3 января 2027 г.'],
  [
    'en',
    '16, 20 and 22 December',
    '28, 30 November and 3 December',
    '28, 30 December 2026 and 3 January 2027',
  ],
  [
    'lt',
    'gruodžio 16, 20 ir 22 d.',
    'lapkričio 28, 30 d. ir gruodžio 3 d.',
    '2026 m. gruodžio 28, 30 d. ir 2027 m. sausio 3 d.',
  ],
  [
    'de',
    '16., 20. und 22. Dezember',
    '28., 30. November und 3. Dezember',
    '28., 30. Dezember 2026 und 3. Januar 2027',
  ],
])('says days in %s: each month once, years where they differ', (locale, month, months, years) => {
  expect(said(locale, oneMonth)).toBe(month);
  expect(said(locale, twoMonths)).toBe(months);
  expect(said(locale, twoYears)).toBe(years);
});

test('says one day, two, and a month for each where every day has its own', () => {
  expect(said('uk', ['2026-12-16'])).toBe('16 грудня');
  expect(said('lt', ['2026-12-16'])).toBe('gruodžio 16 d.');
  expect(said('de', ['2026-12-16', '2026-12-20'])).toBe('16. und 20. Dezember');
  expect(said('uk', ['2026-11-30', '2026-12-04', '2026-12-06'])).toBe('30 листопада, 4 і 6 грудня');
  expect(said('en', ['2026-10-31', '2026-11-30', '2026-12-31'])).toBe(
    '31 October, 30 November and 31 December',
  );
  expect(said('en', [])).toBe('');
});

test('says the same month of two years apart', () => {
  expect(said('en', ['2026-12-16', '2027-12-16'])).toBe('16 December 2026 and 16 December 2027');
});

test('takes the day of the place where it is said', () => {
  const beforeMidnight = ['2026-12-31T21:30:00.000Z', '2026-12-31T22:30:00.000Z'];
  expect(said('en', beforeMidnight)).toBe('31 December 2026 and 1 January 2027');
  expect(said('en', beforeMidnight, 'UTC')).toBe('31 and 31 December');
});

test('keeps each day on one line', () => {
  const days = ['2026-12-16T10:00:00.000Z', '2026-12-20T10:00:00.000Z'];
  expect(dayList(days, { locale: 'uk', timeZone: kyiv })).toBe('16 і 20\u00a0грудня');
  expect(dayList(days, { locale: 'lt', timeZone: kyiv })).toBe('gruodžio\u00a016 ir 20\u00a0d.');
});
