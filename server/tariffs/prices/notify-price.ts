import type { Db, TariffPriceRow } from '#server/db/tables.ts';
import { firstId } from '#server/kernel/ids.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import type { BillingPeriod } from '#contract/entities/client.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { textIn } from '#server/kernel/messages.ts';
import { priceBook } from '#server/subscriptions/general-terms.ts';
import { priceOfPeriod } from '#server/subscriptions/lifecycle/lifecycle-messages.ts';
import { priceAt } from '#server/subscriptions/lifecycle/price.ts';
import { discounted } from '#server/subscriptions/lifecycle/discount.ts';
import type { Discount } from '#server/subscriptions/lifecycle/subscription.ts';
import { discountsAt, periodStartFrom } from '#server/subscriptions/lifecycle/forecast.ts';
import { planOf, subscriptionOf } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import { priceById, pricesOf } from '#server/subscriptions/price-store.ts';
import type { SubscribedRow } from '#server/subscriptions/subscription-store.ts';
import { tariffById } from '#server/tariffs/tariff-store.ts';
import { presentAfter, toldAfter } from './price-clients-store.ts';
import { effectOn, planWith } from './price-effect.ts';

interface NotifyDeps {
  db: Db;
  mail: Pick<MailService, 'writeAll'>;
  timeZone: string;
  defaultLocale: Locale;
}

const notifiedAtOnce = 500;

/**
 * The job: tells clients who were there before a price what they will pay and from when, some hundred at a time. When
 * the price was withdrawn meanwhile, it tells those who were told. Run again, it sends nothing twice.
 */
export async function notifyPrice(deps: NotifyDeps, priceId: string, now: Date): Promise<void> {
  for (let last: string | undefined = firstId; last !== undefined;) {
    const after: string = last;
    last = await deps.db.transaction().execute(async (tx) => {
      // A withdrawal waits for these emails, and then sends its own.
      const price = await priceById(tx, priceId, { lock: true });
      if (!price) return undefined;
      return price.withdrawn_at
        ? takeBack(deps, tx, price, { after, now })
        : announce(deps, tx, price, { after, now });
    });
  }
}

interface Portion {
  after: string;
  now: Date;
}

/** Returns the last id, or undefined when there are no more. */
async function announce(
  { mail, timeZone, defaultLocale }: NotifyDeps,
  tx: Db,
  price: TariffPriceRow,
  { after, now }: Portion,
): Promise<string | undefined> {
  const tariffId = price.tariff_id;
  const others = (await pricesOf(tx, tariffId)).filter(({ id }) => id !== price.id);
  const plans = {
    month: planWith(price, { others, billingPeriod: 'month', timeZone }),
    year: planWith(price, { others, billingPeriod: 'year', timeZone }),
  };
  const nameIn = await tariffNames(tx, tariffId, defaultLocale);
  const clients = await presentAfter(tx, { tariffId, before: price.starts_at, after, limit: notifiedAtOnce });
  const emails = clients.flatMap((client): NewMail[] => {
    const subscription = subscriptionOf(client);
    const effect = subscription && effectOn(plans[client.billing_period], subscription.since);
    if (!effect) return [];
    const date = periodStartFrom(subscription, client.billing_period, { from: effect.from, timeZone });
    const data = {
      name: client.name,
      tariff: nameIn(client.locale),
      ...pricedWith(
        effect.after,
        client.billing_period,
        discountsAt(subscription, client.billing_period, { start: date, timeZone }),
      ),
      date: date.toISOString(),
    };
    return [{ kind: 'price_announced', reason: 'price_announced', data, ...to(client, keyEnd(price)) }];
  });
  await mail.writeAll(tx, now, emails);
  return clients.length < notifiedAtOnce ? undefined : clients.at(-1)?.id;
}

async function takeBack(
  { mail, timeZone, defaultLocale }: NotifyDeps,
  tx: Db,
  price: TariffPriceRow,
  { after, now }: Portion,
): Promise<string | undefined> {
  const tariffId = price.tariff_id;
  const tariff = await tariffById(tx, tariffId);
  const prices = await priceBook(tx, timeZone);
  const nameIn = await tariffNames(tx, tariffId, defaultLocale);
  const clients = await toldAfter(tx, { tariffId, keyEnd: keyEnd(price), after, limit: notifiedAtOnce });
  const emails = clients.flatMap((client): NewMail[] => {
    const subscription = subscriptionOf(client);
    if (!tariff || !subscription) return [];
    const amount = priceAt(planOf(tariff, client.billing_period, prices), subscription.since, now);
    const priced = pricedWith(amount, client.billing_period, subscription.discounts);
    const data = { name: client.name, tariff: nameIn(client.locale), ...priced };
    return [
      {
        kind: 'price_withdrawn',
        reason: 'price_withdrawn',
        data,
        ...to(client, `:price_withdrawn:${price.id}`),
      },
    ];
  });
  await mail.writeAll(tx, now, emails);
  return clients.length < notifiedAtOnce ? undefined : clients.at(-1)?.id;
}

/** A price as the email says it: with what discounts take off. */
function pricedWith(amount: number, billingPeriod: BillingPeriod, discounts: readonly Discount[]) {
  const { price: sum, discount } = discounted(amount, discounts);
  return { amount, ...priceOfPeriod(amount, billingPeriod), sum, discount };
}

function keyEnd({ id }: TariffPriceRow): string {
  return `:price:${id}`;
}

function to({ id, email, locale }: SubscribedRow, key: string) {
  return { to: email, locale, dedupeKey: `${id}${key}`, clientId: id };
}

async function tariffNames(tx: Db, id: string, defaultLocale: Locale): Promise<(locale: Locale) => string> {
  const texts = (await tariffById(tx, id))?.translations ?? {};
  return (locale) => textIn(texts, 'name', { locale, defaultLocale });
}
