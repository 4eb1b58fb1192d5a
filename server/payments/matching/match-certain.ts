import {
  type MatchCertainInput,
  type MatchedCertain,
  matchedAtOnce,
} from '#contract/money/payment-matching.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, isUnavailable } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { bookPayment } from '#server/payments/book-payment.ts';
import { lockPayment, paymentById, updatePayment } from '#server/payments/payment-store.ts';
import { type CertainPayment, certainPayments } from '#server/payments/suggestions/certain-payments.ts';
import { suggestForPayments } from '#server/payments/suggestions/suggest-for-payments.ts';
import type { WalletDeps } from '#server/payments/write-wallet-line.ts';
import { walletOwner } from '#server/wallet/ledger-store.ts';

/**
 * Books the waiting lines that are certain, each in a transaction of its own, judged once more under the locks: what
 * somebody else decided meanwhile, or what is not certain any more, is passed over.
 */
export async function matchCertain(
  deps: WalletDeps,
  caller: StaffCaller,
  { batch_id = newId(caller.now) }: MatchCertainInput,
): Promise<MatchedCertain> {
  const certain = await certainPayments(deps, deps.db);
  const done: Omit<MatchedCertain, 'left'> = { matched: 0, amount: 0, entries: [], batch_id };
  for (const one of certain.slice(0, matchedAtOnce)) {
    const entry = await bookCertain(deps, caller, { ...one, batch_id });
    if (entry === null) continue;
    done.entries.push(entry);
    done.matched += 1;
    done.amount += one.payment.amount;
  }
  return { ...done, left: Math.max(0, certain.length - matchedAtOnce) };
}

/** Answers the top-up in the wallet; null where nothing was booked. */
async function bookCertain(
  deps: WalletDeps,
  caller: StaffCaller,
  { payment: { id }, suggestion: { client }, batch_id }: CertainPayment & { batch_id: string },
): Promise<string | null> {
  try {
    return await deps.db
      .transaction()
      .execute((tx) => bookUnderLocks(deps, tx, caller, { id, clientId: client.id, batch_id }));
  } catch (error) {
    // A colleague decided it first.
    if (error instanceof AppError && !isUnavailable(error)) return null;
    throw error;
  }
}

async function bookUnderLocks(
  deps: WalletDeps,
  tx: Db,
  caller: StaffCaller,
  { id, clientId, batch_id }: { id: string; clientId: string; batch_id: string },
): Promise<string | null> {
  const owner = await walletOwner(tx, clientId);
  if (!owner || owner.deleted_at) return null;
  const payment = await lockPayment(tx, id);
  if (payment?.status !== 'unmatched') return null;
  const [suggestions = []] = await suggestForPayments(deps, tx, [payment]);
  const still = suggestions.find(
    ({ certainty, client }) => certainty === 'certain' && client.id === clientId,
  );
  if (!still?.document) return null;
  await bookPayment(deps, tx, caller, owner, { payment, documentId: still.document.id, matchedBy: 'rule' });
  await updatePayment(tx, { id, now: caller.now }, { batch_id });
  return (await paymentById(tx, id))?.ledger_entry_id ?? null;
}
