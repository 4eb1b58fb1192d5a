import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  calendarDaysBetween,
  monthsBetween,
  startOfDay,
  wholeDaysUntil,
} from '#server/kernel/periods.ts';

const kyiv = 'Europe/Kyiv';
const later = (from: string, days: number, zone = kyiv) => addDays(new Date(from), days, zone).toISOString();

// Kyiv: UTC+2 in winter, UTC+3 in summer; 03:00 on 29 March 2026 becomes 04:00, 04:00 on 25 October becomes 03:00.
describe('a number of days later', () => {
  it.each([
    ['2026-01-10T10:00:00.000Z', 14, '2026-01-24T10:00:00.000Z'],
    ['2026-03-20T10:00:00.000Z', 14, '2026-04-03T09:00:00.000Z'],
    ['2026-10-20T09:00:00.000Z', 14, '2026-11-03T10:00:00.000Z'],
    ['2026-04-03T09:00:00.000Z', -14, '2026-03-20T10:00:00.000Z'],
    ['2026-02-27T22:30:00.000Z', 1, '2026-02-28T22:30:00.000Z'],
    ['2028-02-28T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2026-12-31T22:30:15.123Z', 365, '2027-12-31T22:30:15.123Z'],
    ['2026-05-05T05:05:05.005Z', 0, '2026-05-05T05:05:05.005Z'],
  ])('%s and %i days is %s: the clock on the wall says the same', (from, days, expected) => {
    expect(later(from, days)).toBe(expected);
  });

  it('moves a clock time that is skipped later by the gap', () => {
    expect(later('2026-03-28T01:30:00.000Z', 1)).toBe('2026-03-29T01:30:00.000Z'); // 03:30 becomes 04:30
  });

  it('takes the first of a doubled clock time', () => {
    expect(later('2026-10-24T00:30:00.000Z', 1)).toBe('2026-10-25T00:30:00.000Z');
  });

  it('knows half-hour changes and zones without any', () => {
    expect(later('2026-04-04T12:00:00.000Z', 1, 'Australia/Lord_Howe')).toBe('2026-04-05T12:30:00.000Z');
    expect(later('2026-03-28T12:00:00.000Z', 2, 'UTC')).toBe('2026-03-30T12:00:00.000Z');
  });
});

describe('a number of months after an anchor', () => {
  it.each([
    ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', 2, '2026-03-31T09:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 12, '2029-02-28T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 48, '2032-02-29T10:00:00.000Z'],
    ['2026-11-30T22:30:00.123Z', 1, '2026-12-31T22:30:00.123Z'], // 1 December, 00:30
    ['2026-03-14T10:00:00.000Z', -1, '2026-02-14T10:00:00.000Z'],
    ['2026-01-14T10:00:00.000Z', -1, '2025-12-14T10:00:00.000Z'],
    ['2026-02-28T01:30:00.000Z', 13, '2027-03-28T01:30:00.000Z'], // 03:30 is skipped on 28 March 2027
    ['2026-08-25T00:30:00.000Z', 2, '2026-10-25T00:30:00.000Z'], // 03:30 is there twice
    ['2096-02-29T10:00:00.000Z', 48, '2100-02-28T10:00:00.000Z'],
    ['2399-12-31T10:00:00.000Z', 2, '2400-02-29T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', 12_000, '3026-01-31T10:00:00.000Z'],
  ])('%s and %i months is %s', (anchor, months, expected) => {
    expect(addMonths(new Date(anchor), months, kyiv).toISOString()).toBe(expected);
  });

  it('are found again, also from a moment beside the grid', () => {
    const anchor = new Date('2026-01-31T10:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), fc.integer({ min: -9, max: 9 }), (months, hours) => {
        const moment = new Date(addMonths(anchor, months, kyiv).getTime() + hours * 3_600_000);
        expect(monthsBetween(anchor, moment, kyiv)).toBe(months);
      }),
    );
  });
});

describe('whole days until an end', () => {
  it.each([
    ['2026-06-15T09:00:00Z', '2026-06-14T09:00:00Z', 1],
    ['2026-06-15T09:00:00Z', '2026-06-14T09:00:01Z', 0],
    ['2026-06-15T09:00:00Z', '2026-06-15T09:00:00Z', 0],
    ['2026-06-15T09:00:00Z', '2026-06-16T09:00:00Z', 0],
    ['2026-04-15T09:00:00Z', '2026-03-15T10:00:00Z', 31],
    ['2026-04-15T09:00:00Z', '2026-03-15T10:00:01Z', 30],
  ])('%s from %s are %i', (end, now, expected) => {
    expect(wholeDaysUntil(new Date(end), new Date(now), kyiv)).toBe(expected);
  });
});

describe('the first moment of a day', () => {
  it.each([
    ['2026-01-15', '2026-01-14T22:00:00.000Z'],
    ['2026-07-15', '2026-07-14T21:00:00.000Z'],
    ['2026-03-29', '2026-03-28T22:00:00.000Z'],
    ['2026-03-30', '2026-03-29T21:00:00.000Z'],
    ['2026-10-26', '2026-10-25T22:00:00.000Z'],
  ])('%s in Kyiv is %s', (day, moment) => {
    expect(startOfDay(day, kyiv).toISOString()).toBe(moment);
  });

  it('is after the gap where the clocks change at midnight', () => {
    expect(startOfDay('2026-04-24', 'Africa/Cairo').toISOString()).toBe('2026-04-23T22:00:00.000Z');
  });
});

describe('calendar days between two moments', () => {
  it.each([
    ['2026-03-14T10:00:00Z', '2026-03-14T21:59:59Z', 0],
    ['2026-03-14T21:59:59Z', '2026-03-14T22:00:00Z', 1],
    ['2026-03-28T12:00:00Z', '2026-03-30T00:00:00Z', 2],
    ['2026-03-20T12:00:00Z', '2026-03-14T12:00:00Z', -6],
    ['2025-12-31T21:00:00Z', '2026-12-31T23:00:00Z', 366],
  ])('from %s to %s are %i in Kyiv', (from, to, days) => {
    expect(calendarDaysBetween(new Date(from), new Date(to), kyiv)).toBe(days);
  });

  it('are as many as were added, whenever and wherever', () => {
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    const zone = fc.constantFrom('Europe/Kyiv', 'Europe/Vilnius', 'UTC');
    fc.assert(
      fc.property(moment, fc.integer({ min: -400, max: 3650 }), zone, (from, days, timeZone) => {
        expect(calendarDaysBetween(from, addDays(from, days, timeZone), timeZone)).toBe(days);
      }),
    );
  });
});
