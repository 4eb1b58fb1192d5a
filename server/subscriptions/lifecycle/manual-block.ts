import type { ClientStatus } from '#contract/entities/client.ts';
import { finish } from './lifecycle-mails.ts';
import { begin, join, later, runTo, sinceOn } from './lifecycle-steps.ts';
import type { Outcome, Plan, Subscription, Terms } from './subscription.ts';
import { isSamePlan } from './tariff-change.ts';

/** Pure rules for blocking by hand (DESIGN section 7, "Blocked by hand"). */

export interface Blockable {
  status: ClientStatus;
  /** The state before a block by hand. */
  blocked_from: ClientStatus | null;
}

/** A client after a block by hand; undefined when it can't be blocked. */
export function blockedByHand({ status, blocked_from }: Blockable): Blockable | undefined {
  if (blocked_from !== null) return undefined;
  switch (status) {
    case 'trial':
    case 'active':
    case 'grace':
    case 'blocked':
      return { status: 'blocked', blocked_from: status };
    case 'unconfirmed':
    case 'archived':
      return undefined;
  }
}

/**
 * Unblocks a subscription that was blocked by hand. If a period still runs, it goes on without a charge. Else it is
 * treated as blocked and paying: with too little balance it stays blocked, now by the lifecycle.
 */
export function unblock(
  subscription: Subscription,
  terms: Terms,
  blockedFrom: ClientStatus,
  now: Date,
): Outcome {
  const moment = later(now, subscription.settledAt);
  const course = begin({ ...subscription, settledAt: moment }, terms);
  if (subscription.trialEnds > moment && (blockedFrom === 'trial' || blockedFrom === 'active')) {
    course.subscription = { ...course.subscription, status: blockedFrom, blockedAt: null };
    course.effects.push({ kind: 'resume', at: moment });
    return finish(course, terms, moment);
  }
  join(course, terms.nextPlan ?? terms.plan, moment);
  course.subscription = { ...course.subscription, status: 'blocked', blockedAt: moment };
  runTo(course, terms, moment);
  const isPaid = course.subscription.status === 'active';
  if (!isPaid) course.effects.unshift({ kind: 'block', at: moment });
  return finish(course, terms, moment);
}

/**
 * Changes the plan of a client blocked by hand, without a charge: for the end of a paid period that still runs, else
 * at once.
 */
export function changePlanWhileBlocked(
  subscription: Subscription,
  terms: Terms,
  { plan, blockedFrom }: { plan: Plan; blockedFrom: ClientStatus },
  now: Date,
): Outcome {
  if (blockedFrom !== 'active' || subscription.trialEnds <= now) {
    const since = sinceOn(plan, { subscription, plan: terms.plan }, now);
    return { subscription: { ...subscription, since }, plan, nextPlan: null, effects: [] };
  }
  const nextPlan = isSamePlan(plan, terms.plan) ? null : plan;
  return { subscription, plan: terms.plan, nextPlan, effects: [] };
}
