import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { textIn } from '#server/kernel/messages.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { planTexts } from '#server/subscriptions/subscription-store.ts';

/** A client and the tariff that its next period is on. */
export interface Planned {
  id: string;
  locale: Locale;
  tariffId: string;
}

/** By client, the name of that tariff in the client's language. */
export async function planNames(
  { locale: defaultLocale }: Pick<SubscriptionDeps, 'locale'>,
  tx: Db,
  clients: readonly Planned[],
): Promise<Map<string, string>> {
  if (clients.length === 0) return new Map();
  const texts = await planTexts(tx, [...new Set(clients.map(({ tariffId }) => tariffId))]);
  return new Map(
    clients.map(({ id, locale, tariffId }) => [
      id,
      textIn(texts.get(tariffId) ?? {}, 'name', { locale, defaultLocale }),
    ]),
  );
}
