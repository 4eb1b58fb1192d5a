import type * as z from 'zod';
import type { passwordQuestion, passwordVerdict } from '#contract/accounts/auth.ts';
import { guardLink, takePasswordAsked } from '#server/auth/guard.ts';
import { linkRefused } from '#server/accounts/use-account-link.ts';
import { findLink } from '#server/auth/one-time-link-store.ts';
import { refusalOfNew } from '#server/auth/passwords.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { CustomerDeps } from './customer-deps.ts';

/** The links that lead to a form for a new password; that page is the same for colleagues. */
const purposes = ['reset', 'client_invitation', 'staff_reset'] as const;

/**
 * Why a password would be refused as easy to guess. Whose it is behind an emailed link, the link says; a wrong one
 * counts as a guess, and the password is judged without it.
 */
export async function checkPassword(
  { db, guard }: CustomerDeps,
  caller: Caller,
  { password, own, hash: token }: z.output<typeof passwordQuestion>,
): Promise<z.infer<typeof passwordVerdict>> {
  await takePasswordAsked(guard, caller);
  const { now } = caller;
  const link = token && (await guardLink(guard, caller, () => findLink(db, { token, purposes, now })));
  return { refusal: refusalOfNew(password, link ? [...own, link.email] : own) };
}

/**
 * Whether a link still leads to a new password, so that nobody chooses one in vain. It says nothing else of the link, and
 * a wrong one counts as a guess.
 *
 * @throws AppError `link_invalid` for one that is wrong, used or expired.
 */
export async function checkPasswordLink(
  { db, guard }: CustomerDeps,
  caller: Caller,
  { hash: token }: { hash: string },
): Promise<void> {
  const link = await guardLink(guard, caller, () => findLink(db, { token, purposes, now: caller.now }));
  if (!link) throw linkRefused();
}
