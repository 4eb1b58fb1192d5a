import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import {
  actingSessionSeconds,
  cabinetSessionSeconds,
  type Entitlements,
  type TicketAnswer,
} from '#contract/cabinets/cabinet.ts';
import { locale } from '#contract/kernel/primitives.ts';
import type { Locale } from '#contract/kernel/variants.ts';

/** Earlier sessions know neither their person nor the platform's session: their owners sign in again. */
export const sessionMigration = `
   DROP TABLE sessions;
   CREATE TABLE sessions (
     token_hash BLOB PRIMARY KEY,
     name TEXT NOT NULL,
     locale TEXT NOT NULL,
     person_id TEXT,
     acting_user_id TEXT,
     acting_user TEXT,
     platform_session TEXT,
     read_only INTEGER NOT NULL,
     began_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`;

/** Sign-outs that the platform has not been told of yet. */
export const signOutMigration = `
   CREATE TABLE sign_outs (platform_session TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`;

/** The language that a session's person had chosen on the platform when it was last known. */
export const languageMigration = 'ALTER TABLE sessions ADD COLUMN platform_locale TEXT;';

const sessionRow = z.object({
  name: z.string(),
  locale,
  person_id: z.string().nullable(),
  acting_user: z.string().nullable(),
  /** The platform's session behind it. */
  platform_session: z.string().nullable(),
  read_only: z.int().transform(Boolean),
});
export type Session = z.infer<typeof sessionRow>;

/** Ended sessions, as in `docs/cabinet-protocol.md`, "Sessions that end". */
export type EndedSessions = Pick<
  Entitlements,
  'sessions_valid_from' | 'persons' | 'acting_users_ended' | 'sessions_ended'
>;

/** The sessions of one cabinet; tokens are stored as hashes. */
export function sessionStore(database: DatabaseSync) {
  const endSession = (token: string): void => {
    database.prepare('DELETE FROM sessions WHERE token_hash = ?').run(hashOf(token));
  };
  return {
    /** Makes a session and returns its token and lifetime in seconds; deletes expired ones and `replaces`. */
    startSession(ticket: TicketAnswer, { now, replaces }: { now: Date; replaces: string | undefined }) {
      const token = randomBytes(32).toString('base64url');
      const lifetime = ticket.acting_user ? actingSessionSeconds : cabinetSessionSeconds;
      // By the platform's clock, which also decides which sessions count.
      const began = ticket.signed_in_at ? Date.parse(ticket.signed_in_at) : now.getTime();
      database.prepare('DELETE FROM sessions WHERE expires_at <= ?').run(now.getTime());
      if (replaces) endSession(replaces);
      database
        .prepare(
          `INSERT INTO sessions (token_hash, name, locale, platform_locale, person_id, acting_user_id, acting_user,
             platform_session, read_only, began_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          hashOf(token),
          ticket.person?.name ?? ticket.name,
          ticket.locale,
          ticket.locale,
          ticket.person?.id ?? null,
          ticket.acting_user?.id ?? null,
          ticket.acting_user?.name ?? null,
          ticket.session_id,
          Number(ticket.read_only),
          began,
          now.getTime() + lifetime * 1000,
        );
      return { token, maxAge: lifetime };
    },

    findSession(token: string, now: Date): Session | undefined {
      const row = database
        .prepare(
          `SELECT name, locale, person_id, acting_user, platform_session, read_only FROM sessions
           WHERE token_hash = ? AND expires_at > ?`,
        )
        .get(hashOf(token), now.getTime());
      return sessionRow.optional().parse(row);
    },

    changeLanguage(token: string, chosen: Locale): void {
      database.prepare('UPDATE sessions SET locale = ? WHERE token_hash = ?').run(chosen, hashOf(token));
    },

    endSession,
    ...untoldSignOuts(database),
    ...languages(database),

    /** Ends a session, after storing that the platform must be told of it: nothing is lost in between. */
    signOut(token: string, platformSession: string): void {
      database.prepare('INSERT OR IGNORE INTO sign_outs (platform_session) VALUES (?)').run(platformSession);
      endSession(token);
    },

    /** Deletes the sessions that the platform has ended. */
    dropEnded(ended: EndedSessions): void {
      const before = database.prepare('DELETE FROM sessions WHERE began_at < ?');
      const ofPerson = database.prepare('DELETE FROM sessions WHERE person_id = ? AND began_at < ?');
      const acting = database.prepare('DELETE FROM sessions WHERE acting_user_id = ?');
      const from = database.prepare('DELETE FROM sessions WHERE platform_session = ?');
      if (ended.sessions_valid_from) before.run(Date.parse(ended.sessions_valid_from));
      for (const { id, valid_from } of ended.persons) ofPerson.run(id, Date.parse(valid_from));
      for (const id of ended.acting_users_ended) acting.run(id);
      for (const id of ended.sessions_ended) from.run(id);
    },
  };
}

function languages(database: DatabaseSync) {
  return {
    /** Sessions follow a language that their person has chosen on the platform since. */
    followLanguages(members: Entitlements['members']): void {
      const follow = database.prepare(
        'UPDATE sessions SET locale = ?1, platform_locale = ?1 WHERE person_id = ?2 AND platform_locale IS NOT ?1',
      );
      for (const { id, locale: chosen } of members) follow.run(chosen, id);
    },
  };
}

/** The sign-outs that the platform must still be told of. */
function untoldSignOuts(database: DatabaseSync) {
  return {
    /** The platform's sessions that it must still be told of, in portions. */
    untoldSignOuts(): string[] {
      const rows = database.prepare('SELECT platform_session FROM sign_outs LIMIT 20').all();
      return z
        .array(z.object({ platform_session: z.string() }))
        .parse(rows)
        .map((row) => row.platform_session);
    },

    noteToldSignOut(platformSession: string): void {
      database.prepare('DELETE FROM sign_outs WHERE platform_session = ?').run(platformSession);
    },
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
