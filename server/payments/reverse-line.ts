import type { ReverseInput, WalletChange } from '#contract/money/wallet.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { freeInvoice, lastTopUp, lineOf, storeLastTopUp } from '#server/wallet/ledger-store.ts';
import { type WalletDeps, type WalletTarget, writeWalletLine } from './write-wallet-line.ts';

/**
 * Reverses a line by another one, which may take the balance below zero. The line's invoice becomes free again, and
 * the last top-up is the one before.
 * @throws AppError `not_found`, `already_reversed`, or a 422 for a reversal.
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
    const { id: reverses_id, kind } = wrong;
    if (kind === 'reversal') throw fieldError('entry', 'validation.notAllowed');
    if (wrong.reversed_by_id) throw new AppError('already_reversed');
    const amount = -wrong.amount;
    const date = wrong.created_at.toISOString();
    return {
      money: { kind: 'reversal', amount, reverses_id, note },
      action: 'client.reverse',
      audited: { kind, amount, note },
      email: (data) => ({ kind: 'balance_corrected', reason: 'reversed', data: { ...data, date } }),
      async after() {
        await freeInvoice(tx, reverses_id);
        if (kind === 'top_up') await storeLastTopUp(tx, clientId, await lastTopUp(tx, clientId));
      },
    };
  });
}
