import { describe, expect, it } from 'vitest';
import { advance, changeClosing, receive } from '#server/subscriptions/lifecycle/lifecycle.ts';
import { derived } from '#server/subscriptions/lifecycle/forecast.ts';
import type { Subscription, Terms } from '#server/subscriptions/lifecycle/subscription.ts';
import {
  at,
  dearer,
  free,
  happened,
  mailsOf,
  monthly,
  subscriptionOf,
  termsOf,
  yearly,
} from '#tests/support/subscriptions/subscriptions.ts';

const until = (moment: string, subscription: Partial<Subscription> = {}, terms: Partial<Terms> = {}) =>
  advance(subscriptionOf(subscription), termsOf(terms), at(moment));

const active: Partial<Subscription> = {
  status: 'active',
  trialEnds: at('2026-04-15T09:00:00Z'),
  anchor: at('2026-03-15T10:00:00Z'),
  settledAt: at('2026-03-15T10:00:00Z'),
};
const grace: Partial<Subscription> = {
  status: 'grace',
  trialEnds: at('2026-03-15T10:00:00Z'),
  settledAt: at('2026-03-15T10:00:00Z'),
};
const blocked: Partial<Subscription> = {
  status: 'blocked',
  trialEnds: at('2026-03-15T10:00:00Z'),
  blockedAt: at('2026-03-22T10:00:00Z'),
  settledAt: at('2026-03-22T10:00:00Z'),
};
const archived: Partial<Subscription> = {
  ...blocked,
  status: 'archived',
  settledAt: at('2026-04-21T09:00:00Z'),
};

describe('the free period', () => {
  it('runs until its end, whatever the balance', () => {
    const { subscription, effects } = until('2026-03-15T09:59:59.999Z', { balance: 50_000 });
    expect(effects).toEqual([]);
    expect(subscription).toMatchObject({ status: 'trial', balance: 50_000, anchor: null });
  });

  it('is followed by a charged month when the balance covers it, at its very end', () => {
    const { subscription, effects } = until('2026-03-15T10:00:00Z', { balance: 10_000 });
    expect(effects).toEqual([
      {
        kind: 'charge',
        at: at('2026-03-15T10:00:00Z'),
        amount: 10_000,
        discount: 0,
        periodStart: at('2026-03-15T10:00:00Z'),
        periodEnd: at('2026-04-15T09:00:00Z'),
        plan: monthly,
      },
    ]);
    expect(subscription).toEqual({
      since: at('2026-03-01T10:00:00Z'),
      discounts: [],
      closesAt: null,
      status: 'active',
      trialEnds: at('2026-04-15T09:00:00Z'),
      anchor: at('2026-03-15T10:00:00Z'),
      blockedAt: null,
      deletionNotBefore: null,
      balance: 0,
      settledAt: at('2026-03-15T10:00:00Z'),
    });
  });

  it('is the anchor by its end, even if terms changed before anybody looked', () => {
    const { subscription, effects } = until('2026-03-17T00:00:00Z', {
      settledAt: at('2026-03-16T12:00:00Z'),
      balance: 10_000,
    });
    expect(effects).toMatchObject([
      { at: at('2026-03-16T12:00:00Z'), periodStart: at('2026-03-15T10:00:00Z') },
    ]);
    expect(subscription).toMatchObject({
      anchor: at('2026-03-15T10:00:00Z'),
      trialEnds: at('2026-04-15T09:00:00Z'),
    });
  });

  it('is followed by a year for who pays by the year', () => {
    const { subscription } = until('2026-03-15T10:00:00Z', { balance: 150_000 }, { plan: yearly });
    expect(subscription).toMatchObject({ trialEnds: at('2027-03-15T10:00:00Z'), balance: 50_000 });
  });

  it('is followed by grace when a single minor unit is missing', () => {
    const { subscription, effects } = until('2026-03-15T10:00:00Z', { balance: 9_999 });
    expect(happened(effects)).toEqual(['grace 2026-03-15T10:00Z']);
    expect(subscription).toMatchObject({
      status: 'grace',
      trialEnds: at('2026-03-15T10:00:00Z'),
      balance: 9_999,
    });
  });
});

