import { describe, expect, it } from 'vitest';
import { createTally } from '#server/reports/forecast-tally.ts';
import { stepsOf } from '#server/reports/report-steps.ts';
import type { Subscription, Terms } from '#server/subscriptions/lifecycle/subscription.ts';

const timeZone = 'Europe/Kyiv';
const now = new Date('2026-03-14T10:00:00Z');
const terms: Terms = {
  plan: { tariffId: 'start', price: 10_000, billingPeriod: 'month' },
  nextPlan: null,
  graceDays: 7,
  retentionDays: 30,
  reminderDays: [7, 3, 1],
  deletionWarningDays: [7, 1],
  timeZone,
};
const active = (trialEnds: string, balance: number, settledAt = now): Subscription => ({
  status: 'active',
  trialEnds: new Date(trialEnds),
  anchor: new Date(trialEnds),
  blockedAt: null,
  deletionNotBefore: null,
  balance,
  since: now,
  discounts: [],
  closesAt: null,
  settledAt,
});

describe('the forecast of everybody', () => {
  it('counts each event on its day of the zone, and adds up what is charged', () => {
    const tally = createTally({ now, days: 30, timeZone });
    tally.add(active('2026-03-14T22:30:00Z', 10_000), terms); // the 15th in Kyiv
    tally.add(active('2026-03-15T09:00:00Z', 25_000), terms);
    tally.add(active('2026-03-16T09:00:00Z', 0), terms);
    const { days, total } = tally.result();
    expect(days).toHaveLength(30);
    expect(days.map(({ day }) => day).slice(0, 3)).toEqual(['2026-03-14', '2026-03-15', '2026-03-16']);
    expect(days[1]).toEqual({
      day: '2026-03-15',
      charges: { count: 2, sum: 20_000 },
      graces: 0,
      blocks: 0,
      deletions: 0,
    });
    expect(days.find(({ graces }) => graces > 0)?.day).toBe('2026-03-16');
    expect(days.find(({ blocks }) => blocks > 0)?.day).toBe('2026-03-23');
    expect(total).toEqual({ charges: { count: 2, sum: 20_000 }, graces: 1, blocks: 1, deletions: 0 });
  });

  it('knows the day on which clocks change', () => {
    const tally = createTally({ now, days: 20, timeZone });
    tally.add(active('2026-03-28T22:30:00Z', 10_000), terms); // 00:30 on the 29th, a day of 23 hours
    tally.add(active('2026-03-29T20:59:00Z', 10_000), terms); // 23:59 on it
    tally.add(active('2026-03-29T21:00:00Z', 10_000), terms); // the 30th
    const charged = tally.result().days.filter(({ charges }) => charges.count > 0);
    expect(charged.map(({ day, charges }) => [day, charges.count])).toEqual([
      ['2026-03-29', 2],
      ['2026-03-30', 1],
    ]);
  });

  it('counts for today what is due and not done yet, and nothing at or after the end', () => {
    const tally = createTally({ now, days: 2, timeZone });
    const yesterday = new Date('2026-03-13T10:00:00Z');
    tally.add(active('2026-03-13T12:00:00Z', 10_000, yesterday), terms);
    tally.add(active('2026-03-15T22:00:00Z', 10_000), terms);
    const { days, total } = tally.result();
    expect(days[0]?.charges.count).toBe(1);
    expect(total.charges.count).toBe(1);
  });
});

describe('the steps of a report', () => {
  it('are days, weeks from Monday or months, up to today', () => {
    const days = stepsOf(now, 30, 'day', timeZone);
    expect([days.length, days[0], days.at(-1)]).toEqual([
      30,
      { from: '2026-02-13', to: '2026-02-13' },
      { from: '2026-03-14', to: '2026-03-14' },
    ]);
    const weeks = stepsOf(now, 90, 'week', timeZone);
    expect(weeks.slice(0, 2)).toEqual([
      { from: '2025-12-15', to: '2025-12-21' },
      { from: '2025-12-22', to: '2025-12-28' },
    ]);
    expect(weeks.at(-1)).toEqual({ from: '2026-03-09', to: '2026-03-14' });
    const months = stepsOf(now, 365, 'month', timeZone);
    expect([months[0], months[1], months.at(-1)]).toEqual([
      { from: '2025-03-15', to: '2025-03-31' },
      { from: '2025-04-01', to: '2025-04-30' },
      { from: '2026-03-01', to: '2026-03-14' },
    ]);
  });

  it('lose no day where clocks change, nor around midnight', () => {
    for (const moment of ['2026-03-29T21:30:00Z', '2026-10-25T22:30:00Z', '2026-04-01T20:59:59Z']) {
      const days = stepsOf(new Date(moment), 30, 'day', timeZone);
      expect(new Set(days.map(({ from }) => from)).size).toBe(30);
      expect(days).toHaveLength(30);
    }
  });
});
