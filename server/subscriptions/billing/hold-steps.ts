import { type HeldStep, heldSteps } from '#contract/clients/subscription.ts';
import { firstId } from '#server/kernel/ids.ts';
import { advance } from '#server/subscriptions/lifecycle/lifecycle.ts';
import {
  type GeneralTerms,
  subscriptionOf,
  termsOf,
} from '#server/subscriptions/lifecycle/stored-subscription.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import type { SubscribedRow } from '#server/subscriptions/subscription-store.ts';
import { mostOf, type Reach, waitingSteps } from './brake.ts';
import { countRunning, endangeredAfter, releaseWaiting, roughReach } from './brake-store.ts';
import { firstDue } from './progress-store.ts';
import { deletionsWaitUntil } from './silence.ts';

type HoldDeps = Pick<SubscriptionDeps, 'db' | 'settings' | 'clock'>;

const pageSize = 1000;

/**
 * Holds blocks or deletions when a run would do too many of them on all its days together (GROWTH section 20, "Clock
 * and brake"), and deletions for a day after a silence. Steps that no longer have to wait go on with the run.
 */
export async function holdSteps(deps: HoldDeps, general: GeneralTerms, now: Date): Promise<HeldStep[]> {
  const held = await stepsToHold(deps, general, now);
  await releaseWaiting(
    deps.db,
    heldSteps.filter((step) => !held.includes(step)),
    now,
  );
  return held;
}

/** Which steps a run up to now would hold; changes nothing. */
export async function stepsToHold(deps: HoldDeps, general: GeneralTerms, now: Date): Promise<HeldStep[]> {
  const held = await stepsTooMany(deps, general, now);
  if (held.includes('archive') || (await deletionsWaitUntil(deps)) === null) return held;
  return [...held, 'archive'];
}

async function stepsTooMany(
  { db, settings }: HoldDeps,
  general: GeneralTerms,
  now: Date,
): Promise<HeldStep[]> {
  const chosen = await settings.getAll(['most_blocks_a_run', 'most_deletions_a_run']);
  const most = (clients: number) => ({
    blocks: mostOf(chosen.most_blocks_a_run, clients),
    deletions: mostOf(chosen.most_deletions_a_run, clients),
  });
  // Checked first, because the larger query may scan all clients while statistics are old.
  const isAnybodyDue = (await firstDue(db, now)) !== null;
  const rough = await roughReach(db, { graceDays: general.graceDays, now, isAnybodyDue });
  const atMost = {
    blocks: rough.blocks + rough.waitingBlocks,
    deletions: rough.deletions + rough.waitingDeletions,
    deletionsAfterBlock: rough.blocks + rough.waitingBlocks,
  };
  // Clients are counted and forecast only where the result could matter.
  if (waitingSteps(atMost, most(0)).length === 0) return [];
  const limits = most(await countRunning(db));
  const first = waitingSteps(atMost, limits);
  const sure = waitingSteps(
    { blocks: rough.waitingBlocks, deletions: rough.waitingDeletions, deletionsAfterBlock: 0 },
    limits,
  );
  if (sure.length === first.length) return first;
  return waitingSteps(await exactReach({ db }, general, now), limits);
}

async function exactReach({ db }: Pick<HoldDeps, 'db'>, general: GeneralTerms, now: Date): Promise<Reach> {
  const reach: Reach = { blocks: 0, deletions: 0, deletionsAfterBlock: 0 };
  const { graceDays } = general;
  for (let after = firstId; ;) {
    const rows = await endangeredAfter(db, { graceDays, now, after, limit: pageSize });
    for (const row of rows) count(reach, row, general, now);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < pageSize) return reach;
  }
}

function count(reach: Reach, row: SubscribedRow, general: GeneralTerms, now: Date): void {
  const subscription = subscriptionOf(row);
  if (!subscription) return;
  const { effects } = advance(subscription, { ...termsOf(row, general), waits: [] }, now);
  const isBlocked = effects.some(({ kind }) => kind === 'block');
  const isDeleted = effects.some(({ kind }) => kind === 'archive');
  if (isBlocked) reach.blocks += 1;
  if (isDeleted && isBlocked) reach.deletionsAfterBlock += 1;
  if (isDeleted && !isBlocked) reach.deletions += 1;
}
