import type { Effect, Plan, Subscription, Terms } from '#server/subscriptions/lifecycle/subscription.ts';

/** Subscriptions for the pure rules' tests: Kyiv, 100.00 a month or 1,000.00 a year, 7 days of term, 30 of retention. */

export const monthly: Plan = { tariffId: 'start', price: 10_000, billingPeriod: 'month' };
export const yearly: Plan = { tariffId: 'start', price: 100_000, billingPeriod: 'year' };
export const dearer: Plan = { tariffId: 'pro', price: 30_000, billingPeriod: 'month' };
export const free: Plan = { tariffId: 'free', price: 0, billingPeriod: 'month' };

export const at = (text: string) => new Date(text);

export function termsOf(changes: Partial<Terms> = {}): Terms {
  return {
    plan: monthly,
    nextPlan: null,
    graceDays: 7,
    retentionDays: 30,
    reminderDays: [7, 3, 1],
    deletionWarningDays: [7, 1],
    timeZone: 'Europe/Kyiv',
    ...changes,
  };
}

/** In the free period from 1 to 15 March 2026, 12:00 in Kyiv, without money. */
export function subscriptionOf(changes: Partial<Subscription> = {}): Subscription {
  return {
    status: 'trial',
    trialEnds: at('2026-03-15T10:00:00Z'),
    anchor: null,
    blockedAt: null,
    deletionNotBefore: null,
    balance: 0,
    since: at('2026-03-01T10:00:00Z'),
    discounts: [],
    closesAt: null,
    settledAt: at('2026-03-01T10:00:00Z'),
    ...changes,
  };
}

/** `charge 2026-03-15T10:00Z`: what happened and when, without emails. */
export function happened(effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) =>
    effect.kind === 'mail' ? [] : [`${effect.kind} ${effect.at.toISOString().replace(':00.000', '')}`],
  );
}

export function mailsOf(effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) =>
    effect.kind === 'mail' ? [effect.key.replaceAll(':00.000Z', 'Z')] : [],
  );
}

/** The change of the balance by the effects. */
export function sumOf(effects: readonly Effect[]): number {
  return effects.reduce((sum, effect) => {
    if (effect.kind === 'charge') return sum - effect.amount;
    return effect.kind === 'refund' ? sum + effect.amount : sum;
  }, 0);
}
