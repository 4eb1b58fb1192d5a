import { describe, expect, it } from 'vitest';
import { dayInDigits, type Period, periodOf, periodsAround, typedDay } from '#cabinet/shop/sales/period.ts';
import { locales } from '#contract/kernel/variants.ts';

const today = '2026-03-01'; // a Sunday

describe('a period of sales', () => {
  it.each([
    ['day', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['week', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['week', '2026-02-18', '2026-02-16', '2026-02-22'],
    ['month', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['month', '2024-02-10', '2024-02-01', '2024-02-29'],
  ] as const)('“%s” of %s is from %s to %s', (kind, day, from, to) => {
    expect(periodOf(kind, day, today)).toEqual({ kind, day, from, to });
  });

  it.each(['2026-03-02', '2026-02-29', '2026-13-01', 'x', ''])('is none for “%s”', (day) => {
    expect(periodOf('month', day, today)).toBeUndefined();
  });

  it.each([
    ['day', '2026-03-01', ['2026-02-28', '2026-02-28'], undefined],
    ['day', '2026-02-27', ['2026-02-26', '2026-02-26'], ['2026-02-28', '2026-02-28']],
    ['week', '2026-02-18', ['2026-02-09', '2026-02-15'], ['2026-02-23', '2026-03-01']],
    ['month', '2026-02-10', ['2026-01-01', '2026-01-31'], ['2026-03-01', '2026-03-01']],
    ['month', '2026-03-01', ['2026-02-01', '2026-02-28'], undefined],
  ] as const)('the “%s” of %s has one before and after it, none to come', (kind, day, before, after) => {
    const period = periodOf(kind, day, today);
    const around = period && periodsAround(period, today);
    const days = (one?: Period) => one && [one.from, one.to];
    expect([days(around?.before), days(around?.after)]).toEqual([before, after]);
  });
});

describe('a typed day', () => {
  it.each([
    ['uk', '09.02.2026', '2026-02-09'],
    ['de', '9.2.26', '2026-02-09'],
    ['ru', '9 2 2026', '2026-02-09'],
    ['en', '09/02/2026', '2026-02-09'],
    ['lt', '2026-02-09', '2026-02-09'],
    ['lt', '02-09', '2026-02-09'],
    ['uk', '9.2', '2026-02-09'],
    ['uk', '9.12', '2025-12-09'],
    ['uk', '2026-02-09', '2026-02-09'],
    ['uk', 'завтра', 'завтра'],
    ['uk', '1.2.3.4', '1.2.3.4'],
  ] as const)('in %s, “%s” is %s', (locale, typed, day) => {
    expect(typedDay(typed, { locale, today })).toBe(day);
  });

  it.each(locales)('is understood as %s shows it', (locale) => {
    expect(typedDay(dayInDigits('2026-02-09', locale), { locale, today })).toBe('2026-02-09');
  });
});
