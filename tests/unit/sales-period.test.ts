import { describe, expect, it } from 'vitest';
import { dayInDigits, dayPeriod, periodOf, typedDay } from '#cabinet/shop/sales/period.ts';
import { locales } from '#contract/kernel/variants.ts';

const today = '2026-03-01'; // a Sunday

describe('a period of sales', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['week', '2026-02-23', '2026-03-01'],
    ['month', '2026-03-01', '2026-03-01'],
  ] as const)('“%s” begins on %s', (kind, from, to) => {
    expect(periodOf(kind, today)).toEqual({ kind, from, to });
  });

  it('of one day goes by its name', () => {
    expect(dayPeriod('2026-03-01', today)?.kind).toBe('today');
    expect(dayPeriod('2026-02-28', today)?.kind).toBe('yesterday');
    expect(dayPeriod('2026-02-27', today)).toEqual({ kind: 'day', from: '2026-02-27', to: '2026-02-27' });
  });

  it.each(['2026-03-02', '2026-02-29', '2026-13-01', 'x', ''])('is none for “%s”', (day) => {
    expect(dayPeriod(day, today)).toBeUndefined();
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
