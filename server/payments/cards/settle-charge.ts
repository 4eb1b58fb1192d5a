import type { PaymentFailure } from '#contract/money/payment-gateway.ts';
import type { Db } from '#server/db/tables.ts';
import type { WalletOwner } from '#server/wallet/ledger-store.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { stopAutoTopUp, lockCharge, updateCharge } from './card-store.ts';
import { nextTry } from '#server/subscriptions/lifecycle/charge-amount.ts';

/** The money of an automatic top-up came. */
export function chargeSucceeded(tx: Db, chargeId: string): Promise<void> {
  return updateCharge(tx, chargeId, { status: 'succeeded', next_try_at: null });
}

/** A try of it was refused: its client is told, and it is tried again, or switched off after the last one. */
export async function chargeFailed(
  { mail }: Pick<OnlineDeps, 'mail'>,
  tx: Db,
  {
    chargeId,
    owner,
    failure,
    now,
  }: { chargeId: string; owner: WalletOwner; failure: PaymentFailure; now: Date },
): Promise<void> {
  const charge = await lockCharge(tx, chargeId);
  if (charge?.status !== 'waiting') return;
  const next = nextTry(charge.created_at, charge.tries);
  const { amount, tries } = charge;
  await updateCharge(tx, chargeId, { status: next ? 'waiting' : 'failed', next_try_at: next });
  if (!next) await stopAutoTopUp(tx, owner.id, 'card_refused', now);
  const addressed = { to: owner.email, locale: owner.locale, clientId: owner.id };
  const dedupeKey = `${owner.id}:auto_top_up:${chargeId}:${tries}`;
  const said = { name: owner.name, amount, failure };
  await mail.write(
    tx,
    now,
    next
      ? {
          ...addressed,
          dedupeKey,
          kind: 'auto_top_up_failed',
          reason: 'auto_top_up_failed',
          data: { ...said, date: next.toISOString() },
        }
      : { ...addressed, dedupeKey, kind: 'auto_top_up_off', reason: 'auto_top_up_off', data: said },
  );
}
