import type { TopUpService } from '#contract/entities/ledger-entry.ts';
import type { PaymentMethod } from '#contract/money/payment-words.ts';
import {
  latestInvoiceYear,
  type ReplenishInput,
  type TopUpPreview,
  type WalletChange,
} from '#contract/clients/wallet.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller, StaffCaller } from '#server/kernel/caller.ts';
import { previewCredit } from '#server/subscriptions/credit-wallet.ts';
import { localDay } from '#server/kernel/periods.ts';
import { bookingOf } from './book-payment.ts';
import { openFrom } from './payment-store.ts';
import { type WalletDeps, type WalletTarget, writeWalletLine } from './write-wallet-line.ts';

/**
 * Books money that a client paid. An invoice of a year is accepted once; the number of a document of ours pays it.
 * @throws AppError `deleted`, `invoice_taken`, `document_of_another`, `not_open`, `month_closed`, or a 422 for a year
 * after the next and a day that has not come.
 */
export async function replenishWallet(
  deps: WalletDeps,
  caller: StaffCaller,
  target: WalletTarget,
  { service, amount, invoice, year, note, value_date, document_id }: ReplenishInput,
): Promise<WalletChange> {
  const { now } = caller;
  const today = localDay(now, deps.timeZone);
  requireYear(now, year, deps.timeZone);
  if (value_date !== undefined && value_date > today) throw fieldError('value_date', 'validation.future');
  return writeWalletLine(deps, caller, target, async (tx, owner) => {
    if (value_date !== undefined) await requireOpen(tx, value_date);
    const paper = invoice !== undefined && year !== undefined ? { invoice, year } : undefined;
    const payment = { method: methodOf[service], amount, value_date: value_date ?? today };
    const booking = { payment, documentId: document_id, paper, note: note || null };
    const { line } = await bookingOf(deps, tx, caller, owner, booking);
    return line;
  });
}

const methodOf: Record<TopUpService, PaymentMethod> = { cash: 'cash', non_cash: 'bank', card: 'card' };

async function requireOpen(tx: Db, day: string): Promise<void> {
  const from = await openFrom(tx);
  if (from !== null && day < from) throw fieldError('value_date', 'errors.month_closed', 'month_closed');
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
