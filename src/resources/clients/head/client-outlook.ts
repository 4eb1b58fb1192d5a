import type { Client } from '#contract/entities/client.ts';
import type { Tone } from '#web/ui/admin/kit/state-tag.tsx';

/** What the head of a client's page says of money and time. Pure. */

type Outlook = Pick<
  Client,
  'status' | 'balance' | 'trialEnds' | 'lasts_until' | 'deletion_at' | 'deleted_at' | 'blocked_by_hand'
>;

const soonMs = 7 * 86_400_000;

/** Whether the balance pays for what comes: not (`bad`), not for a week (`warning`), or longer. */
export function balanceTone(client: Outlook, now: Date): Tone {
  const { status, balance, lasts_until, deleted_at, blocked_by_hand } = client;
  if (deleted_at !== null || blocked_by_hand || status === 'unconfirmed' || status === 'archived')
    return 'off';
  if (balance < 0 || status === 'grace' || status === 'blocked') return 'bad';
  const isShort = lasts_until !== null && Date.parse(lasts_until) < now.getTime() + soonMs;
  return isShort ? 'warning' : 'good';
}

/** When the next thing happens by itself, and what: a charge, nothing paid, a block, the deletion of the data. */
export interface End {
  at: string;
  next: 'charged' | 'unpaid' | 'due' | 'deleted';
}

export function endOf(client: Outlook): End | null {
  const { status, trialEnds, lasts_until, deletion_at, deleted_at, blocked_by_hand } = client;
  if (deleted_at !== null) return null;
  if (status === 'blocked' && !blocked_by_hand && deletion_at !== null)
    return { at: deletion_at, next: 'deleted' };
  if (trialEnds === null || blocked_by_hand) return null;
  if (status === 'grace') return { at: trialEnds, next: 'due' };
  if (status !== 'trial' && status !== 'active') return null;
  const isPaid = lasts_until !== null && Date.parse(lasts_until) > Date.parse(trialEnds);
  return { at: trialEnds, next: isPaid ? 'charged' : 'unpaid' };
}
