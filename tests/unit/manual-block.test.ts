import { describe, expect, it } from 'vitest';
import type { Subscription } from '#server/subscriptions/lifecycle/subscription.ts';
import {
  blockedByHand,
  changePlanWhileBlocked,
  unblock,
} from '#server/subscriptions/lifecycle/manual-block.ts';
import {
  at,
  dearer,
  happened,
  mailsOf,
  monthly,
  subscriptionOf,
  termsOf,
} from '#tests/support/subscriptions/subscriptions.ts';

describe('blocking by hand', () => {
  it.each(['trial', 'active', 'grace', 'blocked'] as const)(
    'remembers that the client was in %s',
    (status) => {
      expect(blockedByHand({ status, blocked_from: null })).toEqual({
        status: 'blocked',
        blocked_from: status,
      });
    },
  );

  it.each(['unconfirmed', 'archived'] as const)('leaves a client in %s alone', (status) => {
    expect(blockedByHand({ status, blocked_from: null })).toBeUndefined();
  });

  it('changes nothing the second time', () => {
    expect(blockedByHand({ status: 'blocked', blocked_from: 'trial' })).toBeUndefined();
  });
});

const byHand: Partial<Subscription> = {
  status: 'blocked',
  trialEnds: at('2026-04-15T09:00:00Z'),
  anchor: at('2026-03-15T10:00:00Z'),
  settledAt: at('2026-03-20T10:00:00Z'),
};

describe('unblocking by hand', () => {
  it.each(['trial', 'active'] as const)(
    'goes back to %s while its period runs, without a charge',
    (status) => {
      const now = at('2026-04-01T00:00:00Z');
      const { subscription, effects } = unblock(
        subscriptionOf({ ...byHand, balance: 99_999 }),
        termsOf(),
        status,
        now,
      );
      expect(subscription).toMatchObject({
        status,
        balance: 99_999,
        trialEnds: byHand.trialEnds,
        settledAt: now,
      });
      expect(happened(effects)).toEqual(['resume 2026-04-01T00:00Z']);
      expect(mailsOf(effects)).toEqual(['resumed:2026-04-01T00:00Z']);
    },
  );

  it('makes up for no reminder of the time blocked', () => {
    const { effects } = unblock(subscriptionOf(byHand), termsOf(), 'active', at('2026-04-14T10:00:00Z'));
    expect(mailsOf(effects)).toEqual(['resumed:2026-04-14T10:00Z']);
  });

  it.each(['trial', 'active', 'grace', 'blocked'] as const)(
    'from %s whose period is over charges one that begins now',
    (status) => {
      const now = at('2026-05-01T00:00:00Z');
      const { subscription, effects } = unblock(
        subscriptionOf({ ...byHand, balance: 10_000 }),
        termsOf(),
        status,
        now,
      );
      expect(happened(effects)).toEqual(['charge 2026-05-01T00:00Z', 'resume 2026-05-01T00:00Z']);
      expect(subscription).toMatchObject({ status: 'active', anchor: now, blockedAt: null, balance: 0 });
    },
  );

  it('with too little balance stays blocked, by the lifecycle from now on', () => {
    const now = at('2026-05-01T00:00:00Z');
    const lifecycleBlocked = { ...byHand, blockedAt: at('2026-03-20T10:00:00Z'), balance: 9_999 };
    const { subscription, effects } = unblock(subscriptionOf(lifecycleBlocked), termsOf(), 'blocked', now);
    expect(subscription).toMatchObject({ status: 'blocked', blockedAt: now, balance: 9_999 });
    expect(happened(effects)).toEqual(['block 2026-05-01T00:00Z']);
    expect(mailsOf(effects)).toEqual(['blocked:2026-05-01T00:00Z']);
  });

  it.each([0, 10_000])('while the clock is set back counts at the moment that was reached: %i', (balance) => {
    const settledAt = at('2026-05-01T00:00:00Z');
    const before = subscriptionOf({ ...byHand, settledAt, balance });
    const { subscription } = unblock(before, termsOf(), 'active', at('2026-04-20T00:00:00Z'));
    expect(subscription).toMatchObject({
      settledAt,
      ...(balance > 0
        ? { status: 'active', anchor: settledAt }
        : { status: 'blocked', blockedAt: settledAt }),
    });
  });

  it('after the end owes the plan that was chosen for it', () => {
    const { plan, nextPlan } = unblock(
      subscriptionOf({ ...byHand, balance: 10_000 }),
      termsOf({ nextPlan: dearer }),
      'active',
      at('2026-05-01T00:00:00Z'),
    );
    expect({ plan, nextPlan }).toEqual({ plan: dearer, nextPlan: null });
  });
});

describe('another plan while blocked by hand', () => {
  const change = (now: string, blockedFrom: 'active' | 'trial', plan = dearer) =>
    changePlanWhileBlocked(subscriptionOf(byHand), termsOf(), { plan, blockedFrom }, at(now));

  it('waits for the end of a paid period, else holds at once; nothing is charged', () => {
    expect(change('2026-04-01T00:00:00Z', 'active')).toMatchObject({
      plan: monthly,
      nextPlan: dearer,
      effects: [],
    });
    expect(change('2026-05-01T00:00:00Z', 'active')).toMatchObject({
      plan: dearer,
      nextPlan: null,
      effects: [],
    });
    expect(change('2026-04-01T00:00:00Z', 'trial')).toMatchObject({
      plan: dearer,
      nextPlan: null,
      effects: [],
    });
    expect(change('2026-04-01T00:00:00Z', 'active', monthly)).toMatchObject({
      plan: monthly,
      nextPlan: null,
    });
  });
});
