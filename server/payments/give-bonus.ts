import type { BonusInput, WalletChange } from '#contract/clients/wallet.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { type WalletDeps, type WalletTarget, writeWalletLine } from './write-wallet-line.ts';

/** Money given, not paid, so it is no top-up. */
export function giveBonus(
  deps: WalletDeps,
  caller: StaffCaller,
  target: WalletTarget,
  { amount, note }: BonusInput,
): Promise<WalletChange> {
  return writeWalletLine(deps, caller, target, async () => ({
    money: { kind: 'bonus', amount, note },
    action: 'client.bonus',
    audited: { amount, note },
    email: (data) => ({ kind: 'bonus_given', reason: 'bonus_given', data }),
  }));
}
