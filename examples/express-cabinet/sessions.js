import { createHash, randomBytes } from 'node:crypto';

/**
 * Sessions, by the hash of their token: here in memory, in a product in its database. None lives longer than the
 * platform says that it ended (docs/cabinet-protocol.md, "Sessions that end").
 */
const dayMs = 86_400_000;
const ownMs = 30 * dayMs;
const actingMs = 3_600_000;

export function keepSessions() {
  const sessions = new Map();
  const keyOf = (token) => createHash('sha256').update(token).digest('hex');
  return {
    /** Begins one for a redeemed ticket. */
    begin(ticket) {
      const token = randomBytes(32).toString('base64url');
      const lastsMs = ticket.acting_user ? actingMs : ownMs;
      sessions.set(keyOf(token), { ...ticket, ends: Date.now() + lastsMs });
      return { token, seconds: lastsMs / 1000 };
    },
    find(token) {
      const session = token && sessions.get(keyOf(token));
      return session && session.ends > Date.now() ? session : undefined;
    },
    end(token) {
      sessions.delete(keyOf(token));
    },
    /** Drops what the entitlements report as ended. */
    drop({
      sessions_valid_from: from,
      persons = [],
      acting_users_ended: acting = [],
      sessions_ended: ended = [],
    }) {
      const isBefore = (session, moment) =>
        Boolean(moment) && Date.parse(session.signed_in_at) < Date.parse(moment);
      for (const [key, session] of sessions) {
        const isOver =
          session.ends <= Date.now() ||
          isBefore(session, from) ||
          persons.some(({ id, valid_from }) => id === session.person?.id && isBefore(session, valid_from)) ||
          acting.includes(session.acting_user?.id) ||
          ended.includes(session.session_id);
        if (isOver) sessions.delete(key);
      }
    },
  };
}
