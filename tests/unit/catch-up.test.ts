import { describe, expect, it } from 'vitest';
import { advanceDay, nextRunMoment } from '#server/subscriptions/billing/catch-up.ts';
import {
  at,
  happened,
  mailsOf,
  subscriptionOf,
  termsOf,
} from '#tests/support/subscriptions/subscriptions.ts';

const from = at('2026-03-01T10:00:00Z');

describe('the next run', () => {
  it.each([
    // due first, now → the run's moment
    ['2026-03-01T11:00:00Z', '2026-03-01T10:01:00Z', '2026-03-01T10:01:00Z'],
    ['2026-03-01T11:00:00Z', '2026-03-02T10:00:00Z', '2026-03-02T10:00:00Z'],
    ['2026-03-01T11:00:00Z', '2026-03-02T10:00:01Z', '2026-03-02T10:00:00Z'],
    ['2026-03-01T11:00:00Z', '2026-06-01T00:00:00Z', '2026-03-02T10:00:00Z'],
    // Due before the last run: it was postponed, or a term has changed.
    ['2026-02-01T00:00:00Z', '2026-06-01T00:00:00Z', '2026-03-02T10:00:00Z'],
    ['2026-03-20T10:00:00Z', '2026-06-01T00:00:00Z', '2026-03-20T10:00:00Z'],
    ['2026-03-20T10:00:01Z', '2026-06-01T00:00:00Z', '2026-03-21T10:00:00Z'],
    ['2026-05-31T23:00:00Z', '2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z'],
    ['2026-07-01T00:00:00Z', '2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z'],
    [null, '2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z'],
    // The clock was set back.
    ['2026-02-01T00:00:00Z', '2026-02-20T00:00:00Z', '2026-02-20T00:00:00Z'],
  ])('with %s due first and %s now is at %s', (due, now, expected) => {
    expect(nextRunMoment(from, due === null ? null : at(due), at(now))).toEqual(at(expected));
  });

  it('comes on no more days than somebody is due', () => {
    const dues = ['2026-03-04T08:00:00Z', '2026-05-04T08:00:00Z'].map(at);
    const now = at('2026-06-01T00:00:00Z');
    const moments: string[] = [];
    for (let last = from; last < now;) {
      last = nextRunMoment(last, dues.find((due) => due > last) ?? null, now);
      moments.push(last.toISOString());
    }
    expect(moments).toEqual([
      '2026-03-04T10:00:00.000Z',
      '2026-05-04T10:00:00.000Z',
      '2026-06-01T00:00:00.000Z',
    ]);
  });
});

describe('a day that is caught up', () => {
  // The free period ended on the 15th; grace until the 22nd; the database is deleted on 21 April.
  const now = at('2026-04-01T00:00:00Z');
  const until = (moment: string, subscription = subscriptionOf()) =>
    advanceDay(subscription, termsOf(), { moment: at(moment), now });

  it('takes what is due by its time, emails nothing that is over, and asks for the next step', () => {
    const { outcome, wakeAt } = until('2026-03-16T00:00:00Z');
    expect(happened(outcome.effects)).toEqual(['grace 2026-03-15T10:00Z']);
    expect(mailsOf(outcome.effects)).toEqual([]);
    expect(outcome.subscription.settledAt).toEqual(at('2026-03-16T00:00:00Z'));
    expect(wakeAt).toEqual(at('2026-03-22T10:00:00Z'));
  });

  it('ends with the last step before now, and emails about the state then reached', () => {
    const { outcome } = until('2026-03-16T00:00:00Z');
    const last = until('2026-03-23T00:00:00Z', outcome.subscription);
    expect(happened(last.outcome.effects)).toEqual(['block 2026-03-22T10:00Z']);
    expect(mailsOf(last.outcome.effects)).toEqual(['blocked:2026-03-22T10:00Z']);
    expect(last.outcome.subscription.settledAt).toEqual(now);
    expect(last.wakeAt).toBeUndefined();
  });
});
