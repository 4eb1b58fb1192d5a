import type { EmailKind } from '#contract/entities/email.ts';
import type { Db, EmailRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { addMonths } from '#server/kernel/periods.ts';
import { cardPlansOf } from './billing/card-plan-store.ts';
import { generalTerms } from './general-terms.ts';
import { type Occurrence, type PayingCharge, payingCharge, upcoming } from './lifecycle/forecast.ts';
import { advance } from './lifecycle/lifecycle.ts';
import { aheadOf, copyUntil, namedIn } from './lifecycle/lifecycle-messages.ts';
import { mailFacts } from './lifecycle/mail-facts.ts';
import { isRunning, subscriptionOf, termsAfter, termsOf } from './lifecycle/stored-subscription.ts';
import type { Outcome, Terms } from './lifecycle/subscription.ts';
import { planNames } from './prices/plan-names.ts';
import { limitFacts } from './watch-usage.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { subscribedById, type SubscribedRow } from './subscription-store.ts';

/** What happens without any action until a date or the deletion; nothing while time stands still for the client. */
export async function forecastSubscription(
  deps: SubscriptionDeps,
  id: string,
  now: Date,
  { months = 24, on = deps.db } = {},
): Promise<Occurrence[]> {
  const row = await subscribedById(on, id);
  if (!row) throw new AppError('not_found');
  const settled = await settledAt(deps, on, row, now);
  if (!settled) return [];
  const until = addMonths(now, months, deps.timeZone);
  const card = (await cardPlansOf(on, [id])).get(id) ?? null;
  return upcoming(settled.outcome.subscription, settled.terms, until, card);
}

/** Where the lifecycle stands now; undefined while time stands still for the client. */
async function settledAt(
  deps: SubscriptionDeps,
  on: Db,
  row: SubscribedRow,
  now: Date,
): Promise<{ outcome: Outcome; terms: Terms } | undefined> {
  const subscription = isRunning(row) ? subscriptionOf(row) : undefined;
  if (!subscription) return undefined;
  const terms = termsOf(row, await generalTerms(deps, on));
  const outcome = advance(subscription, terms, now);
  return { outcome, terms: termsAfter(terms, outcome) };
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
  if (kind === 'card_payment_ahead') return cardFacts(deps, tx, row, now);
  const facts = mailFacts(kind, row, await generalTerms(deps, tx), now);
  if (facts && kind === 'data_deleted') return { ...facts, ...stillKept(data, now) };
  if (!facts || (kind !== 'payment_reminder' && kind !== 'trial_ending')) return facts;
  // A card that was saved since then pays what it asked for.
  if (await chargeAhead(deps, tx, row, now)) return undefined;
  const proformas = await deps.proformas.ofPeriods(tx, [clientId]);
  const named = { ...facts, ...namedIn(proformas.get(clientId)) };
  if (kind === 'payment_reminder') return named;
  return { ...named, tariff: await planAhead(deps, tx, row) };
}

async function cardFacts(deps: SubscriptionDeps, tx: Db, row: SubscribedRow, now: Date) {
  const ahead = await chargeAhead(deps, tx, row, now);
  if (!ahead) return undefined;
  return { ...aheadOf(ahead.charge, ahead.outcome), tariff: await planAhead(deps, tx, row) };
}

/** The charge of a saved card that pays what comes; undefined without one. */
async function chargeAhead(
  deps: SubscriptionDeps,
  tx: Db,
  row: SubscribedRow,
  now: Date,
): Promise<{ charge: PayingCharge; outcome: Outcome } | undefined> {
  const card = (await cardPlansOf(tx, [row.id])).get(row.id);
  const settled = card && (await settledAt(deps, tx, row, now));
  const charge = settled && payingCharge(settled.outcome, settled.terms, card);
  return charge && { charge, outcome: settled.outcome };
}

/** The name of the plan that comes. */
async function planAhead(deps: SubscriptionDeps, tx: Db, row: SubscribedRow): Promise<string | null> {
  const { id, locale } = row;
  const tariffs = await planNames(deps, tx, [{ id, locale, tariffId: row.next_tariff_id ?? row.tariff_id }]);
  return tariffs.get(id) ?? null;
}

/** A backup past its date is not promised again. */
function stillKept(data: EmailRow['data'] = {}, now: Date): EmailRow['data'] {
  const ahead = (moment: EmailRow['data'][string] = null) =>
    typeof moment === 'string' && new Date(moment) > now ? moment : null;
  return { ...copyUntil(ahead(data['date']), ahead(data['ask_by'])) };
}
