import type { Client } from '#contract/entities/client.ts';
import type { Tone } from '#web/ui/admin/kit/state-tag.tsx';

/** What the head of a client's page says of money and time. Pure. */

type Outlook = Pick<
  Client,
  'status' | 'balance' | 'trialEnds' | 'lasts_until' | 'deletion_at' | 'deleted_at' | 'blocked_by_hand'
>;

const soonMs = 7 * 86_400_000;

/** Whether time runs for a client: neither deleted nor suspended by hand, where no period ends. */
export function goesOn({
  deleted_at,
  blocked_by_hand,
}: Pick<Outlook, 'deleted_at' | 'blocked_by_hand'>): boolean {
  return deleted_at === null && !blocked_by_hand;
}

/** Whether the balance pays for what comes: not (`bad`), not for long (`warning`), or longer. Nothing due is `off`. */
export function balanceTone(client: Outlook, now: Date): Tone {
  const { status, balance, lasts_until } = client;
  if (!goesOn(client) || status === 'unconfirmed' || status === 'archived') return 'off';
  if (balance < 0 || status === 'grace' || status === 'blocked') return 'bad';
  const next = endOf(client)?.next;
  if (next === 'free') return 'off';
  const isShort = lasts_until !== null && Date.parse(lasts_until) < now.getTime() + soonMs;
  return isShort || next === 'unpaid' ? 'warning' : 'good';
}

/** Until when the balance lasts; null where it pays for no period, or none is due. */
export function lastsOf(client: Outlook): string | null {
  return endOf(client)?.next === 'charged' ? client.lasts_until : null;
}

/** When the next thing happens by itself, and what: a charge, nothing due, nothing paid, a block, the data deleted. */
export interface End {
  at: string;
  next: 'charged' | 'free' | 'unpaid' | 'due' | 'deleted';
}

/** Until when a client who is suspended by hand has paid, or has a free period: it goes on when they are resumed. */
export function heldUntil(client: Outlook, now: Date): string | null {
  const { blocked_by_hand, deleted_at, trialEnds } = client;
  if (!blocked_by_hand || deleted_at !== null || trialEnds === null) return null;
  return Date.parse(trialEnds) > now.getTime() ? trialEnds : null;
}

export function endOf(client: Outlook): End | null {
  const { status, trialEnds, lasts_until, deletion_at, deleted_at, blocked_by_hand } = client;
  if (deleted_at !== null) return null;
  if (status === 'blocked' && !blocked_by_hand && deletion_at !== null)
    return { at: trialEnds ?? deletion_at, next: 'deleted' };
  if (trialEnds === null || blocked_by_hand) return null;
  if (status === 'grace') return { at: trialEnds, next: 'due' };
  if (status !== 'trial' && status !== 'active') return null;
  // The server answers no end of the balance where a tariff costs nothing.
  if (lasts_until === null) return { at: trialEnds, next: 'free' };
  const isPaid = Date.parse(lasts_until) > Date.parse(trialEnds);
  return { at: trialEnds, next: isPaid ? 'charged' : 'unpaid' };
}
