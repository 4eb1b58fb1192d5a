import type { Caller } from '#server/http/caller.ts';
import { refusedField } from '#server/refused.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Passwords } from './passwords.ts';

/**
 * Refuses at `current_password` whoever can't say the present password of the account that they change. Wrong ones
 * count like those of a login (429).
 */
export async function requireOwnPassword(
  { passwords, guard }: { passwords: Pick<Passwords, 'verify'>; guard: LoginGuard },
  caller: Caller,
  { id, password_hash }: { id: string; password_hash: string | null },
  given: string | undefined,
): Promise<void> {
  if (!given) throw refusedField('current_password', 'validation.required');
  const right = await guard.guardOwnSecret('current_password', caller, id, async () =>
    (await passwords.verify(password_hash, given)) ? true : undefined,
  );
  if (!right) throw refusedField('current_password', 'validation.wrongPassword');
}
