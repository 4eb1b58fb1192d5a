import type { Clock } from '#server/kernel/clock.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { noteBack, silenceOf } from './progress-store.ts';

/**
 * A clock of a whole machine that leapt looks like a server that was off: billing is back after days in which it did
 * not run. What can't be undone waits for a day then, so that somebody may see the date (docs/decisions/0138).
 */
const silentMs = 7 * 86_400_000;
const waitMs = 86_400_000;

type SilenceDeps = Pick<SubscriptionDeps, 'db' | 'clock'>;

/** Until when deletions wait because billing was silent before, by the platform's clock; null: they don't. */
export async function deletionsWaitUntil({ db, clock }: SilenceDeps, on = db): Promise<Date | null> {
  const now = realNow(clock);
  const { lastRunAt, backAt } = await silenceOf(on);
  const from = isSilence(lastRunAt, now) ? now : backAt;
  // A moment to come was written by a clock that was set right since.
  if (from === null || from > now || now.getTime() - from.getTime() >= waitMs) return null;
  return new Date(from.getTime() + waitMs + movedMs(clock));
}

/** Before a run: from now on the deletions wait, if billing was silent. */
export async function noteSilence({ db, clock }: SilenceDeps): Promise<void> {
  const now = realNow(clock);
  if (isSilence((await silenceOf(db)).lastRunAt, now)) await noteBack(db, now);
}

/** The time that no test has moved. */
export function realNow(clock: Clock): Date {
  return new Date(clock.now().getTime() - movedMs(clock));
}

const movedMs = (clock: Clock) => clock.movedMs?.() ?? 0;

const isSilence = (lastRunAt: Date | null, now: Date) =>
  lastRunAt !== null && now.getTime() - lastRunAt.getTime() > silentMs;
