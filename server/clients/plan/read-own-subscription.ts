import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { promisedBackup, readBackupOfDeleted } from '#server/cabinets/backups/read-backups.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { calendarDaysBetween } from '#server/kernel/periods.ts';
import { forecastSubscription } from '#server/subscriptions/forecast-subscription.ts';
import { readRunningDiscounts } from '#server/clients/plan/read-discounts.ts';
import { isPaidByCard } from '#server/subscriptions/lifecycle/forecast.ts';
import { readOwnPrices } from '#server/subscriptions/prices/read-own-prices.ts';
import { tariffChoices } from '#server/tariffs/choose-tariff.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { inWords } from './forecast-client.ts';
import { readClient } from '#server/clients/read-client.ts';

/** A customer's own subscription, and the tariffs that they may change to. */
export async function readOwnSubscription(
  deps: ClientDeps,
  caller: CustomerCaller,
  on = deps.db,
): Promise<OwnSubscription> {
  const { actor, now, locale } = caller;
  const client = await readClient(deps, caller, actor.id, on);
  const own = [client.tariff_id, ...(client.next_tariff ? [client.next_tariff.id] : [])];
  const { coming, next, ahead, price, ...prices } = await readOwnPrices(
    deps.subscriptions,
    on,
    actor.id,
    now,
  );
  const offered = await tariffChoices({ ...deps, db: on }, { locale, own });
  const choices = offered.map((one) => (one.id === client.tariff_id ? { ...one, ...prices } : one));
  const tariff = choices.find(({ id }) => id === client.tariff_id);
  if (!tariff) throw new Error('a client without its tariff');
  const forecast = await forecastSubscription(deps.subscriptions, actor.id, now, { months: 12, on });
  const backup = client.status === 'archived' ? await backupOfArchived(deps, client, { on, now }) : null;
  return {
    status: client.status,
    blocked_by_hand: client.blocked_by_hand,
    tariff,
    billing_period: client.billing_period,
    price,
    coming_price: coming && { price: coming.price, from: coming.from.toISOString() },
    next_charge: next && { ...next, date: next.date.toISOString() },
    coming_charges: ahead.map((one) => ({ ...one, date: one.date.toISOString() })),
    discounts: await readRunningDiscounts(on, actor.id),
    auto_top_up: isPaidByCard(forecast),
    next_tariff: client.next_tariff,
    currency: client.currency,
    time_zone: deps.timeZone,
    balance: client.balance,
    recommended_amount: client.recommended_amount,
    trialEnds: client.trialEnds,
    remaining_days: client.remaining_days,
    lasts_until: client.lasts_until,
    deletion_at: client.deletion_at,
    deletion_days: daysUntil(client.deletion_at, now, deps.timeZone),
    backup_kept_until: backup?.keptUntil ?? null,
    backup_returns: backup?.returns ?? false,
    limits: limitsOf(client, tariff),
    usage: {
      monthly_turnover: client.monthly_turnover,
      goods_count: client.goods_count,
      cash_registers: client.cash_registers,
    },
    metrics: client.usage,
    over_limit: client.over_limit,
    forecast: inWords(forecast, locale),
    closes_at: client.closes_at,
    close_erases: client.close_erases,
    tariffs: choices,
  };
}

/** Until its cabinet is deleted, a payment finds the data there: what is promised of the backup holds at least. */
function backupOfArchived(
  deps: ClientDeps,
  { id, cabinet_status }: Pick<ClientDetails, 'id' | 'cabinet_status'>,
  { on, now }: { on: ClientDeps['db']; now: Date },
) {
  const isThere = cabinet_status === 'active' || cabinet_status === 'suspended';
  return isThere ? promisedBackup(deps, on, now) : readBackupOfDeleted(deps, on, id, now);
}

function daysUntil(moment: string | null, now: Date, timeZone: string): number | null {
  return moment === null ? null : Math.max(0, calendarDaysBetween(now, new Date(moment), timeZone));
}

/** The client's own limits, else the tariff's. */
function limitsOf(
  client: ClientDetails,
  tariff: Pick<OwnSubscription['tariff'], 'monthly_turnover_limit' | 'goods_quantity'>,
): OwnSubscription['limits'] {
  return {
    monthly_turnover: client.monthly_turnover_limit ?? tariff.monthly_turnover_limit,
    goods_quantity: client.goods_quantity ?? tariff.goods_quantity,
  };
}
