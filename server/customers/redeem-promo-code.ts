import type { PromoCodeOffer } from '#contract/entities/promo-code.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { guardPromoCode } from '#server/auth/guard.ts';
import { clientById } from '#server/clients/client-store.ts';
import { answered } from '#server/db/answered.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import type { ClientRow, Db, PromoCodeRow } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { type CodeRefusal, discountOfCode, effectOf, refusalOfCode } from '#server/promo-codes/promo-code.ts';
import { promoCodeStore } from '#server/promo-codes/promo-code-store.ts';
import { hasRedeemed, insertRedemption } from '#server/promo-codes/redemption-store.ts';
import { creditWallet } from '#server/subscriptions/credit-wallet.ts';
import { addDiscount } from '#server/subscriptions/discounts/move-discounts.ts';
import { prolongFreePeriod } from '#server/subscriptions/start-free-period.ts';
import type { CustomerDeps } from './customer-deps.ts';

/** Why a code can't be redeemed; each has a text `validation.KEY`. */
type Refusal = CodeRefusal | 'promoCode' | 'promoRedeemed' | 'promoNotForYou';

/**
 * Redeems a promo code in the customer's account: a discount on the next periods, a bonus at once, or more days of a
 * free period that isn't over. Wrong codes count as guesses of the calling address.
 * @throws AppError `account_blocked`, or 422 at `promo_code` with the reason
 */
export async function redeemPromoCode(
  deps: CustomerDeps,
  caller: CustomerCaller,
  { promo_code: typed, key }: { promo_code: string; key: IdempotencyKey | null },
): Promise<PromoCodeOffer> {
  const { db, guard } = deps;
  const { now, actor } = caller;
  const redeem = () =>
    answered(db, caller, (tx) =>
      once(tx, key, now, async () => {
        // Codes before clients, as at the registration.
        const code = await promoCodeStore.byCode(tx, typed, { lock: true });
        const client = await clientById(tx, actor.id, { lock: true });
        if (!client) throw new AppError('not_found');
        if (client.blocked_from !== null) throw new AppError('account_blocked');
        const refusal = code ? await refusalOf(tx, client, code, now) : 'promoCode';
        if (!code || refusal) throw new RefusedCode(refusal ?? 'promoCode');
        await redeemFor(deps, tx, caller, { client, code });
        return { code: code.code, effect: effectOf(code) };
      }),
    );
  const refused: { why: Refusal } = { why: 'promoCode' };
  const redeemed = await guardPromoCode(guard, caller, () =>
    redeem().catch((error: unknown) => {
      if (!(error instanceof RefusedCode)) throw error;
      refused.why = error.why;
      return undefined;
    }),
  );
  if (redeemed) return redeemed;
  throw fieldError('promo_code', `validation.${refused.why}`);
}

/** Undoes the transaction, and then counts as a guess. */
class RefusedCode extends Error {
  readonly why: Refusal;
  constructor(why: Refusal) {
    super(why);
    this.why = why;
  }
}

async function refusalOf(tx: Db, client: ClientRow, code: PromoCodeRow, now: Date): Promise<Refusal | null> {
  const { id, extra_free_days, tariff_ids } = code;
  if (await hasRedeemed(tx, client.id, id)) return 'promoRedeemed';
  const over = refusalOfCode(code, now);
  if (over) return over;
  const isFreeStill = client.status === 'trial' || client.trial_ends === null;
  if (extra_free_days !== null && !isFreeStill) return 'promoNotForYou';
  return tariff_ids && !tariff_ids.includes(client.next_tariff_id ?? client.tariff_id)
    ? 'promoNotForYou'
    : null;
}

async function redeemFor(
  { subscriptions }: CustomerDeps,
  tx: Db,
  caller: CustomerCaller,
  { client: { id, name, email, locale, status }, code }: { client: ClientRow; code: PromoCodeRow },
): Promise<void> {
  const { now } = caller;
  const { id: promo_code_id, extra_free_days, bonus, uses_left } = code;
  if (uses_left !== null)
    await promoCodeStore.update(tx, promo_code_id, { uses_left: uses_left - 1, updated_at: now });
  const free_days = extra_free_days ?? 0;
  await insertRedemption(tx, { client_id: id, promo_code_id, free_days, created_at: now });
  await auditClient(
    tx,
    caller,
    { id, name },
    { action: 'client.promo_code', changes: auditChanges({}, { promo_code: code.code }) },
  );
  const discount = discountOfCode(code, id);
  if (discount) await addDiscount(subscriptions, tx, discount, now);
  if (free_days > 0) await prolongFreePeriod(subscriptions, tx, { id, days: free_days, now });
  if (bonus === null || bonus <= 0) return;
  const money = { id: newId(now), kind: 'bonus' as const, amount: bonus };
  const { balance } = await creditWallet(subscriptions, tx, { id, money, now });
  // An address that nobody has confirmed may belong to a stranger.
  if (status === 'unconfirmed') return;
  await subscriptions.mail.write(tx, now, {
    kind: 'bonus_given',
    to: email,
    locale,
    data: { name, amount: bonus, balance },
    reason: 'promo_bonus',
    dedupeKey: `${id}:promo_bonus:${promo_code_id}`,
    clientId: id,
  });
}
