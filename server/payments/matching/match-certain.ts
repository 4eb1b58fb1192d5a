import type { MatchedCertain } from '#contract/money/payment-matching.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { bookPayment } from '#server/payments/book-payment.ts';
import { lockPayment } from '#server/payments/payment-store.ts';
import {
  type CertainPayment,
  certainPayments,
  suggestForPayments,
} from '#server/payments/suggestions/suggest-for-payments.ts';
import type { WalletDeps } from '#server/payments/write-wallet-line.ts';
import { walletOwner } from '#server/wallet/ledger-store.ts';

/** So many are booked in one call, so that its answer comes in time; the panel asks again for the rest. */
const atOnce = 200;

/**
 * Books the waiting lines that are certain, each in a transaction of its own, judged once more under the locks: what
 * somebody else decided meanwhile, or what is not certain any more, is passed over.
 */
export async function matchCertain(deps: WalletDeps, caller: StaffCaller): Promise<MatchedCertain> {
  const certain = await certainPayments(deps, deps.db);
  const done = { matched: 0, amount: 0 };
  for (const one of certain.slice(0, atOnce)) {
    const isBooked = await bookCertain(deps, caller, one);
    if (!isBooked) continue;
    done.matched += 1;
    done.amount += one.payment.amount;
  }
  return { ...done, left: Math.max(0, certain.length - atOnce) };
}

async function bookCertain(
  deps: WalletDeps,
  caller: StaffCaller,
  { payment: { id }, suggestion: { client } }: CertainPayment,
): Promise<boolean> {
  try {
    return await deps.db
      .transaction()
      .execute((tx) => bookUnderLocks(deps, tx, caller, { id, clientId: client.id }));
  } catch (error) {
    // A colleague decided it first.
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function bookUnderLocks(
  deps: WalletDeps,
  tx: Db,
  caller: StaffCaller,
  { id, clientId }: { id: string; clientId: string },
): Promise<boolean> {
  const owner = await walletOwner(tx, clientId);
  if (!owner || owner.deleted_at) return false;
  const payment = await lockPayment(tx, id);
  if (payment?.status !== 'unmatched') return false;
  const [suggestions = []] = await suggestForPayments(deps, tx, [payment]);
  const still = suggestions.find(
    ({ certainty, client }) => certainty === 'certain' && client.id === clientId,
  );
  if (!still?.document) return false;
  await bookPayment(deps, tx, caller, owner, { payment, documentId: still.document.id, matchedBy: 'rule' });
  return true;
}
