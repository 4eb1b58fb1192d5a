import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientList } from '#contract/entities/client.ts';
import { flatParameters, parseListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import { boundsOf } from '#contract/kernel/range-days.ts';
import { relativeRange } from '#contract/kernel/relative-range.ts';
import { withDays } from '#server/lists/relative-days.ts';

const days = (value: string, today: string) => {
  const range = relativeRange(value);
  if (!range) throw new Error(`${value} is no range`);
  const { from, to } = boundsOf(range, today);
  return [from, to];
};

describe('a relative range', () => {
  it.each([
    ['next:7d', '2026-12-28', ['2026-12-28', '2027-01-04']],
    ['last:1d', '2026-03-01', ['2026-02-28', '2026-03-01']],
    ['last:4w', '2026-03-29', ['2026-03-01', '2026-03-29']],
    ['this:week', '2026-11-23', ['2026-11-23', '2026-11-29']],
    ['this:week', '2026-11-29', ['2026-11-23', '2026-11-29']],
    ['this:month', '2028-02-29', ['2028-02-01', '2028-02-29']],
    ['this:month', '2026-12-31', ['2026-12-01', '2026-12-31']],
    ['before:today', '2026-03-01', [undefined, '2026-02-28']],
    ['before:tomorrow', '2026-03-01', [undefined, '2026-03-01']],
  ])('%s on %s is %j', (value, today, expected) => {
    expect(days(value, today)).toEqual(expected);
  });

  it.each([
    'next',
    'next:',
    'next:0d',
    'next:07d',
    'next:1000d',
    'last:7',
    'last:-7d',
    'this:year',
    'this:7d',
    'before:yesterday',
    'before:today ',
  ])('is never read into %s', (value) => {
    expect(relativeRange(value)).toBeUndefined();
  });

  it('has today in it, whatever the day', () => {
    const values = ['next:7d', 'last:30d', 'next:2w', 'last:12w', 'this:week', 'this:month'];
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.constantFrom(...values),
        (date, value) => {
          const today = date.toISOString().slice(0, 10);
          const [from = '', to = ''] = days(value, today);
          expect(from <= today && today <= to).toBe(true);
        },
      ),
    );
  });
});

describe('a filter by it', () => {
  const parsed = (search: string) => parseListQuery(clientList, flatParameters(new URLSearchParams(search)));

  it('stays relative in the address, and is days in the query', () => {
    const address = 'filter[trialEnds][eq]=next:7d';
    const read = parsed(address);
    if (!read.ok) throw new Error('refused');
    expect(decodeURIComponent(String(printListQuery(read.query)))).toBe(address);
    // Midnight in Kyiv is still yesterday in UTC.
    const now = new Date('2026-11-22T22:30:00Z');
    expect(withDays(read.query, { now, timeZone: 'Europe/Kyiv', spec: clientList }).filters).toEqual([
      { field: 'trialEnds', op: 'gte', value: '2026-11-23' },
      { field: 'trialEnds', op: 'lte', value: '2026-11-30' },
    ]);
  });

  it.each(['filter[trialEnds][gte]=next:7d', 'filter[balance][eq]=next:7d', 'filter[status][eq]=this:week'])(
    'is refused where it means nothing: %s',
    (address) => {
      expect(parsed(address).ok).toBe(false);
    },
  );

  it('leaves texts alone', () => {
    const read = parsed('filter[name][eq]=next:7d');
    if (!read.ok) throw new Error('refused');
    const asked = { now: new Date(), timeZone: 'Europe/Kyiv', spec: clientList };
    expect(withDays(read.query, asked).filters).toEqual(read.query.filters);
  });
});
