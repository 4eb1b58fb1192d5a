/**
 * `part` of `whole` of an amount, half a minor unit rounded up: parts that are taken one after another never exceed it.
 * Exact for every number that is. The till's script has this function too: it uses nothing from outside.
 */
export function shareOf(amount: number, part: number, whole: number): number {
  const twice = 2n * BigInt(whole);
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / twice);
}

/** An amount in parts of these weights, which add up to it. */
export function partsOf(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((all, weight) => all + weight, 0);
  const upTo = (weight: number) => (whole === 0 ? 0 : shareOf(amount, weight, whole));
  let above = 0;
  return weights.map((weight) => {
    above += weight;
    return upTo(above) - upTo(above - weight);
  });
}

/** What stays to be paid of a sum: a discount of half a minor unit is rounded up. The till's script has it too. */
export function lessPercent(sum: number, percent: number): number {
  return sum - Math.floor((sum * percent + 50) / 100);
}

/** Of a line: whole percent, or an amount in minor units. */
export interface LineDiscount {
  value: number;
  isPercent: boolean;
}

/** What a discount takes off the sum of its line. The till's script has it too: it uses nothing from outside. */
export function takenOff(sum: number, { value, isPercent }: LineDiscount, less: typeof lessPercent): number {
  return isPercent ? sum - less(sum, value) : value;
}

/** What a quantity in thousandths costs at the price of one unit. */
export function lineSum({ price, quantity }: { price: number; quantity: number }): number {
  return shareOf(price, quantity, 1000);
}
