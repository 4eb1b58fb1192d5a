import type { BankLine } from '#contract/entities/bank-line.ts';
import type { MatchInput } from '#contract/money/payment-matching.ts';
import { answered } from '#server/db/answered.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import { AppError, deletedClient, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { bookPayment } from '#server/payments/book-payment.ts';
import { lockPayment, paymentById } from '#server/payments/payment-store.ts';
import type { WalletDeps } from '#server/payments/write-wallet-line.ts';
import { walletOwner } from '#server/wallet/ledger-store.ts';
import { readBankLine } from './read-bank-lines.ts';

/** A bank line, and the key of the request. */
export interface PaymentTarget {
  paymentId: string;
  key: IdempotencyKey | null;
}

/**
 * Books a bank line for a client: the money is in the wallet, its document paid, the receipt on its way. Of two people
 * at one line the first wins.
 *
 * @throws AppError `not_found`, 409 `already_matched`, `other_currency`, `deleted`, `not_open`, or 422
 *   `document_of_another`, and at `client_id` for one that there is not.
 */
export function matchPayment(
  deps: WalletDeps,
  caller: StaffCaller,
  { paymentId, key }: PaymentTarget,
  { client_id, document_id }: MatchInput,
): Promise<BankLine> {
  return answered(deps.db, caller, async (tx) => {
    await once(tx, key, caller.now, async () => {
      if (!(await paymentById(tx, paymentId))) throw new AppError('not_found');
      const owner = await walletOwner(tx, client_id);
      if (!owner) throw fieldError('client_id', 'validation.unknownName');
      if (owner.deleted_at) throw deletedClient(owner);
      const payment = await lockPayment(tx, paymentId);
      if (payment?.status !== 'unmatched') throw new AppError('already_matched');
      const matchedBy = { id: caller.actor.id };
      return {
        id: await bookPayment(deps, tx, caller, owner, { payment, documentId: document_id, matchedBy }),
      };
    });
    return readBankLine(deps, tx, paymentId);
  });
}
