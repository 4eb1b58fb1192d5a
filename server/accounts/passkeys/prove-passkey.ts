import type { PasskeyAnswer } from '#contract/accounts/passkey.ts';
import { passkeySeconds } from '#contract/accounts/passkey.ts';
import type { PasskeyDeps } from '#server/accounts/account-deps.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { accountById, type AccountRow } from '#server/auth/account-store.ts';
import { guardPasskey, takePasskeyAsked } from '#server/auth/guard.ts';
import type { AccountKind, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import {
  notePasskeyUsed,
  ownerOfCredential,
  passkeyByCredential,
  storeChallenge,
  takeChallenge,
} from './passkey-store.ts';
import { challengeOf, provedCounter, requestOptions } from './webauthn.ts';

/** What a browser asks an authenticator with, for a sign-in or a proof at this door. */
export async function askPasskey(
  deps: PasskeyDeps,
  caller: Caller,
  kind: AccountKind,
): Promise<Record<string, unknown>> {
  await takePasskeyAsked(deps.guard, caller);
  const options = await requestOptions(deps);
  const expiresAt = new Date(caller.now.getTime() + passkeySeconds * 1000);
  await storeChallenge(deps.db, { challenge: options.challenge, kind, sessionId: null, expiresAt });
  return { ...options };
}

interface Proving<Row extends AccountRow, Result> {
  kind: AccountKind;
  answer: PasskeyAnswer;
  /** The passkey's account, locked; undefined: it may not be used here. */
  lock(tx: Db, id: string): Promise<Row | undefined>;
  open(tx: Db, account: Row): Promise<Result>;
}

/**
 * Checks an authenticator's answer and runs what it opens, in one transaction under the lock of the account, so that a
 * passkey removed meanwhile opens nothing. Wrong answers count for the address as failed logins do.
 * @throws AppError `passkey_refused`, whatever is wrong.
 */
export async function provePasskey<Row extends AccountRow, Result>(
  deps: PasskeyDeps,
  caller: Caller,
  { kind, answer, lock, open }: Proving<Row, Result>,
): Promise<Result> {
  const { db } = deps;
  const { now } = caller;
  const challenge = challengeOf(answer);
  const owner = await ownerOfCredential(db, kind, answer.id);
  const proved = await guardPasskey(deps.guard, caller, async () => {
    const isOpen =
      challenge !== undefined && (await takeChallenge(db, { challenge, kind, sessionId: null, now }));
    if (!isOpen || owner === undefined) return undefined;
    return db.transaction().execute(async (tx) => {
      const account = await lock(tx, owner);
      const passkey = account && (await passkeyByCredential(tx, account, answer.id));
      if (!account || account.deleted_at || !passkey) return undefined;
      const counter = await provedCounter(deps, { answer, challenge, account, passkey });
      if (counter === undefined) return undefined;
      await notePasskeyUsed(tx, kind, { id: passkey.id, counter, now });
      return { result: await open(tx, account) };
    });
  });
  if (proved) return proved.result;
  const account = owner === undefined ? undefined : await accountById(db, { kind, id: owner });
  await writeSecurityEvent(db, caller, {
    event: 'login_failed',
    account: account ?? null,
    details: { door: kind },
  });
  throw new AppError('passkey_refused');
}
