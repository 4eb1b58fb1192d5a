import type { Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';

/** When a gateway is asked for a payment, counted from its beginning: its notices may be lost. */
const checksAfterSeconds = [120, 600, 3600, 86_400];
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

export function isLastCheck(check: string): boolean {
  return Number(check) === checksAfterSeconds.length - 1;
}
