import { forgetOldAlarms } from '#server/alarms/alarm-store.ts';
import { logAuditHead } from '#server/audit-log/audit-sealer.ts';
import { deleteOldFailures } from '#server/auth/login-guard/login-failure-store.ts';
import { deleteOldChallenges } from '#server/accounts/passkeys/passkey-store.ts';
import { deleteOldLinks } from '#server/auth/one-time-link-store.ts';
import { deleteOldUses } from '#server/auth/rate-limit-store.ts';
import { deleteExpiredSessions } from '#server/auth/session-store.ts';
import { deleteOldRuns } from '#server/backup/backup-run-store.ts';
import { forgetOldRuns } from '#server/bulk/bulk-store.ts';
import { forgetOldAccess } from '#server/cabinets/access/forget-old-access.ts';
import { deleteExpiredBackups } from '#server/cabinets/backups/delete-expired-backups.ts';
import { removeUnconfirmedClients } from '#server/clients/remove-client.ts';
import { deleteEndedExports } from '#server/data-exports/download-export.ts';
import { expireDocuments } from '#server/documents/expire-documents.ts';
import { forgetOldKeys } from '#server/db/idempotency.ts';
import { attemptAll } from '#server/jobs/attempt.ts';
import { stripKeptCopies } from '#server/mail/mail-links.ts';
import { deleteOldPlaces } from '#server/mail/sign-in-place-store.ts';
import { deleteOldStates } from '#server/oidc/used-state-store.ts';
import { deleteOldNotices } from '#server/payments/online/online-store.ts';
import { deleteExpiredInvitations } from '#server/persons/member-store.ts';
import { deleteOldHeartbeats } from '#server/processes/heartbeat-store.ts';
import { deleteOldEvents } from '#server/webhooks/delivery/delivery-store.ts';
import type { Platform } from './platform.ts';

/** How long it is kept that a gateway's notice came and was acted on. */
const noticeDays = 90;

/** How long it is kept what an act on many rows did to each. */
const bulkDays = 90;

/** How long it is kept what was wrong. */
const alarmDays = 90;

/** How long it is kept that a backup was taken. */
const backupRunDays = 400;

/** How long events and their messages are kept. */
const eventDays = 30;

/**
 * Deletes what has expired: sessions, links, limits, tickets, message ids. Unpaid proformas are closed. A step that fails
 * stops none of the others, and is done the next time.
 */
export async function cleanUp(platform: Platform, now: Date): Promise<void> {
  const { db, mail, log } = platform;
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await attemptAll(log, 'what has expired could not be deleted', {
    sessions: () => deleteExpiredSessions(db, now),
    links: () => deleteOldLinks(db, now),
    challenges: () => deleteOldChallenges(db, now),
    states: () => deleteOldStates(db, now),
    invitations: () => deleteExpiredInvitations(db, now),
    limits: () => deleteOldUses(db, now),
    failures: () => deleteOldFailures(db, now),
    places: () => deleteOldPlaces(db, now),
    access: () => forgetOldAccess(db, now),
    registrations: () => removeUnconfirmedClients(platform, now),
    keys: () => forgetOldKeys(db, now),
    cabinetBackups: () => deleteExpiredBackups(platform, now),
    exports: () => deleteEndedExports(platform, now),
    documents: () => expireDocuments(platform, now),
    bulkRuns: () => forgetOldRuns(db, ago(bulkDays)),
    alarms: () => forgetOldAlarms(db, ago(alarmDays)),
    backupRuns: () => deleteOldRuns(db, ago(backupRunDays)),
    events: () => deleteOldEvents(db, ago(eventDays)),
    heartbeats: () => deleteOldHeartbeats(db),
    notices: () => deleteOldNotices(db, ago(noticeDays)),
    emailCopies: () => stripKeptCopies(mail),
    auditHead: () => logAuditHead(db, log),
  });
}
