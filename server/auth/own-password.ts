import type { Caller } from '#server/kernel/caller.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import { type Guard, guardOwnSecret } from './guard.ts';
import type { Passwords } from './passwords.ts';

/**
 * Refuses at `field` when the password is not the account's present one. Wrong ones count like those of a
 * login (429).
 */
export async function requireOwnPassword(
  { passwords, guard }: { passwords: Pick<Passwords, 'verify'>; guard: Guard },
  caller: Caller,
  { id, password_hash }: { id: string; password_hash: string | null },
  given: string | undefined,
  field = 'current_password',
): Promise<void> {
  if (!given) throw fieldError(field, 'validation.required');
  const right = await guardOwnSecret(guard, 'current_password', caller, id, async () =>
    (await passwords.verify(password_hash, given)) ? true : undefined,
  );
  if (!right) throw fieldError(field, 'validation.wrongPassword');
}

/**
 * Refuses a change whose password is no longer the account's: somebody has set another one between the check and the
 * lock of the row.
 */
export function requireSamePassword(
  judged: { password_hash: string | null },
  locked: { password_hash: string | null },
  field = 'current_password',
): void {
  if (judged.password_hash === locked.password_hash) return;
  throw fieldError(field, 'validation.wrongPassword');
}
