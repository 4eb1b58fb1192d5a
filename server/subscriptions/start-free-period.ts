import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { addDays } from '#server/kernel/periods.ts';
import { creditWallet } from './credit-wallet.ts';
import { lockSubscription, settleSubscription } from './settle-subscription.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { freePeriodRow, updateSubscription } from './subscription-store.ts';

/**
 * Begins the free period when the cabinet becomes active, and gives what the promo code promised. Only once: a client
 * that already had one keeps its end. Answers the end of one that has begun.
 */
export async function startFreePeriod(
  deps: SubscriptionDeps,
  tx: Db,
  id: string,
  now: Date,
): Promise<Date | undefined> {
  const { name, email, locale } = await lockSubscription(tx, id);
  const { client, days } = await freePeriodOf(deps, tx, id);
  if (client.trial_ends) return undefined;
  const ends = addDays(now, days, deps.timeZone);
  await updateSubscription(tx, id, {
    status: 'trial',
    trial_ends: ends,
    settled_at: now,
    updated_at: now,
  });
  const { bonus } = client;
  const begun = days > 0 ? ends : undefined;
  if (bonus === null || bonus <= 0) {
    await settleSubscription(deps, tx, id, now);
    return begun;
  }
  const money = { id: newId(now), kind: 'bonus' as const, amount: bonus };
  const { balance } = await creditWallet(deps, tx, { id, money, now });
  await deps.mail.write(tx, now, {
    kind: 'bonus_given',
    to: email,
    locale,
    data: { name, amount: bonus, balance },
    reason: 'promo_bonus',
    dedupeKey: `${id}:promo_bonus`,
    clientId: id,
  });
  return begun;
}

/** Gives a running free period the present length, counted from its beginning. */
export async function moveFreePeriod(deps: SubscriptionDeps, tx: Db, id: string, now: Date): Promise<void> {
  const row = await lockSubscription(tx, id);
  const { client, days } = await freePeriodOf(deps, tx, id);
  if ((row.blocked_from ?? row.status) !== 'trial' || !client.ready_at) return;
  await updateSubscription(tx, id, { trial_ends: addDays(client.ready_at, days, deps.timeZone) });
  await settleSubscription(deps, tx, id, now);
}

/** Moves the end of a running free period, wherever it is by now, by some days. */
export async function prolongFreePeriod(
  deps: SubscriptionDeps,
  tx: Db,
  { id, days, now }: { id: string; days: number; now: Date },
): Promise<void> {
  const { status, trial_ends } = await lockSubscription(tx, id);
  if (status !== 'trial' || !trial_ends) return;
  await updateSubscription(tx, id, { trial_ends: addDays(trial_ends, days, deps.timeZone) });
  await settleSubscription(deps, tx, id, now);
}

/**
 * The days of a client's free period: its own, else the partner's, else its tariff's, else the general one, plus
 * those of the promo codes.
 */
export async function freePeriodOf(
  { settings }: Pick<SubscriptionDeps, 'settings'>,
  tx: Db,
  clientId: string,
) {
  const client = await freePeriodRow(tx, clientId);
  const own = client.free_period_days ?? client.partner_days ?? client.tariff_days;
  const base = own ?? (await settings.get('free_period_days', tx));
  return { client, days: base + (client.extra_free_days ?? 0) + client.redeemed_days };
}
