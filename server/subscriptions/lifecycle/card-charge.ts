import { chargeAmount, type Wish } from './charge-amount.ts';
import type { Outcome } from './subscription.ts';
import { type Course, dueOf, isClosedBy, later, missing } from './lifecycle-steps.ts';

/** What a saved card will be charged by itself (GROWTH section 16, "By itself"). Pure. */

/** How long before the period's end its card is charged. */
export const chargedAheadMs = 86_400_000;

/** A saved card with an automatic top-up that is on. */
export interface CardPlan extends Wish {
  last4: string;
  /** Whether the present reason was acted on and nothing is tried for it any more. */
  isActed: boolean;
  /** When the present reason is tried next, after a refusal. */
  tryAt: Date | null;
}

/** The next charge of the card before anything else happens; undefined: there is no reason. */
export function nextCardCharge(course: Course, card: CardPlan): { at: Date; amount: number } | undefined {
  const { subscription } = course;
  const { status, trialEnds, settledAt, balance } = subscription;
  const isOwed = status === 'trial' || status === 'active' || status === 'grace';
  if (card.isActed || !isOwed || isClosedBy(subscription, trialEnds)) return undefined;
  const amount = chargeAmount(card, { price: dueOf(course).price, balance });
  if (amount === 0) return undefined;
  const from =
    card.when === 'period_end' ? later(new Date(trialEnds.getTime() - chargedAheadMs), settledAt) : settledAt;
  return { at: card.tryAt ? later(card.tryAt, from) : from, amount };
}

/**
 * Whether the card pays the running period's end by itself, so that nobody has to be reminded of it. A trial never ends
 * in silence: its emails tell of the first charge, whoever pays it.
 */
export function paysEnd(course: Omit<Outcome, 'effects'>, card: CardPlan): boolean {
  if (card.isActed || card.when !== 'period_end' || course.subscription.status === 'trial') return false;
  const lacking = missing(course);
  return lacking > 0 && (card.amount === null || card.amount >= lacking);
}