describe('paid periods', () => {
  it('follow one another while the balance lasts, each kept to the anchor day and clock time', () => {
    const { effects } = until('2026-08-20T00:00:00Z', { balance: 40_000 });
    expect(happened(effects)).toEqual([
      'charge 2026-03-15T10:00Z',
      'charge 2026-04-15T09:00Z',
      'charge 2026-05-15T09:00Z',
      'charge 2026-06-15T09:00Z',
      'grace 2026-07-15T09:00Z',
      'block 2026-07-22T09:00Z',
    ]);
  });

  it('come back to the 31st after shorter months', () => {
    const start = {
      trialEnds: at('2027-01-31T10:00:00Z'),
      settledAt: at('2027-01-20T10:00:00Z'),
      balance: 50_000,
    };
    const { effects } = until('2027-06-01T00:00:00Z', start);
    expect(happened(effects)).toEqual([
      'charge 2027-01-31T10:00Z',
      'charge 2027-02-28T10:00Z',
      'charge 2027-03-31T09:00Z',
      'charge 2027-04-30T09:00Z',
      'charge 2027-05-31T09:00Z',
    ]);
  });

  it('of a year end on 28 February when they began on the 29th, and come back to it', () => {
    const start = {
      trialEnds: at('2028-02-29T10:00:00Z'),
      settledAt: at('2028-02-20T10:00:00Z'),
      balance: 500_000,
    };
    const { effects } = until('2032-03-01T00:00:00Z', start, { plan: yearly });
    expect(happened(effects)).toEqual([
      'charge 2028-02-29T10:00Z',
      'charge 2029-02-28T10:00Z',
      'charge 2030-02-28T10:00Z',
      'charge 2031-02-28T10:00Z',
      'charge 2032-02-29T10:00Z',
    ]);
  });

  it('return to a clock time that was skipped once', () => {
    // 03:30 in Kyiv on the 29th: skipped in March 2026, when 03:00 becomes 04:00.
    const start = { trialEnds: at('2026-02-28T01:30:00Z'), anchor: at('2026-01-29T01:30:00Z') };
    const { effects } = until('2026-05-01T00:00:00Z', {
      ...start,
      status: 'active',
      settledAt: at('2026-02-01T00:00:00Z'),
      balance: 50_000,
    });
    expect(happened(effects)).toEqual([
      'charge 2026-02-28T01:30Z',
      'charge 2026-03-29T01:30Z',
      'charge 2026-04-29T00:30Z',
    ]);
  });

  it('go on with the plan chosen for their end, at its price and on the same grid', () => {
    const next = { plan: monthly, nextPlan: yearly };
    const { subscription, plan, nextPlan } = until(
      '2026-04-15T09:00:00Z',
      { ...active, balance: 100_000 },
      next,
    );
    expect({ plan, nextPlan }).toEqual({ plan: yearly, nextPlan: null });
    expect(subscription).toMatchObject({
      balance: 0,
      trialEnds: at('2027-04-15T09:00:00Z'),
      anchor: at('2026-03-15T10:00:00Z'),
    });
  });

  it('end in grace owing the plan chosen for their end', () => {
    const { subscription, plan, nextPlan } = until(
      '2026-04-15T09:00:00Z',
      { ...active, balance: 20_000 },
      { nextPlan: dearer },
    );
    expect(subscription).toMatchObject({ status: 'grace', balance: 20_000 });
    expect({ plan, nextPlan }).toEqual({ plan: dearer, nextPlan: null });
  });
});

