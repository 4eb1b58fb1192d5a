import type { ClientRow } from '#server/db/tables.ts';
import { graceEnd } from './lifecycle-steps.ts';

/**
 * When a client is suspended if nothing is paid before: after the grace of a period that is not paid, or that the balance
 * won't pay. Null for everybody else. Pure.
 */
export function suspensionOf(
  {
    status,
    blocked_from,
    deleted_at,
    trial_ends,
    lasts_until,
  }: Pick<ClientRow, 'status' | 'blocked_from' | 'deleted_at' | 'trial_ends' | 'lasts_until'>,
  terms: Parameters<typeof graceEnd>[1],
): Date | null {
  if (deleted_at !== null || blocked_from !== null || trial_ends === null) return null;
  const isUncovered = lasts_until !== null && lasts_until <= trial_ends;
  const isUnpaid = status === 'grace' || ((status === 'trial' || status === 'active') && isUncovered);
  return isUnpaid ? graceEnd({ trialEnds: trial_ends }, terms) : null;
}
