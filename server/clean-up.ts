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

/** Deletes what has expired: sessions, links, limits, tickets, message ids. Unpaid proformas are closed. */
export async function cleanUp(platform: Platform, now: Date): Promise<void> {
  const { db, mail, log } = platform;
  await deleteExpiredSessions(db, now);
  await deleteOldLinks(db, now);
  await deleteOldChallenges(db, now);
  await deleteOldStates(db, now);
  await deleteExpiredInvitations(db, now);
  await deleteOldUses(db, now);
  await deleteOldFailures(db, now);
  await deleteOldPlaces(db, now);
  await forgetOldAccess(db, now);
  await removeUnconfirmedClients(platform, now);
  await forgetOldKeys(db, now);
  await deleteExpiredBackups(platform, now);
  await deleteEndedExports(platform, now);
  await expireDocuments(platform, now);
  await forgetOldRuns(db, new Date(now.getTime() - bulkDays * 86_400_000));
  await forgetOldAlarms(db, new Date(now.getTime() - alarmDays * 86_400_000));
  await deleteOldRuns(db, new Date(now.getTime() - backupRunDays * 86_400_000));
  await deleteOldEvents(db, new Date(now.getTime() - eventDays * 86_400_000));
  await deleteOldHeartbeats(db);
  await deleteOldNotices(db, new Date(now.getTime() - noticeDays * 86_400_000));
  await stripKeptCopies(mail);
  await logAuditHead(db, log);
}