describe('a plan that costs nothing', () => {
  it('stays in the free period until its end, then is active for ever without a ledger line', () => {
    const { subscription, effects } = until('2026-06-01T00:00:00Z', {}, { plan: free });
    expect(happened(effects)).toEqual([
      'renewal 2026-03-15T10:00Z',
      'renewal 2026-04-15T09:00Z',
      'renewal 2026-05-15T09:00Z',
    ]);
    expect(subscription).toMatchObject({
      status: 'active',
      trialEnds: at('2026-06-15T09:00:00Z'),
      balance: 0,
    });
  });

  it('applies to a debtor too, and no email is ever sent', () => {
    const { subscription, effects } = until('2027-06-01T00:00:00Z', { balance: -500 }, { plan: free });
    expect(subscription).toMatchObject({ status: 'active', balance: -500 });
    expect(mailsOf(effects)).toEqual([]);
  });
});

describe('without payment', () => {
  it('grace lasts its days, then the client is blocked, then archived', () => {
    expect(happened(until('2026-06-01T00:00:00Z').effects)).toEqual([
      'grace 2026-03-15T10:00Z',
      'block 2026-03-22T10:00Z',
      'archive 2026-04-21T09:00Z',
    ]);
  });

  it('nothing happens after the deletion', () => {
    const { subscription, effects } = until('2036-01-01T00:00:00Z', archived);
    expect(effects).toEqual([]);
    expect(subscription.status).toBe('archived');
  });

  it('a term of no days blocks at the end itself', () => {
    const { subscription, effects } = until('2026-03-15T10:00:00Z', {}, { graceDays: 0 });
    expect(happened(effects)).toEqual(['grace 2026-03-15T10:00Z', 'block 2026-03-15T10:00Z']);
    expect(subscription.blockedAt).toEqual(at('2026-03-15T10:00:00Z'));
  });

  it('no term and no retention end in the archive at once', () => {
    const { subscription } = until('2026-03-15T10:00:00Z', {}, { graceDays: 0, retentionDays: 0 });
    expect(subscription.status).toBe('archived');
  });

  it('the deletion waits for the floor that a changed setting left', () => {
    const floor = at('2026-03-27T10:00:00Z');
    const short = { retentionDays: 0 };
    expect(
      until('2026-03-27T09:59:59Z', { ...blocked, deletionNotBefore: floor }, short).subscription.status,
    ).toBe('blocked');
    expect(
      happened(until('2026-03-27T10:00:00Z', { ...blocked, deletionNotBefore: floor }, short).effects),
    ).toEqual(['archive 2026-03-27T10:00Z']);
  });

  it('a term shortened below what has passed blocks from the moment of the change, not before it', () => {
    const changed = at('2026-03-20T10:00:00Z');
    const { subscription } = until(
      '2026-03-20T10:01:00Z',
      { ...grace, settledAt: changed },
      { graceDays: 1 },
    );
    expect(subscription).toMatchObject({ status: 'blocked', blockedAt: changed });
  });
});

describe('a price that sinks below the balance', () => {
  it('is charged in grace from the old end', () => {
    const { effects } = until('2026-03-18T00:00:00Z', { ...grace, balance: 10_000 });
    expect(effects[0]).toMatchObject({
      kind: 'charge',
      at: at('2026-03-15T10:00:00Z'),
      periodStart: at('2026-03-15T10:00:00Z'),
    });
  });

  it('resumes who is blocked from the moment of the change', () => {
    const changed = at('2026-04-01T12:00:00Z');
    const { subscription, effects } = until('2026-04-01T12:01:00Z', {
      ...blocked,
      balance: 10_000,
      settledAt: changed,
    });
    expect(happened(effects)).toEqual(['charge 2026-04-01T12:00Z', 'resume 2026-04-01T12:00Z']);
    expect(subscription).toMatchObject({ anchor: changed, trialEnds: at('2026-05-01T12:00:00Z') });
  });

  it('brings nobody back from the archive', () => {
    expect(until('2027-01-01T00:00:00Z', { ...archived, balance: 10_000 }).effects).toEqual([]);
  });
});

