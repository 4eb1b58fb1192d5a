import { auditClient } from '#server/audit-log/audit-store.ts';
import type { Db } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import type { NewCard } from '#server/payments/gateways/driver.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import type { OnlinePayment } from '#server/payments/online/online-store.ts';
import { cardsOf, insertCard, storeToken } from './card-store.ts';

/** Saves the card of a payment, as the payer asked. A card that is saved already keeps its row. */
export async function keepCard(
  { gateways, secrets, defaultLocale }: Pick<OnlineDeps, 'gateways' | 'secrets' | 'defaultLocale'>,
  tx: Db,
  payment: OnlinePayment,
  card: NewCard,
  now: Date,
): Promise<void> {
  const provider = gateways.names.find((name) => name === payment.provider);
  const { client_id } = payment;
  if (provider === undefined || client_id === null) return;
  const known = (await cardsOf(tx, client_id)).find(
    (one) =>
      one.provider === provider &&
      one.last4 === card.last4 &&
      one.brand === card.brand &&
      one.exp_month === card.expMonth &&
      one.exp_year === card.expYear,
  );
  const sealed = secrets.seal(card.token);
  if (known) return storeToken(tx, known.id, sealed);
  await insertCard(tx, {
    id: newId(now),
    client_id,
    provider,
    token_sealed: sealed,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    created_at: now,
  });
  const changes = [{ field: 'card', before: null, after: `•• ${card.last4}` }];
  const subject = { id: client_id, name: null };
  await auditClient(tx, systemCaller(now, defaultLocale), subject, { action: 'client.save_card', changes });
}
