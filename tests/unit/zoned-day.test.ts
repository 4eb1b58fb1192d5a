import { expect, it } from 'vitest';
import { dayAfter, dayIn, lastDayBefore, startOfDay } from '#web/ui/shared/zoned-day.ts';

const zone = 'Europe/Kyiv';

it.each([
  ['2026-01-15', '2026-01-14T22:00:00.000Z'],
  ['2026-07-15', '2026-07-14T21:00:00.000Z'],
  // Daylight saving begins or ends in these nights.
  ['2026-03-29', '2026-03-28T22:00:00.000Z'],
  ['2026-03-30', '2026-03-29T21:00:00.000Z'],
  ['2026-10-25', '2026-10-24T21:00:00.000Z'],
  ['2026-10-26', '2026-10-25T22:00:00.000Z'],
])('begins %s at its own midnight', (day, moment) => {
  expect(startOfDay(zone, day)).toBe(moment);
  expect(dayIn(zone, new Date(moment))).toBe(day);
});

it('ends a validity with the last whole day', () => {
  expect(lastDayBefore(zone, startOfDay(zone, dayAfter('2026-12-31')))).toBe('2026-12-31');
});
