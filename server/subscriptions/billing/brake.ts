import type { HeldStep } from '#contract/clients/subscription.ts';

/** How many blocks and deletions a run may do without a person (GROWTH section 20, "Clock and brake"). Pure. */

/** A step of this many clients goes through in any installation. */
const fewest = 50;
const share = 0.2;

/** How many clients a run may take through a step: the setting, else a fifth of the clients and at least fifty. */
export function mostOf(setting: number | null, clients: number): number {
  return setting ?? Math.max(fewest, Math.floor(clients * share));
}

/** How many clients a run up to now would block or delete, on all its days together. */
export interface Reach {
  blocks: number;
  /** Deletions of clients that are blocked already. */
  deletions: number;
  /** Deletions of clients that this run would have to block first. */
  deletionsAfterBlock: number;
}

/**
 * Which steps must wait. All clients of a kind wait or none: a wrong clock is wrong for everybody. What waits counts
 * again in the next run, so the limit can't be avoided in small portions.
 */
export function waitingSteps(reach: Reach, most: { blocks: number; deletions: number }): HeldStep[] {
  const areBlocksHeld = reach.blocks > most.blocks;
  const deletions = reach.deletions + (areBlocksHeld ? 0 : reach.deletionsAfterBlock);
  return [
    ...(areBlocksHeld ? (['block'] as const) : []),
    ...(deletions > most.deletions ? (['archive'] as const) : []),
  ];
}
