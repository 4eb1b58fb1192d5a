import {
  longestSessionSeconds,
  rotationGraceSeconds,
  sessionSeconds,
  sessionsPerAccount,
  tokenSeconds,
} from '#contract/accounts/auth.ts';
import type { AccountKind, Db, SessionOpening, SessionRow } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { hashToken, type Secrets } from '#server/keys/secrets.ts';
import { insertSession, sessionByToken, updateSession } from './session-store.ts';
import { familyHashOf, firstToken, nextToken } from './session-token.ts';

/** Opaque rotating tokens in sliding sessions, of staff and customers alike (DESIGN section 4, "Tokens"). */

/** The session in a login's answer; times in seconds. */
export interface IssuedToken {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  session_ttl: number;
}

/** What a session was opened by, and when its owner proved who they are, if not now. */
export interface Opening {
  by: SessionOpening;
  provedAt?: Date;
}

/** A new session of an account. */
export async function issueSession(
  tx: Db,
  caller: Caller,
  {
    kind,
    id,
    clientId,
    opening = { by: 'password' },
  }: { kind: AccountKind; id: string; clientId?: string | undefined; opening?: Opening | undefined },
): Promise<IssuedToken> {
  const { now } = caller;
  const token = firstToken();
  const row: SessionRow = {
    id: newId(now),
    kind,
    account_id: id,
    client_id: clientId ?? null,
    token_hash: hashToken(token),
    previous_hash: null,
    family_hash: familyHashOf(token),
    successor_sealed: null,
    rotated_at: now,
    token_expires_at: later(now, tokenSeconds),
    expires_at: later(now, sessionSeconds[kind]),
    ends_at: later(now, longestSessionSeconds[kind]),
    ip: caller.ip,
    user_agent: caller.userAgent?.slice(0, 255) ?? null,
    created_at: now,
    last_used_at: now,
    proved_at: opening.provedAt ?? null,
    opened_by: opening.by,
  };
  await insertSession(tx, row, sessionsPerAccount);
  return issued(row, token, now);
}

/**
 * The session that a token may act for now: not expired, and the newest, or the one before within its grace.
 * `mayWait`: also the newest after its time, which waits for its successor.
 */
export async function sessionOfToken(
  db: Db,
  token: string | null,
  now: Date,
  { mayWait = false } = {},
): Promise<SessionRow | undefined> {
  const session = token ? await sessionByToken(db, token) : undefined;
  if (!token || !session || session.expires_at <= now) return undefined;
  const place = placeOf(token, session, now);
  const isLate = place === 'newest' && session.token_expires_at <= now && !mayWait;
  return place === 'past' || isLate ? undefined : session;
}

/** The successor of a valid token: the newest is rotated, the one before it gets the same successor. */
export async function rotateToken(
  { secrets }: { secrets: Pick<Secrets, 'open' | 'seal'> },
  tx: Db,
  { session, token, now }: { session: SessionRow; token: string; now: Date },
): Promise<IssuedToken> {
  if (placeOf(token, session, now) === 'last') {
    return issued(session, secrets.open(session.successor_sealed ?? ''), now);
  }
  const successor = nextToken(token);
  const slid = later(now, sessionSeconds[session.kind]);
  const changes = {
    token_hash: hashToken(successor),
    previous_hash: session.token_hash,
    family_hash: familyHashOf(successor),
    successor_sealed: secrets.seal(successor),
    rotated_at: now,
    token_expires_at: later(now, tokenSeconds),
    expires_at: slid < session.ends_at ? slid : session.ends_at,
    last_used_at: now,
  };
  await updateSession(tx, session.id, changes);
  return issued({ ...session, ...changes }, successor, now);
}

/** The position of a token in its session. */
export function placeOf(token: string, session: SessionRow, now: Date): 'newest' | 'last' | 'past' {
  const hash = hashToken(token);
  if (session.token_hash.equals(hash)) return 'newest';
  const isLast = session.previous_hash?.equals(hash) === true && session.successor_sealed !== null;
  const isInGrace = now.getTime() - session.rotated_at.getTime() <= rotationGraceSeconds * 1000;
  return isLast && isInGrace ? 'last' : 'past';
}

function issued(row: SessionRow, token: string, now: Date): IssuedToken {
  const seconds = (until: Date) => Math.max(0, Math.round((until.getTime() - now.getTime()) / 1000));
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: Math.min(seconds(row.token_expires_at), seconds(row.expires_at)),
    session_ttl: seconds(row.expires_at),
  };
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
