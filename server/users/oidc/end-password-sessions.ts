import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { lockAccount } from '#server/auth/account-store.ts';
import { deleteStaffSessionsOpenedBy, staffWithSessionsOpenedBy } from '#server/auth/session-store.ts';
import { endCabinetSessions } from '#server/cabinet-sessions/cabinet-session-store.ts';
import { deleteTickets } from '#server/cabinet-sessions/ticket-store.ts';
import type { SessionOpening } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { userById } from '#server/users/user-store.ts';

/** What the company's accounts do not vouch for. A link of the operator's does for itself. */
const ended: readonly SessionOpening[] = ['password', 'passkey'];

/**
 * At the start of a process in which colleagues sign in at the provider alone: ends what a password or a passkey has
 * opened before. Returns how many colleagues are signed out by it. May run in several processes at once.
 */
export async function endPasswordSessions(
  { db, defaultLocale, passwordsOff }: Pick<StaffDeps, 'db' | 'defaultLocale' | 'passwordsOff'>,
  now: Date,
): Promise<number> {
  if (!passwordsOff) return 0;
  const ids = await staffWithSessionsOpenedBy(db, ended);
  for (const id of ids) {
    await db.transaction().execute(async (tx) => {
      await lockAccount(tx, { kind: 'staff', id });
      const user = await userById(tx, id);
      if (!user || !(await deleteStaffSessionsOpenedBy(tx, id, ended))) return;
      await deleteTickets(tx, { actingUserId: id });
      await endCabinetSessions(tx, { actingUserId: id, at: now });
      await writeSecurityEvent(tx, systemCaller(now, defaultLocale), {
        event: 'session_ended',
        account: { kind: 'staff', id, name: user.name },
        details: { reason: 'passwords_off' },
      });
    });
  }
  return ids.length;
}
