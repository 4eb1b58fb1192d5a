import type { Platform } from '#server/platform.ts';

/**
 * Every job and every recurring one, on one screen. A job is a shell: it calls one service function with the time.
 */
export async function runJobs(platform: Platform): Promise<void> {
  const { database, queue, provisioning, reconciler, mail, subscriptions, usage, wallet, clock, cleanUp } =
    platform;
  const takeUp = async () => {
    await provisioning.takeUp();
    await mail.takeUp(clock.now());
  };
  await queue.work('make-cabinet', ({ clientId }) => provisioning.run(clientId), { concurrency: 4 });
  await queue.work('settle-cabinet', ({ clientId }) => provisioning.run(clientId), { concurrency: 2 });
  await queue.work('send-email', ({ emailId }) => mail.deliver(emailId), { concurrency: 4 });
  await queue.work('take-up', takeUp);
  await queue.work('clean-up', () => cleanUp(clock.now()));
  await queue.work('billing-run', () => subscriptions.runs.run());
  await queue.work('look-again', (concerned) => subscriptions.lookAgain(concerned));
  await queue.work('tell-limits', ({ tariffId }) => usage.tellAll(tariffId, clock.now()));
  await queue.work('prove-ledger', () => wallet.prove(clock.now()));
  await queue.work('compare-cabinets', () => reconciler.compareAll());
  await queue.schedule('compare-cabinets', '*/3 * * * *');
  await queue.schedule('take-up', '* * * * *');
  await queue.schedule('clean-up', '17 * * * *');
  await queue.schedule('billing-run', '* * * * *');
  await queue.schedule('prove-ledger', '23 2 * * *');
  // A server that was killed goes on where it stopped, without waiting for the minute.
  await takeUp();
  await queue.enqueue(database.db, 'billing-run', {});
  if (!(await wallet.latestProof())) await queue.enqueue(database.db, 'prove-ledger', {});
}
