import type { Kysely } from 'kysely';
import {
  longestSessionSeconds,
  rotationGraceSeconds,
  sessionSeconds,
  sessionsPerAccount,
  tokenSeconds,
} from '#contract/auth.ts';
import type { AccountKind, SessionRow, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';
import { hashToken, newToken, type Secrets } from '#server/secrets.ts';
import {
  deleteSession,
  deleteSessionsOf,
  insertSession,
  sessionByToken,
  sessionsOf,
  updateSession,
} from './session-store.ts';

/** What a login answer says of the session; seconds. */
export interface IssuedToken {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  session_ttl: number;
  sessionId: string;
}

/**
 * Opaque rotating tokens in sliding sessions, of staff and customers alike (DESIGN section 4, "Tokens").
 */
export function createSessionService({ db, secrets }: { db: Kysely<Tables>; secrets: Secrets }) {
  return {
    /** A new session of an account. */
    async open(
      tx: Kysely<Tables>,
      caller: Caller,
      kind: AccountKind,
      accountId: string,
    ): Promise<IssuedToken> {
      const { now } = caller;
      const token = newToken();
      const endsAt = later(now, longestSessionSeconds[kind]);
      const row: SessionRow = {
        id: newId(now),
        kind,
        account_id: accountId,
        token_hash: hashToken(token),
        previous_hash: null,
        successor_sealed: null,
        rotated_at: now,
        token_expires_at: later(now, tokenSeconds),
        expires_at: later(now, sessionSeconds[kind]),
        ends_at: endsAt,
        ip: caller.ip,
        user_agent: caller.userAgent?.slice(0, 255) ?? null,
        created_at: now,
        last_used_at: now,
      };
      await insertSession(tx, row, sessionsPerAccount);
      return issued(row, token, now);
    },

    /** The session that a token may act for now: not expired, or the one before within its grace. */
    async byToken(token: string, now: Date): Promise<SessionRow | undefined> {
      const hash = hashToken(token);
      const session = await sessionByToken(db, hash);
      if (!session || session.expires_at <= now) return undefined;
      const isCurrent = session.token_hash.equals(hash);
      if (isCurrent ? session.token_expires_at <= now : !withinGrace(session, now)) return undefined;
      return session;
    },

    /**
     * The session whose token this is or was last, for `refresh`: the current token is rotated; the one before gets
     * the very same successor within 10 s and ends the session afterwards. Undefined: sign in anew.
     */
    async refresh(
      token: string,
      kind: AccountKind,
      now: Date,
    ): Promise<{ session: SessionRow; token: IssuedToken } | undefined> {
      const hash = hashToken(token);
      return db.transaction().execute(async (tx) => {
        const session = await sessionByToken(tx, hash, { lock: true });
        if (!session || session.kind !== kind) return undefined;
        if (session.expires_at <= now) {
          await deleteSession(tx, session.id);
          return undefined;
        }
        if (!session.token_hash.equals(hash)) {
          if (withinGrace(session, now) && session.successor_sealed) {
            return { session, token: issued(session, secrets.open(session.successor_sealed), now) };
          }
          await deleteSession(tx, session.id);
          return undefined;
        }
        const successor = newToken();
        const changes = {
          token_hash: hashToken(successor),
          previous_hash: hash,
          successor_sealed: secrets.seal(successor),
          rotated_at: now,
          token_expires_at: later(now, tokenSeconds),
          expires_at: earlier(later(now, sessionSeconds[kind]), session.ends_at),
          last_used_at: now,
        };
        await updateSession(tx, session.id, changes);
        const renewed = { ...session, ...changes };
        return { session: renewed, token: issued(renewed, successor, now) };
      });
    },

    /** Ends the session of a token, whatever its state; nothing to tell when there is none. */
    async close(token: string): Promise<SessionRow | undefined> {
      const session = await sessionByToken(db, hashToken(token));
      if (session) await deleteSession(db, session.id);
      return session;
    },

    endAll: deleteSessionsOf,

    /** One's own sessions, the latest first. */
    async list(kind: AccountKind, accountId: string, currentId: string, now: Date) {
      const rows = await sessionsOf(db, kind, accountId, now);
      return rows.map((row) => ({
        id: row.id,
        current: row.id === currentId,
        ip: row.ip,
        user_agent: row.user_agent,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
      }));
    },

    /** Ends one of an account's sessions; false when it has none of that id. */
    async end(accountId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
export type SessionService = ReturnType<typeof createSessionService>;

function issued(row: SessionRow, token: string, now: Date): IssuedToken {
  const seconds = (until: Date) => Math.max(0, Math.round((until.getTime() - now.getTime()) / 1000));
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: Math.min(seconds(row.token_expires_at), seconds(row.expires_at)),
    session_ttl: seconds(row.expires_at),
    sessionId: row.id,
  };
}

function withinGrace({ rotated_at }: SessionRow, now: Date): boolean {
  return now.getTime() - rotated_at.getTime() <= rotationGraceSeconds * 1000;
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
