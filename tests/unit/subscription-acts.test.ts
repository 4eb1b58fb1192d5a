import { describe, expect, it } from 'vitest';
import { deletionFloor } from '#server/subscriptions/deletion-floor.ts';
import type { Subscription } from '#server/subscriptions/lifecycle.ts';
import { changePlanWhileBlocked, unblock } from '#server/subscriptions/manual-block.ts';
import { restored } from '#server/subscriptions/restoring.ts';
import {
  at,
  dearer,
  happened,
  mailsOf,
  monthly,
  subscriptionOf,
  termsOf,
} from '#tests/support/subscriptions.ts';

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

describe('restoring', () => {
  const deletedAt = at('2026-03-21T10:00:00Z');
  const now = at('2026-03-31T12:30:00Z'); // 10 days, 2.5 hours later

  it('moves the end on by the time spent deleted, and makes it the anchor', () => {
    expect(restored(subscriptionOf({ ...byHand, status: 'active' }), deletedAt, now)).toEqual({
      ...subscriptionOf({ ...byHand, status: 'active' }),
      trialEnds: at('2026-04-25T11:30:00Z'),
      anchor: at('2026-04-25T11:30:00Z'),
      settledAt: now,
    });
  });

  it('keeps a free period without an anchor of its own', () => {
    expect(restored(subscriptionOf(), deletedAt, now)).toMatchObject({
      anchor: null,
      trialEnds: at('2026-03-25T12:30:00Z'),
    });
  });

  it('moves the block and the floor of the deletion on', () => {
    const blocked = {
      ...byHand,
      blockedAt: at('2026-03-20T00:00:00Z'),
      deletionNotBefore: at('2026-03-25T00:00:00Z'),
    };
    expect(restored(subscriptionOf(blocked), deletedAt, now)).toMatchObject({
      blockedAt: at('2026-03-30T02:30:00Z'),
      deletionNotBefore: at('2026-04-04T02:30:00Z'),
    });
  });

  it('moves nothing back while the clock is set back', () => {
    const { trialEnds, settledAt } = restored(subscriptionOf(byHand), deletedAt, at('2026-03-01T00:00:00Z'));
    expect({ trialEnds, settledAt }).toEqual({ trialEnds: byHand.trialEnds, settledAt: byHand.settledAt });
  });
});

describe('the floor that a changed setting leaves', () => {
  it.each([
    ['2026-05-01T09:00:00Z', '2026-04-08T09:00:00Z'],
    ['2026-04-03T09:00:00Z', '2026-04-03T09:00:00Z'],
  ])('of a deletion at %s, changed on 1 April, is %s', (deletionAt, floor) => {
    expect(deletionFloor(at(deletionAt), at('2026-04-01T09:00:00Z'), 'Europe/Kyiv')).toEqual(at(floor));
  });
});
