import type { SecurityEvent } from '#contract/kernel/audit.ts';
import { addressKey } from '#server/kernel/address-key.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { countInMinute } from './security-event-store.ts';

/** Rows per minute: for an address, and for an account or all unknown accounts together. */
export const boundPerAddress = 20;
export const boundPerAccount = 60;

/** Events that a stranger can cause at will. Others need a session or a link. */
export function isBounded(event: SecurityEvent): boolean {
  return bounded.includes(event);
}

const bounded: readonly SecurityEvent[] = [
  'login_failed',
  'login_slowed',
  'second_factor_failed',
  'reset_sent',
  'api_key_refused',
];

/**
 * Counts one of these events, so that nobody fills the disk with them: beyond the bounds of a minute the tenfold, the
 * hundredfold… of a bound are written, each with the number of attempts until then.
 *
 * @returns undefined when it isn't to be written; the number of attempts when that has to be said, else 1.
 */
export async function countAttempt(
  tx: Db,
  { now, ip }: Caller,
  event: SecurityEvent,
  account: { id: string } | null,
): Promise<number | undefined> {
  const ofAddress = await countInMinute(tx, `event:${event}:address:${addressKey(ip ?? 'unknown')}`, now);
  const byAddress = weightOf(ofAddress, boundPerAddress);
  if (byAddress === undefined) return undefined;
  const ofAccount = await countInMinute(tx, `event:${event}:account:${account?.id ?? 'unknown'}`, now);
  const byAccount = weightOf(ofAccount, boundPerAccount);
  return byAccount === undefined ? undefined : Math.max(byAddress, byAccount);
}

/** How the nth event of a minute is recorded: not at all, as one, or with the count so far. */
export function weightOf(count: number, bound: number): number | undefined {
  if (count < bound) return 1;
  for (let step = bound; step <= count; step *= 10) if (step === count) return count;
  return undefined;
}
