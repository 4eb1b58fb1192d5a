import { describe, expect, it } from 'vitest';
import type { Subscription } from '#server/subscriptions/lifecycle/subscription.ts';
import { restored } from '#server/subscriptions/lifecycle/restoring.ts';
import { at, subscriptionOf } from '#tests/support/subscriptions/subscriptions.ts';

const byHand: Partial<Subscription> = {
  status: 'blocked',
  trialEnds: at('2026-04-15T09:00:00Z'),
  anchor: at('2026-03-15T10:00:00Z'),
  settledAt: at('2026-03-20T10:00:00Z'),
};

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
