import type { Db } from '#server/db/tables.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import { cardPlansOf } from './card-plan-store.ts';
import { type CardPlan, paysEnd } from '../lifecycle/card-charge.ts';
import { type PayingCharge, payingCharge } from '../lifecycle/forecast.ts';
import { emailOf } from '../lifecycle/lifecycle-messages.ts';
import { dueOf } from '../lifecycle/lifecycle-steps.ts';
import { termsAfter } from '../lifecycle/stored-subscription.ts';
import type { MailEffect, Outcome, Terms } from '../lifecycle/subscription.ts';
import { planNames } from '../prices/plan-names.ts';
import type { SubscriptionDeps } from '../subscription-deps.ts';
import type { SubscribedRow } from '../subscription-store.ts';

interface Change {
  row: SubscribedRow;
  outcome: Outcome;
  /** Those before. */
  terms: Terms;
}

interface Said {
  change: Change;
  effect: MailEffect;
  /** Of the card that pays what the email tells of. */
  charge?: PayingCharge | undefined;
}

/** The emails of outcomes. Nobody whom a saved card pays for is asked for money (docs/decisions/0293 and 0332). */
export async function outcomeEmails(
  deps: SubscriptionDeps,
  tx: Db,
  now: Date,
  changes: readonly Change[],
): Promise<NewMail[]> {
  const all = changes.flatMap((change) =>
    change.outcome.effects.flatMap((effect) => (effect.kind === 'mail' ? [{ change, effect }] : [])),
  );
  const cards = await cardPlansOf(tx, idsOf(all.filter(isOfEnd)));
  const said = all.flatMap((one) => saidWith(one, cards.get(one.change.row.id)));
  const asking = said.filter((one) => isOfEnd(one) && !one.charge);
  const proformas = asking.length > 0 ? await deps.proformas.ofPeriods(tx, idsOf(asking)) : undefined;
  const tariffs = await planNames(deps, tx, said.filter(namesPlan).map(plannedIn));
  const isDeletion = said.some(({ effect }) => effect.mail === 'deleted');
  const backup = isDeletion ? await deps.cabinets.promisedBackup(tx, now) : undefined;
  return said.map(({ change: { row, outcome }, effect, charge }) =>
    emailOf(row, effect, outcome, {
      proforma: proformas?.get(row.id),
      tariff: tariffs.get(row.id),
      backup,
      charge,
    }),
  );
}

/** Whether it tells of the end of a period that the balance doesn't cover. */
function isOfEnd({ effect: { mail } }: Said): boolean {
  return mail === 'reminder' || mail === 'renewal_ahead';
}

/** The email as it is sent beside a card: of its charge, as it is, or not at all. */
function saidWith(said: Said, card: CardPlan | undefined): Said[] {
  if (!isOfEnd(said)) return [said];
  const { change, effect } = said;
  const { outcome, terms } = change;
  const isReminder = effect.mail === 'reminder';
  // A period of a month is paid without a word: its reminders are dropped.
  if (isReminder && !isOnTrial(said)) return card && paysEnd(outcome, card) ? [] : [said];
  const charge = card && payingCharge(outcome, termsAfter(terms, outcome), card);
  return charge || isReminder ? [{ ...said, charge }] : [];
}

function namesPlan(said: Said): boolean {
  return isOfEnd(said) && (isOnTrial(said) || said.charge !== undefined);
}

function isOnTrial({ change: { outcome } }: Said): boolean {
  return outcome.subscription.status === 'trial';
}

function plannedIn({ change: { row, outcome } }: Said) {
  return { id: row.id, locale: row.locale, tariffId: dueOf(outcome).plan.tariffId };
}

function idsOf(said: readonly Said[]): string[] {
  return said.map(({ change }) => change.row.id);
}
