import { describe, expect, it } from 'vitest';
import { derived, nextCharge, isPaidByCard, upcoming } from '#server/subscriptions/lifecycle/forecast.ts';
import type { CardPlan } from '#server/subscriptions/lifecycle/card-charge.ts';
import type { Plan, Subscription, Terms } from '#server/subscriptions/lifecycle/subscription.ts';
import {
  at,
  dearer,
  free,
  monthly,
  subscriptionOf,
  termsOf,
  yearly,
} from '#tests/support/subscriptions/subscriptions.ts';

const forecast = (until: string, subscription: Partial<Subscription> = {}, terms: Partial<Terms> = {}) =>
  upcoming(subscriptionOf(subscription), termsOf(terms), at(until)).map(
    ({ date, event, rule, days, amount }) =>
      `${date.toISOString().slice(0, 16)} ${event}: ${rule} ${days ?? amount ?? ''}`.trim(),
  );

const blocked: Partial<Subscription> = {
  status: 'blocked',
  trialEnds: at('2026-03-15T10:00:00Z'),
  blockedAt: at('2026-03-22T10:00:00Z'),
  settledAt: at('2026-03-22T10:00:00Z'),
};

describe('the forecast of a closing account', () => {
  const closesAt = at('2026-04-15T09:00:00Z');

  it('ends with its day', () => {
    expect(forecast('2028-03-01T00:00:00Z', { balance: 15_000, closesAt })).toEqual([
      '2026-03-15T10:00 charge: period_end 10000',
    ]);
  });

  it('has no charge, no look and no deletion from that day on', () => {
    const last = subscriptionOf({ status: 'active', trialEnds: closesAt, closesAt, balance: 15_000 });
    expect(derived(last, termsOf())).toMatchObject({ nextEventAt: null, deletionAt: null });
    expect(nextCharge({ subscription: last, ...termsOf() })).toBeNull();
    expect(nextCharge({ subscription: { ...last, closesAt: null }, ...termsOf() })).toMatchObject({
      amount: 10_000,
    });
  });
});

describe('the forecast', () => {
  it('lists everything until the deletion, with the rule behind each date', () => {
    expect(forecast('2028-03-01T00:00:00Z', { balance: 15_000 })).toEqual([
      '2026-03-15T10:00 charge: period_end 10000',
      '2026-04-08T09:00 reminder: reminder_days 7',
      '2026-04-12T09:00 reminder: reminder_days 3',
      '2026-04-14T09:00 reminder: reminder_days 1',
      '2026-04-15T09:00 grace: period_end',
      '2026-04-22T09:00 block: term_without_payment_days 7',
      '2026-05-15T09:00 deletion_warning: deletion_warning_days 7',
      '2026-05-21T09:00 deletion_warning: deletion_warning_days 1',
      '2026-05-22T09:00 deletion: database_retention_days 30',
    ]);
  });

  it('ends at the moment asked for, which still belongs to it', () => {
    expect(forecast('2026-03-12T10:00:00Z')).toEqual([
      '2026-03-08T10:00 reminder: reminder_days 7',
      '2026-03-12T10:00 reminder: reminder_days 3',
    ]);
    expect(forecast('2026-03-12T09:59:59Z')).toHaveLength(1);
    expect(forecast('2026-03-15T10:00:00Z', { balance: 10_000 })).toHaveLength(1);
  });

  it('says nothing of what is past', () => {
    expect(forecast('2026-03-14T00:00:00Z', { settledAt: at('2026-03-12T10:00:00Z') })).toEqual([]);
  });

  it('has no event for a plan that costs nothing', () => {
    expect(forecast('2028-03-01T00:00:00Z', {}, { plan: free })).toEqual([]);
  });

  it('goes over to the price that is chosen for the end', () => {
    expect(
      forecast('2026-04-30T00:00:00Z', { balance: 30_000 }, { plan: monthly, nextPlan: dearer })[0],
    ).toBe('2026-03-15T10:00 charge: period_end 30000');
  });

  it('names the setting that was changed when its floor dates the deletion', () => {
    const floored = { ...blocked, deletionNotBefore: at('2026-03-27T10:00:00Z') };
    expect(forecast('2026-06-01T00:00:00Z', floored, { retentionDays: 1 })).toEqual([
      '2026-03-26T10:00 deletion_warning: deletion_warning_days 1',
      '2026-03-27T10:00 deletion: changed_setting',
    ]);
  });

  it('names the retention when the floor of a change comes no later than that', () => {
    const floored = { ...blocked, deletionNotBefore: at('2026-03-27T10:00:00Z') };
    expect(forecast('2026-06-01T00:00:00Z', floored, { retentionDays: 5 }).at(-1)).toBe(
      '2026-03-27T10:00 deletion: database_retention_days 5',
    );
  });

  it('shows what a balance already covers as the next charge', () => {
    expect(forecast('2026-04-01T00:00:00Z', { ...blocked, balance: 10_000 })).toEqual([
      '2026-03-22T10:00 charge: covered_now 10000',
    ]);
  });

  it('of an archived client is empty', () => {
    expect(forecast('2028-01-01T00:00:00Z', { ...blocked, status: 'archived', balance: 99_999 })).toEqual([]);
  });
});

