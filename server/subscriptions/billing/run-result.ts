import type { HeldStep } from '#contract/clients/subscription.ts';
import { waitingStep } from '#server/subscriptions/lifecycle/lifecycle-steps.ts';
import {
  type GeneralTerms,
  isRunning,
  subscriptionOf,
  termsAfter,
  termsOf,
} from '#server/subscriptions/lifecycle/stored-subscription.ts';
import type { SubscribedRow } from '#server/subscriptions/subscription-store.ts';
import type { Change } from '#server/subscriptions/write-outcomes.ts';
import { stepsHeldFor } from './brake-store.ts';
import { advanceDay } from './catch-up.ts';

/** The result of a run for its clients, and its totals. Pure. */

/** The time of a run's day, and the time up to which the whole run goes. Both are now unless it catches up. */
export interface RunTime {
  moment: Date;
  now: Date;
  /** Steps that wait for approval in this run. */
  held: readonly HeldStep[];
}

/** What a run changes for a client; undefined while time stands still for it. */
export function changeOf(row: SubscribedRow, general: GeneralTerms, time: RunTime): Change | undefined {
  const subscription = isRunning(row) ? subscriptionOf(row) : undefined;
  if (!subscription) return undefined;
  const terms = { ...termsOf(row, general), waits: stepsHeldFor(row, time.held, time.now) };
  return { row, terms, bookedAt: time.moment, ...advanceDay(subscription, terms, time) };
}

/** What a run did, or would do. Amounts in minor units. */
export type RunResult = ReturnType<typeof noResult>;

/** The result of a run that has not begun. */
export function noResult() {
  return {
    /** Clients that were checked. */
    clients: 0,
    charges: 0,
    charged: 0,
    graces: 0,
    blocks: 0,
    archived: 0,
    mails: 0,
    failed: 0,
    /** Clients whose block or deletion has begun to wait for approval. */
    waiting: 0,
  };
}

/** Adds what one part of a run did to the whole. */
export function addPart(whole: RunResult, part: Partial<RunResult>): void {
  for (const name of Object.keys(noResult()) as (keyof RunResult)[]) whole[name] += part[name] ?? 0; // the object's own
}

/** Adds up what was changed for some clients. */
export function countChanges(result: RunResult, changes: readonly Change[]): void {
  for (const { row, outcome, terms } of changes) {
    if (row.waiting_step === null && waitingStep(outcome, termsAfter(terms, outcome))) result.waiting += 1;
    for (const effect of outcome.effects) {
      if (effect.kind === 'charge') result.charged += effect.amount;
      const name = countedAs[effect.kind];
      if (name) result[name] += 1;
    }
  }
}

const countedAs: { [Kind in Change['outcome']['effects'][number]['kind']]?: keyof RunResult } = {
  charge: 'charges',
  grace: 'graces',
  block: 'blocks',
  archive: 'archived',
  mail: 'mails',
};
