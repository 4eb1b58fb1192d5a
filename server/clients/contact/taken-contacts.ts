import { emailing, type Guard } from '#server/auth/guard.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { takenContacts } from '#server/clients/client-store.ts';

/** 409 with a payload: the browser maps it to the field (specification, section 5). */
export function refuseTaken(taken: { email: boolean; phone: boolean }): void {
  if (taken.email) throw takenRefusal('email_taken');
  if (taken.phone) throw takenRefusal('phone_taken');
}

/** The same for contacts that must be looked up first; one left out is not new. */
export async function refuseTakenContacts(
  tx: Db,
  contacts: Parameters<typeof takenContacts>[1],
): Promise<void> {
  if (contacts.email === undefined && contacts.phoneE164 === undefined) return;
  refuseTaken(await takenContacts(tx, contacts));
}

/** Runs a transaction that takes an email or phone: 409 when somebody else was a moment quicker. */
export async function takingContacts<Result>(
  db: Db,
  caller: Pick<Caller, 'checkData'>,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await answered(db, caller, work);
  } catch (error) {
    throw takenMeanwhile(error);
  }
}

/** The same where staff may write to an unproved address: counted for that address. */
export function takingAddress<Result>(
  { db, guard }: { db: Db; guard: Guard },
  caller: Pick<Caller, 'now' | 'checkData'>,
  email: string | undefined,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return emailing(guard, caller.now, email, () => takingContacts(db, caller, work));
}

/** The refusal of an email or phone that was just taken; any other error as it is. */
export function takenMeanwhile(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error;
  if (error.constraint === 'persons_email') return takenRefusal('email_taken');
  return error.constraint === 'persons_phone' ? takenRefusal('phone_taken') : error;
}

function takenRefusal(code: 'email_taken' | 'phone_taken'): AppError {
  return new AppError(code, { payload: [`errors.${code}`] });
}
