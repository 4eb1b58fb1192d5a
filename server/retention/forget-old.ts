import type { BaseLogger } from 'pino';
import { erasableParts, eraseAuditValues, sealedBefore } from '#server/audit-log/audit-erasure-store.ts';
import { sealAudit } from '#server/audit-log/audit-sealer.ts';
import type { AuditRow, Db } from '#server/db/tables.ts';
import { eraseOldBuyers } from '#server/documents/document-store.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { newId } from '#server/kernel/ids.ts';
import { addDays } from '#server/kernel/periods.ts';
import { deleteOldEmails } from '#server/mail/mail-store.ts';
import { eraseOldPayers } from '#server/payments/payment-store.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { booksUntil } from './books-until.ts';
import { deleteOldRetentions, insertRetention, progressOf, storeProgress } from './retention-store.ts';

export interface RetentionDeps {
  db: Db;
  queue: Pick<Queue, 'enqueue'>;
  settings: SettingsService;
  timeZone: string;
  log: Pick<BaseLogger, 'info'>;
}

const batchSize = 1000;
/** Keeps a run short, so that what it forgot is recorded soon, also when its process is stopped; the next one continues. */
const batchesPerRun = 20;
/** How long it is kept what was forgotten. */
const runDays = 400;

/**
 * Forgets what is older than the settings allow (GROWTH section 18, "Retention by kind"; docs/decisions/0206): emails
 * are deleted, entries of the audit log lose their personal values, documents and payments their buyer and payer. In
 * batches, each committed by itself: a killed run has forgotten whole batches, and the next one goes on. Returns how
 * many rows of each kind.
 */
export async function forgetOld(deps: RetentionDeps, now: Date): Promise<Record<string, number>> {
  const { db, settings, timeZone } = deps;
  const kept = await settings.getAll([
    'keep_emails_days',
    'keep_security_days',
    'keep_activity_days',
    'keep_documents_years',
  ]);
  const ago = (days: number) => addDays(now, -days, timeZone);
  const books = booksUntil(now, kept.keep_documents_years, timeZone);
  const { keep_activity_days: activityDays } = kept;
  // Values are erased from sealed entries only.
  await sealAudit(db);
  const steps: Record<string, () => Promise<number>> = {
    emails: () => deleteOldEmails(db, ago(kept.keep_emails_days), batchSize),
    security: () => eraseEntries(db, 'security', ago(kept.keep_security_days)),
    ...(activityDays !== null && { activity: () => eraseEntries(db, 'change', ago(activityDays)) }),
    documents: () => eraseOldBuyers(db, { before: books, limit: batchSize, now }),
    payments: () => eraseOldPayers(db, books, batchSize),
  };
  const forgotten: Record<string, number> = {};
  let isWhole = true;
  for (const [kind, step] of Object.entries(steps)) {
    const { count, isDone } = await inBatches(step);
    forgotten[kind] = count;
    isWhole &&= isDone;
  }
  await deleteOldRetentions(db, ago(runDays));
  await insertRetention(db, { id: newId(now), at: now, forgotten });
  deps.log.info({ forgotten }, 'old personal data forgotten');
  if (!isWhole) await deps.queue.enqueue(db, 'forget-old', {});
  return forgotten;
}

async function inBatches(step: () => Promise<number>): Promise<{ count: number; isDone: boolean }> {
  let count = 0;
  for (let batch = 0; batch < batchesPerRun; batch += 1) {
    const done = await step();
    count += done;
    if (done < batchSize) return { count, isDone: true };
  }
  return { count, isDone: false };
}

/** Names, addresses, devices and values go; who did what to which row, when, and the chain stay. */
function eraseEntries(db: Db, kind: AuditRow['kind'], before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const entries = await sealedBefore(tx, {
      kind,
      after: await progressOf(tx, kind),
      before,
      limit: batchSize,
    });
    const last = entries.at(-1);
    if (!last) return 0;
    await eraseAuditValues(
      tx,
      entries.map(({ id }) => id),
      erasableParts,
    );
    await storeProgress(tx, kind, last);
    return entries.length;
  });
}
