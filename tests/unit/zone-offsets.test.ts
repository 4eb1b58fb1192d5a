import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetAt } from '#server/kernel/zone-offsets.ts';

const hours = (moment: string, zone: string) => offsetAt(Date.parse(moment), zone) / 3_600_000;

describe('the offset of a zone', () => {
  it.each([
    ['2026-03-29T00:59:59.999Z', 'Europe/Kyiv', 2],
    ['2026-03-29T01:00:00.000Z', 'Europe/Kyiv', 3],
    ['2026-10-25T00:59:59.999Z', 'Europe/Kyiv', 3],
    ['2026-10-25T01:00:00.000Z', 'Europe/Kyiv', 2],
    ['2026-04-04T14:59:59.999Z', 'Australia/Lord_Howe', 11],
    ['2026-04-04T15:00:00.000Z', 'Australia/Lord_Howe', 10.5],
    ['2026-07-01T00:00:00.000Z', 'UTC', 0],
    ['1960-01-01T00:00:00.000Z', 'Europe/Vilnius', 3],
    ['2900-07-01T00:00:00.000Z', 'Europe/Kyiv', 3],
  ])('at %s in %s is %f hours', (moment, zone, expected) => {
    expect(hours(moment, zone)).toBe(expected);
  });

  it('is that of Intl at any moment', () => {
    const zone = fc.constantFrom(
      'Europe/Kyiv',
      'Europe/Vilnius',
      'Africa/Casablanca',
      'America/New_York',
      'Asia/Kathmandu',
    );
    const time = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2060-01-01') });
    fc.assert(
      fc.property(time, zone, (at, timeZone) => {
        const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
        const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
        const [, sign = '+', hour = 0, minute = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(name) ?? [];
        const expected = (Number(hour) * 60 + Number(minute)) * (sign === '-' ? -60_000 : 60_000);
        expect(offsetAt(at, timeZone)).toBe(expected === 0 ? 0 : expected);
      }),
      { numRuns: 300 },
    );
  });
});