describe('what a row keeps', () => {
  const kept = (subscription: Partial<Subscription>, terms: Partial<Terms> = {}) => {
    const { lastsUntil, deletionAt, nextEventAt } = derived(subscriptionOf(subscription), termsOf(terms));
    return [lastsUntil, deletionAt, nextEventAt].map((moment) => moment?.toISOString().slice(0, 16) ?? null);
  };
  const active: Partial<Subscription> = {
    status: 'active',
    anchor: at('2026-01-31T10:00:00Z'),
    trialEnds: at('2026-02-28T10:00:00Z'),
    settledAt: at('2026-01-31T10:00:00Z'),
  };

  const raised: Plan = {
    ...monthly,
    later: [
      {
        price: 12_000,
        from: at('2026-03-18T09:00:00Z'),
        presentFrom: at('2026-04-01T09:00:00Z'),
        existing: 'change',
      },
    ],
  };

  it.each([
    ['a free period without money', {}, {}, ['2026-03-15T10:00', '2026-04-21T09:00', '2026-03-08T10:00']],
    [
      'a free period and two months',
      { balance: 25_000 },
      {},
      ['2026-05-15T09:00', '2026-06-21T09:00', '2026-03-15T10:00'],
    ],
    [
      'a month end',
      { ...active, balance: 10_000 },
      {},
      ['2026-03-31T09:00', '2026-05-07T09:00', '2026-02-28T10:00'],
    ],
    [
      'a year',
      { ...active, balance: 210_000 },
      { plan: yearly },
      ['2028-02-29T10:00', '2028-04-06T09:00', '2026-02-28T10:00'],
    ],
    [
      'a dearer plan to come',
      { ...active, balance: 30_000 },
      { nextPlan: dearer },
      ['2026-03-31T09:00', '2026-05-07T09:00', '2026-02-28T10:00'],
    ],
    ['a plan that costs nothing', {}, { plan: free }, [null, null, '2026-03-15T10:00']],
    [
      'a price after a free plan',
      active,
      { plan: free, nextPlan: monthly },
      ['2026-02-28T10:00', '2026-04-06T09:00', '2026-02-21T10:00'],
    ],
    ['a free plan after a price', active, { nextPlan: free }, [null, null, '2026-02-28T10:00']],
    ['a debt', { ...active, balance: -5 }, {}, ['2026-02-28T10:00', '2026-04-06T09:00', '2026-02-21T10:00']],
    [
      'grace',
      { status: 'grace' as const, settledAt: at('2026-03-16T00:00:00Z') },
      {},
      ['2026-03-15T10:00', '2026-04-21T09:00', '2026-03-22T10:00'],
    ],
    ['a block', blocked, {}, ['2026-03-15T10:00', '2026-04-21T09:00', '2026-04-14T09:00']],
    [
      'a block before another price',
      blocked,
      { plan: raised },
      ['2026-03-15T10:00', '2026-04-21T09:00', '2026-04-01T09:00'],
    ],
    [
      'the archive before another price',
      { ...blocked, status: 'archived' as const },
      { plan: raised },
      ['2026-03-15T10:00', null, '2026-04-01T09:00'],
    ],
    [
      'grace before another price',
      { status: 'grace' as const, settledAt: at('2026-03-16T00:00:00Z') },
      { plan: raised, graceDays: 20 },
      ['2026-03-15T10:00', '2026-05-04T09:00', '2026-03-18T09:00'],
    ],
    [
      'a floor',
      { ...blocked, deletionNotBefore: at('2026-03-27T10:00:00Z') },
      { retentionDays: 0 },
      ['2026-03-15T10:00', '2026-03-27T10:00', '2026-03-26T10:00'],
    ],
    [
      'a floor that comes before the block',
      { deletionNotBefore: at('2026-05-01T10:00:00Z') },
      {},
      ['2026-03-15T10:00', '2026-05-01T10:00', '2026-03-08T10:00'],
    ],
    [
      'a block whose retention was over before anybody looked',
      { ...blocked, settledAt: at('2026-05-05T10:00:00Z') },
      {},
      ['2026-03-15T10:00', '2026-05-05T10:00', '2026-05-05T10:00'],
    ],
    [
      'a block that the balance covers',
      { ...blocked, balance: 10_000 },
      {},
      ['2026-03-15T10:00', '2026-04-21T09:00', '2026-03-22T10:00'],
    ],
    ['the archive', { ...blocked, status: 'archived' as const }, {}, ['2026-03-15T10:00', null, null]],
  ] as const)('of %s', (_, subscription, terms, expected) => {
    expect(kept(subscription, terms)).toEqual(expected);
  });

  it('stays a date however much money there is', () => {
    const { lastsUntil } = derived(
      subscriptionOf({ balance: Number.MAX_SAFE_INTEGER }),
      termsOf({ plan: { ...monthly, price: 1 } }),
    );
    expect(lastsUntil?.getUTCFullYear()).toBe(3026);
  });
});

