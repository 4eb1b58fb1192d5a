import type { Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { forgottenChecks } from './online-store.ts';

/** When a gateway is asked for a payment, counted from its beginning: its notices may be lost. */
const firstChecks = [120, 600, 3600, 86_400];
/** While it has no answer then, it is asked once a day, but not for ever. */
const mostDays = 30;
const checksAfterSeconds = [
  ...firstChecks,
  ...Array.from({ length: mostDays - 1 }, (_, day) => (day + 2) * 86_400),
];
/** The gateway may tell more about a card when asked than its notice did. */
const cardAfterSeconds = 5;

/** Has the gateway asked for the check of this number, the first is 0, or at once for the card that it saved. */
export async function enqueueCheck(
  queue: Pick<Queue, 'enqueue'>,
  tx: Db,
  paymentId: string,
  check: number | 'card',
): Promise<void> {
  if (check === 'card') {
    return queue.enqueue(tx, 'check-payment', { paymentId, check }, { afterSeconds: cardAfterSeconds });
  }
  const at = checksAfterSeconds[check];
  if (at === undefined) return;
  const afterSeconds = at - (checksAfterSeconds[check - 1] ?? 0);
  await queue.enqueue(tx, 'check-payment', { paymentId, check: String(check) }, { afterSeconds });
}

/** Asks again for payments whose question was lost. */
export async function recoverLostChecks(
  { db, queue }: { db: Db; queue: Pick<Queue, 'enqueueAll'> },
  now: Date,
): Promise<void> {
  const forgotten = await forgottenChecks(db, { duePerCheck: checksAfterSeconds, now });
  const questions = forgotten.map(({ id, checks }) => ({ paymentId: id, check: String(checks) }));
  await queue.enqueueAll(db, 'check-payment', questions);
}

/** A charge that its gateway doesn't know by now never reached it. */
export function isLate(check: string): boolean {
  return Number(check) >= firstChecks.length - 1;
}
