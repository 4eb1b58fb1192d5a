import { createHash } from 'node:crypto';
import { gatewayNames, type NoticeProblem } from '#contract/money/payment-gateway.ts';
import type { Db, PaymentRow } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { deleteNotices, keepNotice } from './online-store.ts';

/** What went wrong with a payment or a refund though no gateway told so: shown among their notices. */
type OwnProblem = Extract<NoticeProblem, 'check_broken' | `refund_${string}`>;

type ShownPayment = Pick<PaymentRow, 'id' | 'provider' | 'external_id'>;

/** Shows staff what is wrong, once for each `about`: the id of the payment or the refund. */
export async function showOwnProblem(
  tx: Db,
  { id: payment_id, provider, external_id }: ShownPayment,
  { about, problem, amount, now }: { about: string; problem: OwnProblem; amount: number; now: Date },
): Promise<void> {
  const name = gatewayNames.find((one) => one === provider);
  if (!name) return;
  await keepNotice(tx, {
    id: newId(now),
    provider: name,
    fingerprint: fingerprintOf(problem, about),
    reference: about,
    external_id,
    state: problem,
    amount,
    currency: null,
    payment_id,
    problem,
    received_at: now,
  });
}

/** Nothing is left to do about these: the gateway has answered. */
export function endOwnProblems(tx: Db, about: string, problems: readonly OwnProblem[]): Promise<void> {
  return deleteNotices(
    tx,
    problems.map((problem) => fingerprintOf(problem, about)),
  );
}

function fingerprintOf(problem: OwnProblem, about: string): Buffer {
  return createHash('sha256').update(`${problem} ${about}`).digest();
}
