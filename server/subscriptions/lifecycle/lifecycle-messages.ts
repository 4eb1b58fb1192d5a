import type { BillingPeriod } from '#contract/entities/client.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import type { NamedProforma, PromisedBackup } from '#server/subscriptions/subscription-deps.ts';
import type { SubscribedRow } from '#server/subscriptions/subscription-store.ts';
import { dueOf, missing } from './lifecycle-steps.ts';
import type { PayingCharge } from './forecast.ts';
import type { MailEffect, Outcome, Stop } from './subscription.ts';

/** What an email says that a subscription doesn't know: `tariff` is the name of what is paid for after a free period. */
interface LookedUp {
  proforma?: NamedProforma | undefined;
  tariff?: string | undefined;
  backup?: PromisedBackup | undefined;
  /** Of a saved card that pays what comes: then nothing is asked for. */
  charge?: PayingCharge | undefined;
}

/** The values of a lifecycle email: the missing amount, its date, the proforma to pay by, the backup kept. Pure. */
export function emailOf(
  { id, name, email, locale }: Pick<SubscribedRow, 'id' | 'name' | 'email' | 'locale'>,
  effect: MailEffect,
  outcome: Outcome,
  { proforma, tariff, backup, charge }: LookedUp = {},
): NewMail {
  const common = { to: email, locale, dedupeKey: `${id}:${effect.key}`, clientId: id };
  const amount = missing(outcome);
  const { balance } = outcome.subscription;
  const date = effect.date?.toISOString() ?? null;
  const debt = { name, amount, date };
  const next = chargeOf(outcome);
  const days = effect.days ?? 0;
  if (charge) {
    const data = { name, tariff: tariff ?? null, ...aheadOf(charge, outcome) };
    return { ...common, kind: 'card_payment_ahead', reason: 'card_pays', data };
  }
  switch (effect.mail) {
    case 'renewal_ahead':
    case 'reminder': {
      const reason = 'end_not_covered';
      const data = { ...debt, ...next, days, ...namedIn(proforma) };
      const plan = { tariff: tariff ?? null, ...priceIn(outcome) };
      return outcome.subscription.status === 'trial'
        ? { ...common, kind: 'trial_ending', reason, data: { ...data, ...plan, ...stopIn(effect.stop) } }
        : { ...common, kind: 'payment_reminder', reason, data };
    }
    case 'grace':
      return { ...common, kind: 'payment_due', reason: 'period_unpaid', data: { ...debt, ...next } };
    case 'blocked':
      return { ...common, kind: 'access_blocked', reason: 'term_over', data: debt };
    case 'resumed':
      return { ...common, kind: 'access_resumed', reason: 'paid_again', data: { name, balance, date } };
    case 'discount_used':
      return {
        ...common,
        kind: 'discount_ended',
        reason: 'discount_used',
        data: { name, sum: next.sum, date },
      };
    case 'deletion_warning':
      return { ...common, kind: 'deletion_warning', reason: 'deletion_near', data: { ...debt, days } };
    case 'deleted':
      return {
        ...common,
        kind: 'data_deleted',
        reason: 'retention_over',
        data: { name, amount, ...keptOf(backup) },
      };
  }
}

/** What the next period costs, and what discounts took off it. */
export function chargeOf(outcome: Outcome): { sum: number; discount: number } {
  const { price: sum, discount } = dueOf(outcome);
  return { sum, discount };
}

/** What a card pays before the end of a free or a long period. */
export function aheadOf({ at, amount, last4: card }: PayingCharge, outcome: Outcome) {
  const { status, trialEnds } = outcome.subscription;
  const end = trialEnds.toISOString();
  const { discount } = chargeOf(outcome);
  return {
    amount,
    card,
    charged_on: at.toISOString(),
    trial_ends: status === 'trial' ? end : null,
    renews_on: status === 'trial' ? null : end,
    discount,
    ...priceIn(outcome),
  };
}

/** What it costs, where its period says how often. */
export function priceIn(outcome: Outcome): PeriodPrice {
  const { plan, price } = dueOf(outcome);
  return priceOfPeriod(price, plan.billingPeriod);
}

type PeriodPrice = Record<'monthly' | 'yearly', number | null>;

/** A price as an email says it: of a month, or of a year. */
export function priceOfPeriod(price: number, billingPeriod: BillingPeriod): PeriodPrice {
  return billingPeriod === 'year' ? { monthly: null, yearly: price } : { monthly: price, yearly: null };
}

/** `date`: until then a payment brings the data back; `ask_by`: until then support can; `gone`: 1 when nobody can. */
interface KeptCopy {
  date: string | null;
  ask_by: string | null;
  gone: 1 | null;
}

function keptOf(backup: PromisedBackup | undefined): KeptCopy {
  const kept = backup?.keptUntil ?? null;
  return backup?.returns ? copyUntil(kept, null) : copyUntil(null, kept);
}

/** What an email says of a copy until which a payment brings it back, or support. */
export function copyUntil(date: string | null, askBy: string | null): KeptCopy {
  return { date, ask_by: askBy, gone: date === null && askBy === null ? 1 : null };
}

/** The days on which a cabinet stops, and until which its data is kept, where no payment comes. */
export function stopIn(stop: Stop | undefined): { suspended_on: string | null; kept_until: string | null } {
  return {
    suspended_on: stop?.suspendedOn.toISOString() ?? null,
    kept_until: stop?.keptUntil.toISOString() ?? null,
  };
}

/** A reminder without a proforma says nothing of one. */
export function namedIn(proforma: NamedProforma | undefined): { number: string | null; rest: number | null } {
  return { number: proforma?.number ?? null, rest: proforma?.rest ?? null };
}
