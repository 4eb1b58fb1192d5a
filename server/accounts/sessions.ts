import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { accountById, type AccountRow, lockAccount } from '#server/auth/account-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { endSession } from '#server/auth/end-session.ts';
import { type IssuedToken, placeOf, rotateToken } from '#server/auth/issue-session.ts';
import {
  clientIdOf,
  deleteSession,
  holdSession,
  sessionByToken,
  sessionsOf,
} from '#server/auth/session-store.ts';
import type { AccountKind, Db, SessionRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { emailTo, eventOf } from '#server/mail/account-notices.ts';
import type { AccountDeps } from './account-deps.ts';
import { ownAccountOf, type OwnCaller } from './own-account.ts';

interface Refresh<Row extends AccountRow, Answer> {
  kind: AccountKind;
  token: string | null;
  find(tx: Db, session: SessionRow): Promise<Row | undefined>;
  /** Has the form of a login's answer; checked before the commit. */
  answerOf(token: IssuedToken, account: Row): Answer;
}

/**
 * Gives the next token of a session. The newest token is rotated; the one before it gets the same successor for 10 s.
 * Any older token ends the session: two people have had it, and one of them is a thief (finding 8 of the security
 * review).
 */
export async function refreshSession<Row extends AccountRow, Answer>(
  deps: AccountDeps,
  caller: Caller,
  { kind, token, find, answerOf }: Refresh<Row, Answer>,
): Promise<Answer> {
  const { now } = caller;
  const found = token ? await sessionByToken(deps.db, token) : undefined;
  if (!token || found?.kind !== kind) throw new AppError('unauthorized');
  const holder = { kind, id: found.account_id, clientId: clientIdOf(found) };
  const outcome = await deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, holder, { share: true });
    const session = await sessionByToken(tx, token, { lock: true });
    const account = session && (await find(tx, session));
    if (!session || !account || account.deleted_at || account.client?.deleted_at) return undefined;
    if (session.expires_at <= now) {
      await deleteSession(tx, session.id);
      return undefined;
    }
    if (placeOf(token, session, now) === 'past') return 'stolen' as const;
    const answer = answerOf(await rotateToken(deps, tx, { session, token, now }), account);
    caller.checkAnswer?.(answer);
    return { answer };
  });
  if (outcome === 'stolen') await endStolen(deps, caller, { holder, sessionId: found.id });
  if (!outcome || outcome === 'stolen') throw new AppError('unauthorized');
  return outcome.answer;
}

/** Ends a session because one of its old tokens was used again, records it and tells the owner, whose address is known to be theirs. */
async function endStolen(
  { db, mail }: AccountDeps,
  caller: Caller,
  { holder, sessionId }: { holder: { kind: AccountKind; id: string }; sessionId: string },
): Promise<void> {
  const { now } = caller;
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, holder);
    const account = await accountById(tx, holder);
    const isOpen = await holdSession(tx, sessionId);
    if (!account || account.deleted_at || !isOpen) return;
    await endAccess(tx, holder, 'token_stolen', { now, sessionId });
    const details = { reason: 'token_reused' };
    await writeSecurityEvent(tx, caller, { event: 'session_ended', account, details });
    // An address that nobody has confirmed may be a stranger's.
    if (!account.proved_at) return;
    await mail.write(tx, now, {
      ...emailTo(account),
      kind: 'session_stolen',
      data: { name: account.name, ...eventOf(caller, account) },
      reason: 'token_reused',
    });
  });
}

/** Ends the session of a token, whatever its state. Records nothing if somebody else has just ended it. */
export async function signOut(
  { db }: AccountDeps,
  caller: Caller,
  { kind, token }: { kind: AccountKind; token: string | null },
): Promise<void> {
  const session = token ? await sessionByToken(db, token) : undefined;
  if (!session) return;
  const { id, account_id: accountId } = session;
  await endSession(db, { accountId, id, now: caller.now }, async (tx) => {
    const account = session.kind === kind ? await accountById(tx, { kind, id: accountId }) : undefined;
    if (account) await writeSecurityEvent(tx, caller, { event: 'logout', account });
  });
}

/** The caller's own sessions, latest first. */
export async function ownSessions({ db }: AccountDeps, { actor, now }: OwnCaller) {
  const rows = await sessionsOf(db, actor.kind, ownAccountOf(actor).id, now);
  return rows.map(({ id, ip, user_agent, created_at, last_used_at }) => ({
    id,
    current: id === actor.sessionId,
    ip,
    user_agent,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }));
}

export async function endOwnSession({ db }: AccountDeps, caller: OwnCaller, id: string): Promise<void> {
  const { actor, now } = caller;
  const account = ownAccountOf(actor);
  const isEnded = await endSession(db, { accountId: account.id, id, now }, (tx) =>
    writeSecurityEvent(tx, caller, { event: 'session_ended', account }),
  );
  if (!isEnded) throw new AppError('not_found');
}

/** Ends all of the caller's sessions but the one that asks. */
export async function endOtherSessions({ db }: AccountDeps, caller: OwnCaller): Promise<void> {
  const { actor, now } = caller;
  const account = ownAccountOf(actor);
  await db.transaction().execute(async (tx) => {
    await endAccess(tx, account, 'signed_out', { now, sessionId: actor.sessionId });
    await writeSecurityEvent(tx, caller, { event: 'session_ended', account });
  });
}
