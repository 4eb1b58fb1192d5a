import type { ClientStatus } from '#contract/client.ts';

/** Pure rules of blocking by hand (DESIGN section 7, "Blocked by hand"). */

export interface Blockable {
  status: ClientStatus;
  /** The state before a block by hand. */
  blocked_from: ClientStatus | null;
  trial_ends: Date | null;
}

type Change = Pick<Blockable, 'status' | 'blocked_from'>;

/** What blocking by hand makes of a client; undefined when there is nothing to block. */
export function blockedByHand({ status, blocked_from }: Blockable): Change | undefined {
  if (blocked_from !== null) return undefined;
  switch (status) {
    case 'trial':
    case 'active':
    case 'grace':
    case 'blocked':
      return { status: 'blocked', blocked_from: status };
    case 'unconfirmed':
    case 'archived':
      return undefined;
  }
}

/**
 * What unblocking by hand makes of a client: back to the period that still runs, without a charge; when it has run
 * out, or the lifecycle had blocked before, the lifecycle decides from `blocked`.
 */
export function unblockedByHand(
  { status, blocked_from, trial_ends }: Blockable,
  now: Date,
): Change | undefined {
  if (status !== 'blocked' || blocked_from === null) return undefined;
  const runs = trial_ends !== null && trial_ends > now;
  const goesBack = runs && (blocked_from === 'trial' || blocked_from === 'active');
  return { status: goesBack ? blocked_from : 'blocked', blocked_from: null };
}
