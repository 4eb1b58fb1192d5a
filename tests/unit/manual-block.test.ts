import { describe, expect, it } from 'vitest';
import { clientStatuses } from '#contract/client.ts';
import { blockedByHand, unblockedByHand } from '#server/subscriptions/manual-block.ts';

const now = new Date('2026-03-14T10:00:00Z');
const ahead = new Date('2026-03-20T10:00:00Z');
const past = new Date('2026-03-01T10:00:00Z');

describe('blocking by hand', () => {
  it.each(['trial', 'active', 'grace', 'blocked'] as const)(
    'remembers that the client was in %s',
    (status) => {
      expect(blockedByHand({ status, blocked_from: null, trial_ends: ahead })).toEqual({
        status: 'blocked',
        blocked_from: status,
      });
    },
  );

  it.each(['unconfirmed', 'archived'] as const)('leaves a client in %s alone', (status) => {
    expect(blockedByHand({ status, blocked_from: null, trial_ends: null })).toBeUndefined();
  });

  it('changes nothing the second time', () => {
    expect(blockedByHand({ status: 'blocked', blocked_from: 'trial', trial_ends: ahead })).toBeUndefined();
  });
});

describe('unblocking by hand', () => {
  it.each(['trial', 'active'] as const)(
    'goes back to %s while the period runs, without a charge',
    (status) => {
      expect(unblockedByHand({ status: 'blocked', blocked_from: status, trial_ends: ahead }, now)).toEqual({
        status,
        blocked_from: null,
      });
    },
  );

  it.each([
    ['trial', past],
    ['active', now],
    ['grace', past],
    ['blocked', past],
    ['active', null],
  ] as const)('leaves what comes next to the lifecycle: from %s until %s', (status, end) => {
    expect(unblockedByHand({ status: 'blocked', blocked_from: status, trial_ends: end }, now)).toEqual({
      status: 'blocked',
      blocked_from: null,
    });
  });

  it.each(clientStatuses)('does nothing to a client in %s that nobody blocked', (status) => {
    expect(unblockedByHand({ status, blocked_from: null, trial_ends: ahead }, now)).toBeUndefined();
  });
});
