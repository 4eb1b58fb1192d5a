import { setTimeout as delay } from 'node:timers/promises';

/** Polls until there is a result; fails with `what` when it takes too long. */
export async function until<Result>(
  what: string,
  look: () => Promise<Result | undefined | null | false> | Result | undefined | null | false,
  { withinMs = 120_000 } = {},
): Promise<Result> {
  for (const deadline = performance.now() + withinMs; ; await delay(20)) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
  }
}
