import { guardLogin } from '#server/auth/login-guard/guard-login.ts';
import type { LoginInput } from '#contract/accounts/auth.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { type AccountRow, updateAccount } from '#server/auth/account-store.ts';
import { judgedLogin } from '#server/auth/login-guard/judged-login.ts';
import { type IssuedToken, issueSession, type Opening } from '#server/auth/issue-session.ts';
import type { AccountKind, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { noteFailedLogin, noteSignIn } from '#server/mail/account-notices.ts';
import type { AccountDeps } from './account-deps.ts';

interface SignIn<Row extends AccountRow, Outcome> extends LoginInput {
  kind: AccountKind;
  /** The account with this address, if it may be signed in to. */
  find(): Promise<Row | undefined>;
  lock(tx: Db, id: string): Promise<Row | undefined>;
  open(tx: Db, account: Row): Promise<Outcome>;
}

/** Opens a session or a challenge for the right password. Attempts are limited. */
export async function signIn<Row extends AccountRow, Outcome>(
  deps: AccountDeps,
  caller: Caller,
  { kind, email, password, find, lock, open }: SignIn<Row, Outcome>,
): Promise<Outcome> {
  const { db, guard, passwords } = deps;
  let rehashed: string | undefined;
  const login = () =>
    judgedLogin(db, {
      async judge() {
        const found = await find();
        // Checked for unknown accounts too, so that the time it takes reveals nothing.
        const right = await passwords.verify(found?.password_hash ?? null, password);
        if (!right || !found?.password_hash) return undefined;
        if (passwords.isOutdated(found.password_hash)) rehashed = await passwords.hash(password);
        return found;
      },
      lock,
      async open(tx, account) {
        if (rehashed) await updateAccount(tx, account, { password_hash: rehashed });
        return { outcome: await open(tx, account) };
      },
    });
  const opened = await guardLogin(guard, { kind, caller, email }, login);
  if (opened) return opened.outcome;
  await noteFailedLogin(deps, caller, kind, email);
  throw new AppError('invalid_credentials');
}

/**
 * Opens a session of a confirmed account, and gives the answer. `login`: by password, so that its owner may be told.
 */
export async function openSession<Answer>(
  deps: AccountDeps,
  tx: Db,
  caller: Caller,
  {
    account,
    clientId,
    login = false,
    mayTell = true,
    opening,
    answerOf,
  }: {
    account: AccountRow;
    /** The client that a person's session is for. */
    clientId?: string;
    login?: boolean;
    /** False for an address that nobody has confirmed: it may belong to a stranger. */
    mayTell?: boolean;
    /** By a password, unless it says otherwise. */
    opening?: Opening;
    answerOf(token: IssuedToken): Answer | Promise<Answer>;
  },
): Promise<Answer> {
  await noteSignIn(deps, tx, caller, { account, notifies: login && mayTell });
  const details = opening && opening.by !== 'password' ? { signed_in_by: opening.by } : {};
  if (login) await writeSecurityEvent(tx, caller, { event: 'login', account, details });
  const answer = await answerOf(await issueSession(tx, caller, { ...account, clientId, opening }));
  caller.checkAnswer?.(answer);
  return answer;
}
