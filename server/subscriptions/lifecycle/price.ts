import type { LaterPrice, Plan } from './subscription.ts';

/** Which price holds for a client (GROWTH section 17, "Prices keep promises"). Pure. */

/**
 * The price of a period that starts at a moment, for a client who came to the tariff at `since`. A new price holds at
 * once for those who come after it. Others pay a lower one from their next period, a higher one after its notice, and
 * none that they needn't pay. A price that is announced replaces one that was announced before and doesn't hold yet.
 */
export function priceAt(plan: Plan, since: Date, start: Date): number {
  return plan.later ? (heldPrice(plan, since, start)?.price ?? plan.price) : plan.price;
}

/** Which of the later prices it is; undefined: the first. */
export function heldPrice({ price, later = [] }: Plan, since: Date, start: Date): LaterPrice | undefined {
  const moment = start < since ? since : start;
  let held: LaterPrice | undefined;
  let announced: LaterPrice | undefined;
  for (const one of later) {
    if (one.from > moment) break;
    if (announced && announced.presentFrom <= one.from) {
      held = announced;
      announced = undefined;
    }
    if (one.from > since && one.existing === 'keep') continue;
    if (one.from > since && one.price > (held?.price ?? price)) {
      announced = one;
    } else {
      held = one;
      announced = undefined;
    }
  }
  return announced && announced.presentFrom <= moment ? announced : held;
}

/** The moments after a given one at which a price may begin to hold, in order. */
export function priceMomentsAfter({ later = [] }: Plan, moment: Date): Date[] {
  return later
    .flatMap(({ from, presentFrom }) => [from, presentFrom])
    .filter((one) => one > moment)
    .sort((one, other) => one.getTime() - other.getTime());
}
