import { attempt } from '#server/jobs/attempt.ts';
import { localDay } from '#server/kernel/periods.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { expiringCards } from './card-store.ts';

/** Tells the owners of cards that are charged by themselves, once, when the card's last month has come. */
export async function noteExpiringCards({ db, mail, timeZone, log }: OnlineDeps, now: Date): Promise<void> {
  const [year = 0, month = 0] = localDay(now, timeZone).split('-').map(Number);
  for (const card of await expiringCards(db, year * 12 + month)) {
    const { id, client_id, name, last4, exp_month, exp_year } = card;
    const write = () =>
      mail.write(db, now, {
        kind: 'card_expiring',
        to: card.email,
        locale: card.locale,
        data: { name, card: last4, expiry: `${String(exp_month).padStart(2, '0')}/${exp_year}` },
        reason: 'card_expiring',
        clientId: client_id,
        dedupeKey: `${client_id}:card_expiring:${id}`,
      });
    await attempt(log, { failed: 'a customer could not be told that a card expires', cardId: id }, write);
  }
}
