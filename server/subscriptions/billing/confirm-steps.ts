import type { HeldStep } from '#contract/clients/subscription.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered, type Say } from '#server/db/answered.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { localDay } from '#server/kernel/periods.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { deletionsWaitUntil } from './silence.ts';
import { allowWaiting, countWaiting, lockWaiting, type Waiting } from './brake-store.ts';

/** The waiting steps that a person has seen: the approval is for exactly these. */
interface SeenWaiting {
  day: string;
  blocks: number;
  deletions: number;
}

/** An approval expires if no run uses it by then. */
const allowedMs = 86_400_000;

/**
 * Approves the waiting steps that were shown, for a run that starts at once (GROWTH section 20, "Clock and brake"). 0
 * leaves a kind waiting.
 * @throws AppError `stale` with what waits now, when it is not what was shown.
 */
export function confirmSteps<Answer>(
  deps: Pick<SubscriptionDeps, 'db' | 'queue' | 'clockGuard' | 'timeZone'>,
  caller: Caller,
  seen: SeenWaiting,
  say: Say<Answer>,
): Promise<Answer> {
  const { db, queue, clockGuard, timeZone } = deps;
  const { now } = caller;
  return answered(db, caller, async (tx) => {
    await clockGuard.require(tx);
    const present = await lockWaiting(tx, now);
    const isAsSeen = (number: number, there: number) => number === 0 || number === there;
    if (
      (seen.blocks === 0 && seen.deletions === 0) ||
      seen.day !== localDay(now, timeZone) ||
      !isAsSeen(seen.blocks, present.blocks) ||
      !isAsSeen(seen.deletions, present.deletions)
    ) {
      throw new AppError('stale', { extra: { current: toWaiting(present, now, timeZone) } });
    }
    const steps: HeldStep[] = [
      ...(seen.blocks > 0 ? (['block'] as const) : []),
      ...(seen.deletions > 0 ? (['archive'] as const) : []),
    ];
    await allowWaiting(tx, { steps, now, until: new Date(now.getTime() + allowedMs) });
    await writeAudit(tx, caller, {
      action: 'billing.confirm',
      subject: { type: 'clients', id: null, name: null },
      changes: [
        { field: 'blocks', before: null, after: seen.blocks },
        { field: 'deletions', before: null, after: seen.deletions },
      ],
    });
    await queue.enqueue(tx, 'billing-run', {});
    return say(tx);
  });
}

/** The steps that wait for approval; null when none do. */
export async function readWaiting(
  deps: Pick<SubscriptionDeps, 'db' | 'clock' | 'timeZone'>,
  now: Date,
  on = deps.db,
) {
  const waiting = toWaiting(await countWaiting(on, now), now, deps.timeZone);
  const until = waiting && waiting.deletions > 0 ? await deletionsWaitUntil(deps, on) : null;
  return waiting && { ...waiting, deletions_until: until?.toISOString() ?? null };
}

function toWaiting({ blocks, deletions, since }: Waiting, now: Date, timeZone: string) {
  if (blocks === 0 && deletions === 0) return null;
  return { day: localDay(now, timeZone), blocks, deletions, since: (since ?? now).toISOString() };
}
