import type { SavedCard } from '#contract/money/online-payment.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { gatewayTitle } from '#server/payments/online/read-gateways.ts';
import { cardsOf } from './card-store.ts';

/** One's own saved cards, the newest first. */
export async function readCards(
  { db }: Pick<OnlineDeps, 'db'>,
  { actor, locale }: CustomerCaller,
): Promise<SavedCard[]> {
  const cards = await cardsOf(db, actor.id);
  return cards.map(({ id, provider, brand, last4, exp_month, exp_year, created_at }) => ({
    id,
    provider,
    title: gatewayTitle(provider, locale),
    brand,
    last4,
    exp_month,
    exp_year,
    created_at: created_at.toISOString(),
  }));
}
