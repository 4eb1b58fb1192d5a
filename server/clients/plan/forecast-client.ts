import type { ForecastEntry } from '#contract/money/forecast.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { translate } from '#server/kernel/messages.ts';
import type { Occurrence } from '#server/subscriptions/lifecycle/forecast.ts';
import { forecastSubscription } from '#server/subscriptions/forecast-subscription.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';

/** What will happen to a client without any action, in the reader's words. */
export async function forecastClient(
  { subscriptions }: ClientDeps,
  { now, locale }: Caller,
  clientId: string,
): Promise<ForecastEntry[]> {
  return inWords(await forecastSubscription(subscriptions, clientId, now), locale);
}

/** What happens to a client next, for the email log; null when nothing does. */
export async function nextEventOf(
  deps: ClientDeps,
  caller: Caller,
  clientId: string,
): Promise<ForecastEntry | null> {
  const [next] = await forecastClient(deps, caller, clientId);
  return next ?? null;
}

/** A forecast in words. */
export function inWords(occurrences: readonly Occurrence[], locale: Locale): ForecastEntry[] {
  return occurrences.map(({ date, event, rule, days, amount, discount, last4, period }) => ({
    date: date.toISOString(),
    event,
    rule: translate(locale, `forecastRules.${rule}`, { count: days }),
    ...(amount !== undefined && { amount }),
    ...(discount && { discount }),
    ...(last4 !== undefined && { last4 }),
    ...(period && { period_start: period.start.toISOString(), period_end: period.end.toISOString() }),
  }));
}
