import { writeRequestedEmail } from '#server/customers/write-requested-email.ts';
import { lookForAlarms } from '#server/alarm-watch/look-for-alarms.ts';
import { notifyAlarms } from '#server/alarm-watch/notify-alarms.ts';
import { mailAnnouncements } from '#server/announcements/mail-announcements.ts';
import { sealAudit } from '#server/audit-log/audit-sealer.ts';
import { checkBackups, runDueBackup } from '#server/backup/run-backup.ts';
import { recoverBulk, runBulk } from '#server/bulk/run-bulk.ts';
import { compareCabinets, compareParts } from '#server/cabinets/comparison/compare-cabinets.ts';
import { farHosts } from '#server/cabinets/hosts/far-hosts.ts';
import { continueDraining } from '#server/cabinets/hosts/drain-hosts.ts';
import { checkDueDomains, checkOwnDomain } from '#server/cabinets/own-domain/check-own-domain.ts';
import { recoverCabinets } from '#server/cabinets/tasks/recover-cabinets.ts';
import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import { clientBulk } from '#server/clients/bulk/client-bulk.ts';
import { cleanUp } from './clean-up.ts';
import { makeExport, recoverExports } from '#server/data-exports/make-export.ts';
import { endClosedAccounts } from '#server/erasures/end-closed-accounts.ts';
import { finishErasure, recoverErasures } from '#server/erasures/finish-erasure.ts';
import { issueDueProformas } from '#server/documents/before-end/issue-due-proformas.ts';
import { issueDueDocuments } from '#server/documents/month-end/month-end.ts';
import { checkVatNumbers } from '#server/documents/vat/check-vat-numbers.ts';
import type { Platform } from './platform.ts';
import { attempt, attemptAll } from '#server/jobs/attempt.ts';
import type { JobName, Jobs } from '#server/jobs/queue.ts';
import { forgetOld } from '#server/retention/forget-old.ts';
import { latestProof } from '#server/wallet/proof-store.ts';
import { mailViews } from '#server/view-mails/mail-views.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { ranUntil } from '#server/subscriptions/billing/progress-store.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { helpBilling } from '#server/subscriptions/billing/share-billing.ts';
import { reschedule } from '#server/subscriptions/change-terms.ts';
import { notifyLimits } from '#server/subscriptions/watch-usage.ts';
import { notifyPrice } from '#server/tariffs/prices/notify-price.ts';
import { chargeCard } from '#server/payments/cards/charge-card.ts';
import { noteExpiringCards } from '#server/payments/cards/note-expiring-cards.ts';
import { runAutoTopUps } from '#server/payments/cards/run-auto-top-ups.ts';
import { recoverLostRefunds } from '#server/payments/refunds/enqueue-refund.ts';
import { sendRefund } from '#server/payments/refunds/send-refund.ts';
import { checkPayment } from '#server/payments/online/check-payment.ts';
import { recoverLostChecks } from '#server/payments/online/enqueue-check.ts';
import { notifyFailedLogins } from '#server/mail/account-notices.ts';
import { deliverEmail, recoverLostEmails } from '#server/mail/deliver-email.ts';

/** A job on a process with a wrong clock is postponed by this much, for another process or for a corrected clock. */
const clockPauseSeconds = 30;

/** When jobs run that nothing else causes, as cron has it. */
const schedules: readonly [JobName, times: string][] = [
  ['compare-cabinets', '*/3 * * * *'],
  ['check-own-domains', '* * * * *'],
  ['recover-lost-work', '* * * * *'],
  ['clean-up', '17 * * * *'],
  ['forget-old', '47 3 * * *'],
  ['run-auto-top-ups', '*/5 * * * *'],
  ['note-expiring-cards', '41 7 * * *'],
  ['billing-run', '* * * * *'],
  ['take-backup', '* * * * *'],
  ['seal-audit', '* * * * *'],
  ['watch-alarms', '* * * * *'],
  ['mail-views', '*/10 * * * *'],
  ['mail-announcements', '*/5 * * * *'],
  ['verify-ledger', '23 2 * * *'],
  ['issue-documents', '*/10 * * * *'],
  ['issue-due-proformas', '3-59/10 * * * *'],
  ['check-vat-numbers', '7 * * * *'],
];

