/** Random values from a seed: the same at every run. */
export interface Draw {
  /** A whole number from 0, below the limit. */
  below(limit: number): number;
  from<One>(things: readonly One[]): One;
}

export function draws(seed: number): Draw {
  let state = seed;
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  return {
    below,
    from(things) {
      const one = things[below(things.length)];
      if (one === undefined) throw new Error('there is nothing to draw from');
      return one;
    },
  };
}
