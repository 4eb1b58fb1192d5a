import type { UnmatchedLines, UnmatchInput } from '#contract/money/payment-matching.ts';
import { AppError, isUnavailable } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { paymentOfLine } from '#server/payments/payment-store.ts';
import { unbookPayment } from '#server/payments/unbook-payment.ts';
import type { WalletDeps } from '#server/payments/write-wallet-line.ts';

/**
 * Takes bank lines back that were booked together, each by a reversal in a transaction of its own. A top-up names its
 * booking exactly: what was taken back or booked again since is passed over, so that it may be asked twice.
 */
export async function unmatchPayments(
  deps: WalletDeps,
  caller: StaffCaller,
  { entries, reason }: UnmatchInput,
): Promise<UnmatchedLines> {
  const done: UnmatchedLines = { unmatched: 0, amount: 0, kept: { changed: 0, refunded: 0 } };
  for (const entryId of new Set(entries)) {
    const payment = await paymentOfLine(deps.db, entryId);
    // Other payments than bank lines were booked for a known client.
    const refusal =
      payment?.statement_id == null
        ? 'not_matched'
        : await refusalOf(() =>
            deps.db
              .transaction()
              .execute((tx) =>
                unbookPayment(deps, tx, caller, { paymentId: payment.id, entryId, note: reason }),
              ),
          );
    if (refusal === 'payment_refunded') done.kept.refunded += 1;
    else if (refusal !== null) done.kept.changed += 1;
    else {
      done.unmatched += 1;
      done.amount += payment?.amount ?? 0;
    }
  }
  return done;
}

/** The code of a refusal; null where there was none. */
async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError && !isUnavailable(error)) return error.code;
    throw error;
  }
}
