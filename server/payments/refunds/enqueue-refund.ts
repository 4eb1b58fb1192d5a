import type { Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { forgottenRefunds } from './refund-store.ts';

/** How long after the question before a gateway is asked again, while its answer is open; then once a day. */
const afterSeconds = [0, 120, 480, 3000];
const daySeconds = 86_400;

/** Has the gateway asked for this refund, the first question is 0. */
export async function enqueueRefund(
  queue: Pick<Queue, 'enqueue'>,
  tx: Db,
  refundId: string,
  question: number,
): Promise<void> {
  const seconds = afterSeconds[question] ?? daySeconds;
  const data = { refundId, question: String(question) };
  await queue.enqueue(tx, 'send-refund', data, seconds > 0 ? { afterSeconds: seconds } : {});
}

/** Asks again for refunds whose question was lost: none waits longer than a day for the next one. */
export async function recoverLostRefunds(
  { db, queue }: { db: Db; queue: Pick<Queue, 'enqueue'> },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - (daySeconds + 3600) * 1000);
  const data = { question: String(afterSeconds.length - 1) };
  for (const refundId of await forgottenRefunds(db, since)) {
    await queue.enqueue(db, 'send-refund', { refundId, ...data });
  }
}

/** When staff are told that it is open: a day after the first question, or later. */
export function isLongOpen(question: number): boolean {
  return question === afterSeconds.length;
}
