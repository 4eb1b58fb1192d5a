/** Random values that are the same at every run. */
export interface Random {
  /** From 0 up to 1. */
  fraction(): number;
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** `[item, weight]`, the weights in any unit. */
  weighted<Item>(choices: readonly (readonly [Item, number])[]): Item;
  digits(count: number): string;
  shuffled<Item>(items: readonly Item[]): Item[];
  /** A UUIDv7 in the order of the calls. The same at every run, so that an interrupted one can be repeated. */
  id(): string;
}

/** Mulberry32: small, quick, and random enough for a demo. */
export function createRandom(seed: number): Random {
  let state = seed;
  let ids = 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + fraction() * (high - low);
  const int = (low: number, high: number) => Math.floor(between(low, high + 1));
  const pick = <Item>(items: readonly Item[]) => {
    const item = items[int(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return {
    fraction,
    between,
    int,
    pick,
    chance: (probability) => fraction() < probability,
    weighted(choices) {
      let left = fraction() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      const chosen = choices.find(([, weight]) => (left -= weight) < 0) ?? choices.at(-1);
      if (!chosen) throw new Error('nothing to choose from');
      return chosen[0];
    },
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: fraction() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
    id() {
      ids += 1;
      const time = (firstId + ids).toString(16).padStart(12, '0');
      const hex = (count: number) => Array.from({ length: count }, () => int(0, 15).toString(16)).join('');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`;
    },
  };
}

const firstId = Date.UTC(2025, 0, 1);
