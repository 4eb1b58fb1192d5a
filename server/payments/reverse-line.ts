import type { ReverseInput, WalletChange } from '#contract/clients/wallet.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { lineOf } from '#server/wallet/ledger-store.ts';
import { reversalOf } from './unbook-payment.ts';
import { type WalletDeps, type WalletTarget, writeWalletLine } from './write-wallet-line.ts';

/**
 * Reverses a line by another one, which may take the balance below zero. The line's invoice becomes free again, its
 * payment is `failed` or `unmatched`, its document is open again, and the last top-up is the one before.
 * @throws AppError `not_found`, `already_reversed`, `payment_refunded`, `refund_by_gateway`, or a 422 for a reversal.
 */
export function reverseLine(
  deps: WalletDeps,
  caller: StaffCaller,
  target: WalletTarget & { entry: string },
  { note }: ReverseInput,
): Promise<WalletChange> {
  const { clientId, entry } = target;
  return writeWalletLine(deps, caller, target, async (tx) => {
    const wrong = await lineOf(tx, clientId, entry);
    if (!wrong) throw new AppError('not_found');
    return reversalOf(tx, caller, wrong, note);
  });
}
