import { describe, expect, it } from 'vitest';
import { mostOf, waitingSteps } from '#server/subscriptions/billing/brake.ts';
import { derived } from '#server/subscriptions/lifecycle/forecast.ts';
import { advance, receive } from '#server/subscriptions/lifecycle/lifecycle.ts';
import { termsAfter } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import {
  at,
  happened,
  mailsOf,
  subscriptionOf,
  termsOf,
} from '#tests/support/subscriptions/subscriptions.ts';

describe('what a run may do without a person', () => {
  it.each([
    [null, 0, 50],
    [null, 249, 50],
    [null, 250, 50],
    [null, 255, 51],
    [null, 10_000, 2000],
    [0, 10_000, 0],
    [7, 10, 7],
    [3000, 10_000, 3000],
  ])('with the setting %s and %i clients is %i of each', (setting, clients, most) => {
    expect(mostOf(setting, clients)).toBe(most);
  });

  const most = { blocks: 10, deletions: 5 };
  it.each([
    [{ blocks: 0, deletions: 0, deletionsAfterBlock: 0 }, []],
    [{ blocks: 10, deletions: 5, deletionsAfterBlock: 0 }, []],
    [{ blocks: 11, deletions: 5, deletionsAfterBlock: 0 }, ['block']],
    [{ blocks: 10, deletions: 6, deletionsAfterBlock: 0 }, ['archive']],
    [{ blocks: 10, deletions: 3, deletionsAfterBlock: 3 }, ['archive']],
    // Clients who are not blocked are not deleted after it either.
    [{ blocks: 11, deletions: 3, deletionsAfterBlock: 3 }, ['block']],
    [{ blocks: 11, deletions: 6, deletionsAfterBlock: 0 }, ['block', 'archive']],
  ])('%j waits as %j', (reach, expected) => {
    expect(waitingSteps(reach, most)).toEqual(expected);
  });
});

describe('a step that waits', () => {
  // The free period ended unpaid on 15 March; the block was due on the 22nd, at the same clock time.
  const now = at('2026-04-10T12:00:00Z');
  const held = { ...termsOf(), waits: ['block' as const] };
  const stopped = advance(subscriptionOf(), held, now);

  it('leaves the client in the state before it; what comes before goes on', () => {
    expect(stopped.subscription.status).toBe('grace');
    expect(happened(stopped.effects)).toEqual(['grace 2026-03-15T10:00Z']);
    expect(mailsOf(stopped.effects)).toEqual(['grace:2026-03-15T10:00Z']);
    const { nextEventAt, waitingStep } = derived(stopped.subscription, termsAfter(held, stopped));
    expect([nextEventAt, waitingStep]).toEqual([null, 'block']);
  });

  it('happens when it is let, and the retention runs from then', () => {
    const later = at('2026-04-12T08:00:00Z');
    const settled = { ...stopped.subscription, settledAt: later };
    const { subscription, effects } = advance(settled, termsOf(), later);
    expect(subscription).toMatchObject({ status: 'blocked', blockedAt: later });
    expect(mailsOf(effects)).toEqual(['blocked:2026-04-12T08:00Z']);
    const { deletionAt } = derived(subscription, termsOf());
    expect(deletionAt).toEqual(at('2026-05-12T08:00:00Z'));
  });

  it('is over once the client pays: the oldest period first, as in grace', () => {
    const { subscription, effects } = receive(stopped.subscription, held, 10_000, now);
    expect(subscription.status).toBe('active');
    expect(happened(effects)).toEqual(['charge 2026-04-10T12:00Z']);
    expect(subscription.trialEnds).toEqual(at('2026-04-15T09:00:00Z'));
    expect(derived(subscription, held).waitingStep).toBeNull();
  });

  it('that is a deletion leaves the client blocked', () => {
    const blocked = subscriptionOf({
      status: 'blocked',
      blockedAt: at('2026-03-01T10:00:00Z'),
      anchor: at('2026-02-20T10:00:00Z'),
      trialEnds: at('2026-02-20T10:00:00Z'),
    });
    const deletionHeld = { ...termsOf(), waits: ['archive' as const] };
    const after = advance(blocked, deletionHeld, now);
    expect(after.subscription.status).toBe('blocked');
    expect(after.effects).toEqual([]);
    expect(derived(after.subscription, deletionHeld)).toMatchObject({
      nextEventAt: null,
      waitingStep: 'archive',
    });
  });

  it('is planned as ever while it is not due', () => {
    const early = advance(subscriptionOf(), held, at('2026-03-16T00:00:00Z'));
    expect(derived(early.subscription, termsAfter(held, early))).toMatchObject({
      nextEventAt: at('2026-03-22T10:00:00Z'),
      waitingStep: null,
    });
  });
});