describe('money coming in', () => {
  const paid = (
    amount: number,
    moment: string,
    subscription: Partial<Subscription>,
    terms: Partial<Terms> = {},
  ) => receive(subscriptionOf(subscription), termsOf(terms), amount, at(moment));

  it('waits in the wallet while a period runs', () => {
    expect(paid(10_000, '2026-03-05T00:00:00Z', {})).toMatchObject({
      subscription: { status: 'trial', balance: 10_000 },
      effects: [],
    });
    expect(paid(10_000, '2026-04-01T00:00:00Z', active)).toMatchObject({
      subscription: { status: 'active', balance: 10_000, trialEnds: active.trialEnds },
      effects: [],
    });
  });

  it('in grace pays the period from the old end, and keeps the anchor', () => {
    const anchor = at('2026-01-15T10:00:00Z');
    const { subscription, effects } = paid(12_000, '2026-03-18T08:00:00Z', { ...grace, anchor });
    expect(effects).toEqual([
      {
        kind: 'charge',
        at: at('2026-03-18T08:00:00Z'),
        amount: 10_000,
        discount: 0,
        periodStart: at('2026-03-15T10:00:00Z'),
        periodEnd: at('2026-04-15T09:00:00Z'),
        plan: monthly,
      },
    ]);
    expect(subscription).toMatchObject({ status: 'active', balance: 2_000, anchor });
  });

  it.each(['grace', 'blocked', 'archived'] as const)('below the price waits in %s for the rest', (status) => {
    const before = { grace, blocked, archived }[status];
    const moment = '2026-03-21T00:00:00Z';
    const first = paid(9_999, moment, before);
    expect(first.subscription).toMatchObject({
      status,
      balance: 9_999,
      trialEnds: at('2026-03-15T10:00:00Z'),
    });
    expect(happened(first.effects)).toEqual([]);
    expect(receive(first.subscription, termsOf(), 1, at(moment)).subscription).toMatchObject({
      status: 'active',
      balance: 0,
    });
  });

  it('after a grace longer than a period pays the oldest period first, and grace goes on for the next', () => {
    const long = { graceDays: 90 };
    const { subscription, effects } = paid(15_000, '2026-05-20T00:00:00Z', grace, long);
    expect(happened(effects)).toEqual(['charge 2026-05-20T00:00Z', 'grace 2026-05-20T00:00Z']);
    expect(subscription).toMatchObject({
      status: 'grace',
      trialEnds: at('2026-04-15T09:00:00Z'),
      balance: 5_000,
    });
    expect(mailsOf(effects)).toEqual(['grace:2026-04-15T09:00Z']);
  });

  it('after a grace longer than a period pays every period that it covers', () => {
    const { subscription, effects } = paid(35_000, '2026-05-20T00:00:00Z', grace, { graceDays: 90 });
    expect(effects.map((effect) => effect.kind === 'charge' && effect.periodStart)).toEqual([
      at('2026-03-15T10:00:00Z'),
      at('2026-04-15T09:00:00Z'),
      at('2026-05-15T09:00:00Z'),
    ]);
    expect(subscription).toMatchObject({
      status: 'active',
      trialEnds: at('2026-06-15T09:00:00Z'),
      balance: 5_000,
    });
  });

  it('from blocked begins a period now, with a new anchor, and resumes', () => {
    const { subscription, effects } = paid(10_000, '2026-04-01T07:30:00Z', {
      ...blocked,
      anchor: at('2026-01-15T10:00:00Z'),
      deletionNotBefore: at('2026-04-05T00:00:00Z'),
    });
    expect(happened(effects)).toEqual(['charge 2026-04-01T07:30Z', 'resume 2026-04-01T07:30Z']);
    expect(subscription).toEqual({
      since: at('2026-03-01T10:00:00Z'),
      discounts: [],
      closesAt: null,
      status: 'active',
      trialEnds: at('2026-05-01T07:30:00Z'),
      anchor: at('2026-04-01T07:30:00Z'),
      blockedAt: null,
      deletionNotBefore: null,
      balance: 0,
      settledAt: at('2026-04-01T07:30:00Z'),
    });
    expect(mailsOf(effects)).toEqual(['resumed:2026-04-01T07:30Z']);
  });

  it('from the archive begins a period now and returns, without a separate email', () => {
    const { subscription, effects } = paid(25_000, '2026-09-09T09:09:00Z', archived);
    expect(happened(effects)).toEqual(['charge 2026-09-09T09:09Z', 'return 2026-09-09T09:09Z']);
    expect(subscription).toMatchObject({ status: 'active', balance: 15_000, blockedAt: null });
    expect(mailsOf(effects)).toEqual([]);
  });

  it('pays a debt first', () => {
    expect(paid(10_000, '2026-04-01T00:00:00Z', { ...blocked, balance: -1 }).subscription.status).toBe(
      'blocked',
    );
    expect(paid(10_001, '2026-04-01T00:00:00Z', { ...blocked, balance: -1 }).subscription.status).toBe(
      'active',
    );
  });

  it('taken back may leave a debt, and ends nothing that is paid', () => {
    const { subscription, effects } = paid(-15_000, '2026-04-01T00:00:00Z', { ...active, balance: 5_000 });
    expect(subscription).toMatchObject({ status: 'active', balance: -10_000, trialEnds: active.trialEnds });
    expect(effects).toEqual([]);
  });

  it('taken back never returns anybody from the archive', () => {
    expect(paid(-1, '2026-09-09T00:00:00Z', { ...archived, balance: 20_000 }).subscription.status).toBe(
      'archived',
    );
  });

  it('meets the state that time has led to, not the one last stored', () => {
    const { subscription, effects } = paid(10_000, '2026-04-01T00:00:00Z', active);
    expect(subscription).toMatchObject({ status: 'active', balance: 10_000 });
    expect(effects).toEqual([]);
    const late = paid(10_000, '2026-05-01T00:00:00Z', active);
    expect(happened(late.effects)).toEqual([
      'grace 2026-04-15T09:00Z',
      'block 2026-04-22T09:00Z',
      'charge 2026-05-01T00:00Z',
      'resume 2026-05-01T00:00Z',
    ]);
  });

  it('while the clock is set back counts at the moment that was reached', () => {
    const { subscription } = paid(10_000, '2026-03-01T00:00:00Z', blocked);
    expect(subscription).toMatchObject({ anchor: blocked.settledAt, settledAt: blocked.settledAt });
  });
});

