import type { EmailKind } from '#contract/entities/email.ts';
import type { Db, EmailRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { addMonths } from '#server/kernel/periods.ts';
import { cardPlansOf } from './billing/card-plan-store.ts';
import { generalTerms } from './general-terms.ts';
import { type Occurrence, upcoming } from './lifecycle/forecast.ts';
import { advance } from './lifecycle/lifecycle.ts';
import { copyUntil, namedIn } from './lifecycle/lifecycle-messages.ts';
import { mailFacts } from './lifecycle/mail-facts.ts';
import { isRunning, subscriptionOf, termsAfter, termsOf } from './lifecycle/stored-subscription.ts';
import { planNames } from './prices/plan-names.ts';
import { limitFacts } from './watch-usage.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { subscribedById } from './subscription-store.ts';

/** What happens without any action until a date or the deletion; nothing while time stands still for the client. */
export async function forecastSubscription(
  deps: SubscriptionDeps,
  id: string,
  now: Date,
  { months = 24, on = deps.db } = {},
): Promise<Occurrence[]> {
  const row = await subscribedById(on, id);
  if (!row) throw new AppError('not_found');
  const subscription = isRunning(row) ? subscriptionOf(row) : undefined;
  if (!subscription) return [];
  const terms = termsOf(row, await generalTerms(deps, on));
  const outcome = advance(subscription, terms, now);
  const until = addMonths(now, months, deps.timeZone);
  const card = (await cardPlansOf(on, [id])).get(id) ?? null;
  return upcoming(outcome.subscription, termsAfter(terms, outcome), until, card);
}

/** The values of an email to a client if it is sent again now; undefined when its reason is gone. */
export async function currentMailFacts(
  deps: SubscriptionDeps,
  tx: Db,
  { kind, clientId, data }: { kind: EmailKind; clientId: string; data?: EmailRow['data'] },
  now: Date,
): Promise<EmailRow['data'] | undefined> {
  if (kind === 'turnover_exceeded' || kind === 'goods_exceeded' || kind === 'limit_exceeded')
    return limitFacts(deps, tx, clientId, { kind, metric: data?.['metric_key'] });
  const row = await subscribedById(tx, clientId);
  if (!row) return undefined;
  const facts = mailFacts(kind, row, await generalTerms(deps, tx), now);
  if (facts && kind === 'data_deleted') return { ...facts, ...stillKept(data, now) };
  if (!facts || (kind !== 'payment_reminder' && kind !== 'trial_ending')) return facts;
  const proformas = await deps.proformas.ofPeriods(tx, [clientId]);
  const named = { ...facts, ...namedIn(proformas.get(clientId)) };
  if (kind === 'payment_reminder') return named;
  const { id, locale } = row;
  const tariffs = await planNames(deps, tx, [{ id, locale, tariffId: row.next_tariff_id ?? row.tariff_id }]);
  return { ...named, tariff: tariffs.get(id) ?? null };
}

/** A backup past its date is not promised again. */
function stillKept(data: EmailRow['data'] = {}, now: Date): EmailRow['data'] {
  const ahead = (moment: EmailRow['data'][string] = null) =>
    typeof moment === 'string' && new Date(moment) > now ? moment : null;
  return { ...copyUntil(ahead(data['date']), ahead(data['ask_by'])) };
}