/** Every job and its schedule, on one screen. A job is a shell: it calls one service function with the time. */
export async function runJobs(
  platform: Platform,
  { signal, isScheduled }: { signal: AbortSignal; isScheduled: boolean },
): Promise<void> {
  const { database, queue, mail, subscriptions } = platform;
  const { clock, clockGuard } = platform;
  /** These jobs depend on the time (GROWTH section 20, "Clock and brake"). */
  const work = <Name extends JobName>(
    name: Name,
    handle: (data: Jobs[Name]) => Promise<unknown>,
    options?: { concurrency: number },
  ) =>
    queue.work(
      name,
      async (data) => {
        if (await clockGuard.agrees()) return handle(data);
        await queue.enqueue(database.db, name, data, { afterSeconds: clockPauseSeconds });
      },
      options,
    );
  checkBackups(platform);
  await work('make-cabinet', ({ clientId }) => runTasks(platform, clientId), { concurrency: 4 });
  await work('settle-cabinet', ({ clientId }) => runTasks(platform, clientId), { concurrency: 2 });
  await work('check-own-domains', () => checkDueDomains(platform, clock.now()));
  await work('check-own-domain', ({ clientId }) => checkOwnDomain(platform, clientId, clock.now()), {
    concurrency: 4,
  });
  await work('send-email', ({ emailId }) => deliverEmail(mail, emailId), { concurrency: 4 });
  await work('recover-lost-work', () => recoverLostWork(platform));
  await work('clean-up', () => cleanUp(platform, clock.now()));
  await work('forget-old', () => forgetOld(platform, clock.now()));
  await work('billing-run', () => endAndBill(platform));
  await work('help-billing', (run) => helpBilling(subscriptions, run));
  await work('reschedule', (concerned) => reschedule(subscriptions, concerned));
  await work('notify-limits', ({ tariffId }) => notifyLimits(subscriptions, tariffId, clock.now()));
  await work('notify-price', ({ priceId }) => notifyPrice(platform, priceId, clock.now()));
  const bulkNouns = [clientBulk(platform)];
  await work('run-bulk', ({ runId }) => runBulk(platform, bulkNouns, runId), { concurrency: 2 });
  await work('notify-failed-logins', (account) => notifyFailedLogins(platform, account, clock.now()));
  await work('write-requested-email', (request) => writeRequestedEmail(platform, request, clock.now()));
  await work('make-data-export', ({ exportId }) => makeExport(platform, exportId, clock.now()));
  await work('finish-erasure', ({ clientId }) => finishErasure(platform, clientId, clock.now()));
  await work('verify-ledger', () => verifyLedger(database, clock.now()));
  await work('issue-documents', async () =>
    issueDueDocuments(platform, { now: clock.now(), billedUntil: await ranUntil(database.db) }),
  );
  await work('issue-due-proformas', () => issueDueProformas(platform, clock.now()));
  await work('check-vat-numbers', () => checkVatNumbers(platform, clock.now()));
  await work('check-payment', (asked) => checkPayment(platform, asked, clock.now()), { concurrency: 2 });
  await work('run-auto-top-ups', () => runAutoTopUps(platform, clock.now()));
  await work('charge-card', ({ chargeId }) => chargeCard(platform, chargeId, clock.now()), {
    concurrency: 2,
  });
  await work('send-refund', (asked) => sendRefund(platform, asked, clock.now()), { concurrency: 2 });
  await work('note-expiring-cards', () => noteExpiringCards(platform, clock.now()));
  await work('take-backup', () => runDueBackup({ ...platform, farHosts: farHosts(platform) }, { signal }));
  await queue.work('seal-audit', () => sealAudit(database.db));
  await work('watch-alarms', () => watchAlarms(platform, clock.now()));
  await work('mail-announcements', () => mailAnnouncements(platform, clock.now()));
  await work('mail-views', () => mailViews(platform, clock.now()));
  await work('compare-cabinets', () => compareCabinets(platform));
  await work('compare-parts', ({ comparisonId }) => compareParts(platform, comparisonId));
  for (const [name, times] of isScheduled ? schedules : []) await queue.schedule(name, times);
  // After a crash, work continues at once instead of with the next minute.
  if (await clockGuard.agrees()) await recoverLostWork(platform);
  await queue.enqueue(database.db, 'billing-run', {});
  await queue.enqueue(database.db, 'seal-audit', {});
  await queue.enqueue(database.db, 'take-backup', {});
  if (!(await latestProof(database.db))) await queue.enqueue(database.db, 'verify-ledger', {});
}

/** Gives new jobs to work whose job was lost; what is wrong with one kind stops none of the others. */
export async function recoverLostWork(platform: Platform): Promise<void> {
  const { mail, clock, log } = platform;
  await attemptAll(log, 'lost work could not be recovered', {
    cabinets: () => recoverCabinets(platform),
    draining: () => continueDraining(platform),
    emails: () => recoverLostEmails(mail, clock.now()),
    checks: () => recoverLostChecks(platform, clock.now()),
    refunds: () => recoverLostRefunds(platform, clock.now()),
    bulk: () => recoverBulk(platform),
    exports: () => recoverExports(platform, clock.now()),
    erasures: () => recoverErasures(platform),
  });
}

async function watchAlarms(platform: Platform, now: Date): Promise<void> {
  await lookForAlarms(platform, now);
  await notifyAlarms(platform, now);
}

/**
 * Ends what is closed before it charges: an account that closes with its period doesn't pay for the next one. Whatever
 * is wrong with one, time goes on for the others.
 */
async function endAndBill(platform: Platform): Promise<void> {
  await attempt(platform.log, { failed: 'closed accounts could not be ended' }, () =>
    endClosedAccounts(platform, platform.clock.now()),
  );
  await runBilling(platform.subscriptions);
}