describe('emails', () => {
  it('remind 7, 3 and 1 days before an end that the balance does not cover, once each', () => {
    const sent = ['2026-03-08T10:00:00Z', '2026-03-12T10:00:00Z', '2026-03-14T10:00:00Z'];
    let subscription = subscriptionOf({ balance: 9_999 });
    for (const [index, moment] of sent.entries()) {
      const before = advance(subscription, termsOf(), new Date(at(moment).getTime() - 1));
      expect(before.effects).toEqual([]);
      const now = advance(before.subscription, termsOf(), at(moment));
      expect(now.effects).toEqual([
        {
          kind: 'mail',
          mail: 'reminder',
          key: `reminder:2026-03-15T10:00:00.000Z:${[7, 3, 1][index]}`,
          days: [7, 3, 1][index],
          date: at('2026-03-15T10:00:00Z'),
          // Beyond the change to summer time.
          stop: { suspendedOn: at('2026-03-22T10:00:00Z'), keptUntil: at('2026-04-21T09:00:00Z') },
        },
      ]);
      subscription = now.subscription;
      expect(advance(subscription, termsOf(), at(moment)).effects).toEqual([]);
    }
  });

  it('remind nobody whose balance covers what comes', () => {
    expect(until('2026-03-14T12:00:00Z', { balance: 10_000 }).effects).toEqual([]);
  });

  it('remind of the price that is chosen for the end', () => {
    const { effects } = until('2026-04-14T12:00:00Z', { ...active, balance: 10_000 }, { nextPlan: dearer });
    expect(mailsOf(effects)).toEqual(['reminder:2026-04-15T09:00Z:1']);
  });

  it('after an outage remind once, of the nearest', () => {
    expect(mailsOf(until('2026-03-13T00:00:00Z').effects)).toEqual(['reminder:2026-03-15T10:00Z:3']);
  });

  it('after an outage do not remind of an end that has passed, but tell the state now reached', () => {
    expect(mailsOf(until('2026-03-16T00:00:00Z').effects)).toEqual(['grace:2026-03-15T10:00Z']);
    expect(mailsOf(until('2026-03-23T00:00:00Z').effects)).toEqual(['blocked:2026-03-22T10:00Z']);
    expect(mailsOf(until('2026-05-23T00:00:00Z').effects)).toEqual(['deleted:2026-03-22T10:00Z']);
  });

  it('of a term of no days say only what it led to', () => {
    expect(mailsOf(until('2026-03-15T10:00:00Z', {}, { graceDays: 0 }).effects)).toEqual([
      'blocked:2026-03-15T10:00Z',
    ]);
  });

  it('warn 7 and 1 days before the deletion', () => {
    expect(mailsOf(until('2026-04-14T09:00:00Z', blocked).effects)).toEqual([
      'deletion_warning:2026-04-21T09:00Z:7',
    ]);
    const later = { ...blocked, settledAt: at('2026-04-14T09:00:00Z') };
    expect(mailsOf(until('2026-04-20T09:00:00Z', later).effects)).toEqual([
      'deletion_warning:2026-04-21T09:00Z:1',
    ]);
  });

  it('warn once after an outage, of the nearest', () => {
    expect(mailsOf(until('2026-04-20T12:00:00Z', blocked).effects)).toEqual([
      'deletion_warning:2026-04-21T09:00Z:1',
    ]);
  });

  it('warn again when the deletion has moved', () => {
    const { effects } = until('2026-04-14T09:00:00Z', {
      ...blocked,
      deletionNotBefore: at('2026-04-21T10:00:00Z'),
    });
    expect(mailsOf(effects)).toEqual([]);
    expect(
      mailsOf(
        until('2026-04-14T10:00:00Z', { ...blocked, deletionNotBefore: at('2026-04-21T10:00:00Z') }).effects,
      ),
    ).toEqual(['deletion_warning:2026-04-21T10:00Z:7']);
  });

  it('never speak of moments before the state began', () => {
    // A free period of 2 days has no reminder 3 days before, a retention of 3 days no warning 7 days before.
    const short = { settledAt: at('2026-03-13T10:00:00Z') };
    expect(mailsOf(until('2026-03-13T12:00:00Z', short).effects)).toEqual([]);
    expect(mailsOf(until('2026-03-22T10:00:00Z', {}, { retentionDays: 3 }).effects)).toEqual([
      'blocked:2026-03-22T10:00Z',
    ]);
  });

  it('say nothing about a grace that money ended before anybody was told', () => {
    const { effects } = receive(subscriptionOf(), termsOf(), 10_000, at('2026-03-16T00:00:00Z'));
    expect(mailsOf(effects)).toEqual([]);
  });

  it('say nothing of a reminder when the money came in the same moment', () => {
    const { effects } = receive(subscriptionOf(), termsOf(), 10_000, at('2026-03-12T10:00:00Z'));
    expect(effects).toEqual([]);
  });

  it('tell when the client will be blocked, and when its database is deleted', () => {
    expect(until('2026-03-15T10:00:00Z').effects.at(-1)).toMatchObject({ date: at('2026-03-22T10:00:00Z') });
    expect(until('2026-03-22T10:00:00Z').effects.at(-1)).toMatchObject({ date: at('2026-04-21T09:00:00Z') });
  });
});

