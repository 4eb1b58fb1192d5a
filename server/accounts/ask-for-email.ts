import { takeEmail } from '#server/auth/guard.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { askedFrom, type Caller } from '#server/kernel/caller.ts';
import type { AccountDeps } from './account-deps.ts';
import { takeEmailInterval } from './email-interval.ts';

/** Emails that anybody may request for an address: the kind of account, and the counters that limit them. */
const asked = {
  staff_reset: { kind: 'staff', counted: 'reset', interval: 'staff_reset' },
  reset: { kind: 'customer', counted: 'reset', interval: 'reset' },
  cabinet_address: { kind: 'customer', counted: 'find', interval: 'find' },
  confirm: { kind: 'customer', counted: 'find', interval: 'confirm' },
} as const;

/** Counts the request and enqueues it. A job looks for the account, so the answer is the same for every address. */
export async function askForEmail(
  deps: AccountDeps,
  caller: Caller,
  what: keyof typeof asked,
  email: string,
): Promise<{ retry_after: number }> {
  const { kind, counted, interval } = asked[what];
  const { now } = caller;
  const seconds = await takeEmailInterval(deps, interval, { accountId: emailKey(email), now });
  await takeEmail(deps.guard, counted, { kind, caller, email });
  const from = askedFrom(caller);
  await deps.queue.enqueue(deps.db, 'write-requested-email', { what, email, from, at: now.toISOString() });
  return { retry_after: seconds };
}