describe('the forecast with a card that is charged by itself', () => {
  const card: CardPlan = {
    when: 'period_end',
    threshold: null,
    amount: null,
    last4: '4242',
    isActed: false,
    tryAt: null,
  };
  const withCard = (
    changes: Partial<CardPlan>,
    { until = '2026-04-20T00:00:00Z', ...subscription }: Partial<Subscription> & { until?: string } = {},
  ) =>
    upcoming(subscriptionOf(subscription), termsOf(), at(until), { ...card, ...changes }).map(
      ({ date, event, amount, last4 }) =>
        [date.toISOString().slice(0, 16), event, amount, last4]
          .filter((part) => part !== undefined)
          .join(' '),
    );

  it('names each charge a day before an end, and neither a reminder nor what an unpaid end brings', () => {
    expect(withCard({}, { status: 'active' })).toEqual([
      '2026-03-14T10:00 card_charge 10000 4242',
      '2026-03-15T10:00 charge 10000',
      '2026-04-14T09:00 card_charge 10000 4242',
      '2026-04-15T09:00 charge 10000',
    ]);
  });

  it('charges what the balance lacks, and nothing for an end that it covers', () => {
    expect(withCard({}, { balance: 14_000 })).toEqual([
      '2026-03-15T10:00 charge 10000',
      '2026-04-14T09:00 card_charge 6000 4242',
      '2026-04-15T09:00 charge 10000',
    ]);
  });

  it('reminds of an end for which the chosen amount is too little', () => {
    expect(withCard({ amount: 4_000 }, { until: '2026-03-16T00:00:00Z' })).toEqual([
      '2026-03-08T10:00 reminder',
      '2026-03-12T10:00 reminder',
      '2026-03-14T10:00 reminder',
      '2026-03-14T10:00 card_charge 4000 4242',
      '2026-03-15T10:00 grace',
    ]);
  });

  it('tells of the end of a trial, whoever pays what comes', () => {
    const until = '2026-03-16T00:00:00Z';
    expect(withCard({}, { until, status: 'trial' })).toEqual([
      '2026-03-08T10:00 reminder',
      '2026-03-12T10:00 reminder',
      '2026-03-14T10:00 reminder',
      '2026-03-14T10:00 card_charge 10000 4242',
      '2026-03-15T10:00 charge 10000',
    ]);
  });

  it.each([
    ['pays the end of a period', { status: 'active' }, {}, true],
    ['pays the end of a trial, of which emails tell', { status: 'trial' }, {}, true],
    ['pays too little', { status: 'active' }, { amount: 4_000 }, false],
    ['has nothing to pay', { status: 'active', balance: 10_000 }, {}, false],
    ['was refused for good', { status: 'active' }, { isActed: true }, false],
  ] as const)(
    'leaves nothing to pay where the card pays all: one that %s',
    (_, subscription, plan, isPaid) => {
      const found = upcoming(subscriptionOf(subscription), termsOf(), at('2026-04-20T00:00:00Z'), {
        ...card,
        ...plan,
      });
      expect(isPaidByCard(found)).toBe(isPaid);
    },
  );

  it('is as without a card once the reason was acted on', () => {
    const until = '2026-05-30T00:00:00Z';
    expect(withCard({ isActed: true }, { until })).toEqual(
      upcoming(subscriptionOf(), termsOf(), at(until)).map(
        ({ date, event }) => `${date.toISOString().slice(0, 16)} ${event}`,
      ),
    );
  });

  it('tries again on the day that a refusal left, and the period begins with the money', () => {
    const tryAt = at('2026-03-17T08:00:00Z');
    const owed = {
      status: 'grace',
      settledAt: at('2026-03-15T12:00:00Z'),
      until: '2026-04-01T00:00:00Z',
    } as const;
    expect(withCard({ tryAt }, owed)).toEqual([
      '2026-03-17T08:00 card_charge 10000 4242',
      '2026-03-17T08:00 charge 10000',
    ]);
  });

  it('waits below the threshold for the charge that takes the balance there', () => {
    const below = { when: 'below', threshold: 5_000 } as const;
    expect(withCard(below, { balance: 10_000, until: '2026-03-20T00:00:00Z' })).toEqual([
      '2026-03-15T10:00 charge 10000',
      '2026-03-15T10:00 card_charge 10000 4242',
    ]);
    expect(withCard(below, { balance: 5_000, until: '2026-03-20T00:00:00Z' }).at(-1)).toBe(
      '2026-03-15T10:00 grace',
    );
    expect(withCard(below, { balance: 0, until: '2026-03-02T00:00:00Z' })).toEqual([
      '2026-03-01T10:00 card_charge 10000 4242',
    ]);
  });

  it('pays nothing ahead for an account that closes with its period', () => {
    expect(withCard({}, { closesAt: at('2026-03-15T10:00:00Z') })).toEqual([]);
  });
});
