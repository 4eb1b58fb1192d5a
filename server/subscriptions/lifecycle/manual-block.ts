import type { ClientStatus } from '#contract/entities/client.ts';
import { finish } from './lifecycle-mails.ts';
import { begin, later, runTo } from './lifecycle-steps.ts';
import type { Outcome, Plan, Subscription, Terms } from './subscription.ts';
import { isSamePlan } from './tariff-change.ts';

/** Pure rules of blocking by hand (DESIGN section 7, "Blocked by hand"). */

export interface Blockable {
  status: ClientStatus;
  /** The state before a block by hand. */
  blocked_from: ClientStatus | null;
}

/** What blocking by hand makes of a client; undefined when there is nothing to block. */
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
 * Unblocks a subscription that was blocked by hand: into the period that still runs, without a charge, else as money
 * coming in would from blocked: with too little balance it stays blocked, by the lifecycle now.
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
  course.plan = terms.nextPlan ?? terms.plan;
  course.nextPlan = null;
  course.subscription = { ...course.subscription, status: 'blocked', blockedAt: moment };
  runTo(course, terms, moment);
  const isPaid = course.subscription.status === 'active';
  if (!isPaid) course.effects.unshift({ kind: 'block', at: moment });
  return finish(course, terms, moment);
}

/**
 * Another plan for a client that is blocked by hand, where nothing is charged: for the end of a paid period that still
 * runs, else at once.
 */
export function changePlanWhileBlocked(
  subscription: Subscription,
  terms: Terms,
  { plan, blockedFrom }: { plan: Plan; blockedFrom: ClientStatus },
  now: Date,
): Outcome {
  if (blockedFrom !== 'active' || subscription.trialEnds <= now) {
    return { subscription, plan, nextPlan: null, effects: [] };
  }
  const nextPlan = isSamePlan(plan, terms.plan) ? null : plan;
  return { subscription, plan: terms.plan, nextPlan, effects: [] };
}
