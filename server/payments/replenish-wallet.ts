import {
  latestInvoiceYear,
  type ReplenishInput,
  type TopUpPreview,
  type WalletChange,
} from '#contract/money/wallet.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller, StaffCaller } from '#server/kernel/caller.ts';
import { previewCredit } from '#server/subscriptions/credit-wallet.ts';
import { storeLastTopUp, takeInvoice } from '#server/wallet/ledger-store.ts';
import { type WalletDeps, type WalletTarget, writeWalletLine } from './write-wallet-line.ts';

/**
 * Books money that a client paid. An invoice of a year is accepted once.
 * @throws AppError `deleted`, `invoice_taken`, or a 422 for a year after the next.
 */
export async function replenishWallet(
  deps: WalletDeps,
  caller: StaffCaller,
  target: WalletTarget,
  { service, amount, invoice, year, note }: ReplenishInput,
): Promise<WalletChange> {
  const { now } = caller;
  requireYear(now, year, deps.timeZone);
  const paper = { service, invoice: invoice ?? null, year: year ?? null, note: note || null };
  return writeWalletLine(deps, caller, target, async (tx) => ({
    money: { kind: 'top_up', amount, ...paper },
    action: 'client.replenish',
    audited: { amount, ...paper },
    email: (data) => ({ kind: 'top_up_receipt', reason: 'topped_up', data }),
    async after(id) {
      if (invoice !== undefined && year !== undefined) {
        const isFree = await takeInvoice(tx, { invoice, year, entryId: id });
        if (!isFree) throw fieldError('invoice', 'errors.invoice_taken', 'invoice_taken');
      }
      await storeLastTopUp(tx, target.clientId, { amount, created_at: now });
    },
  }));
}

/** What a top-up would do; writes nothing. */
export async function previewReplenish(
  { subscriptions, timeZone }: Pick<WalletDeps, 'subscriptions' | 'timeZone'>,
  { now }: Caller,
  clientId: string,
  { amount, year }: ReplenishInput,
): Promise<TopUpPreview> {
  requireYear(now, year, timeZone);
  const { charge, balance, status, trialEnds, lastsUntil } = await previewCredit(
    subscriptions,
    clientId,
    amount,
    now,
  );
  return {
    charge,
    balance_after: balance,
    status,
    trialEnds: trialEnds?.toISOString() ?? null,
    lasts_until: lastsUntil?.toISOString() ?? null,
  };
}

function requireYear(now: Date, year: number | undefined, timeZone: string): void {
  const max = latestInvoiceYear(now, timeZone);
  if (year === undefined || year <= max) return;
  throw new AppError('validation_failed', {
    fields: { year: [{ key: 'validation.tooBig', params: { max } }] },
  });
}