describe('the renewal of a long period', () => {
  const year: Partial<Subscription> = {
    ...active,
    trialEnds: at('2027-03-15T10:00:00Z'),
    settledAt: at('2027-03-08T09:00:00Z'),
  };
  const terms = { plan: yearly, reminderDays: [] };
  const said = (subscription: Partial<Subscription>, changes: Partial<Terms> = {}) =>
    mailsOf(until('2027-03-10T10:00:00Z', subscription, { ...terms, ...changes }).effects);

  it('is told of a week before, once', () => {
    expect(said(year)).toEqual(['renewal_ahead:2027-03-15T10:00Z']);
    expect(said({ ...year, settledAt: at('2027-03-08T10:00:00Z') })).toEqual([]);
    const woken = derived(subscriptionOf(year), termsOf(terms)).nextEventAt;
    expect(woken).toEqual(at('2027-03-08T10:00:00Z'));
  });

  it.each([
    ['of a month', {}, { plan: monthly }],
    ['that follows a free period', { status: 'trial' as const }, {}],
    ['that the balance pays for', { balance: 100_000 }, {}],
    ['that does not come, because the account closes', { closesAt: at('2027-03-15T10:00:00Z') }, {}],
  ])('is no news if it is one %s', (_what, changes, other) => {
    expect(said({ ...year, ...changes }, other)).toEqual([]);
  });
});

describe('the clock', () => {
  it('set back undoes, charges and sends nothing', () => {
    const before = subscriptionOf({ ...blocked, balance: 10_000 });
    expect(advance(before, termsOf(), at('2026-03-01T00:00:00Z'))).toEqual({
      subscription: before,
      plan: monthly,
      nextPlan: null,
      effects: [],
    });
  });

  it('standing still does nothing twice', () => {
    const moment = '2026-06-01T00:00:00Z';
    const first = until(moment, { balance: 15_000 });
    expect(advance(first.subscription, termsOf(), at(moment))).toMatchObject({
      subscription: first.subscription,
      effects: [],
    });
  });
});

describe('a closing account', () => {
  const rich: Partial<Subscription> = { balance: 500_000 };

  it('that closes with its period pays for no other', () => {
    const closesAt = at('2026-03-15T10:00:00Z');
    expect(until('2026-03-15T10:00:00Z', { ...rich, closesAt }).effects).toEqual([]);
    expect(until('2026-07-01T00:00:00Z', { ...rich, closesAt }).subscription).toMatchObject({
      status: 'trial',
      balance: 500_000,
    });
  });

  it('pays for what begins before its day', () => {
    const closesAt = at('2026-04-20T10:00:00Z');
    const { effects, subscription } = until('2026-07-01T00:00:00Z', { ...rich, closesAt });
    expect(happened(effects)).toEqual(['charge 2026-03-15T10:00Z', 'charge 2026-04-15T09:00Z']);
    expect(subscription.balance).toBe(480_000);
  });

  it('is reminded of no end after which nothing follows, and suspended for none', () => {
    const closesAt = at('2026-03-15T10:00:00Z');
    expect(until('2026-03-14T12:00:00Z', { closesAt }).effects).toEqual([]);
    expect(until('2026-05-01T00:00:00Z', { closesAt }).effects).toEqual([]);
    expect(mailsOf(until('2026-03-14T12:00:00Z').effects)).toEqual(['reminder:2026-03-15T10:00Z:1']);
  });

  it('is not warned of a deletion that its closing comes before', () => {
    const closesAt = at('2026-04-20T00:00:00Z');
    expect(until('2026-05-01T00:00:00Z', { ...blocked, closesAt }).effects).toEqual([]);
  });

  it('takes money that comes after its day, and spends none of it', () => {
    const closed = subscriptionOf({ ...blocked, closesAt: at('2026-04-01T00:00:00Z') });
    const { effects, subscription } = receive(closed, termsOf(), 20_000, at('2026-04-01T00:00:00Z'));
    expect(effects).toEqual([]);
    expect(subscription).toMatchObject({ status: 'blocked', balance: 20_000 });
  });

  it('that is kept after its day pays from the end of its period', () => {
    const closed = subscriptionOf({ ...rich, closesAt: at('2026-03-15T10:00:00Z') });
    const { effects, subscription } = changeClosing(closed, termsOf(), null, at('2026-03-15T10:40:00Z'));
    expect(effects).toMatchObject([{ kind: 'charge', periodStart: at('2026-03-15T10:00:00Z') }]);
    expect(subscription).toMatchObject({ status: 'active', closesAt: null });
  });
});
