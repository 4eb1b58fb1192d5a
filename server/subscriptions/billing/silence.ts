import type { Clock } from '#server/kernel/clock.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { noteBack, silenceOf } from './progress-store.ts';

/**
 * A machine whose clock jumped looks like a server that was off: billing is back after days without a run. Then
 * everything that can't be undone waits for a day, so that somebody can check the date (docs/decisions/0138).
 */
const silentMs = 7 * 86_400_000;
const waitMs = 86_400_000;

type SilenceDeps = Pick<SubscriptionDeps, 'db' | 'clock'>;

/** Until when deletions wait because billing was silent before, by the platform's clock; null when they don't. */
export async function deletionsWaitUntil({ db, clock }: SilenceDeps, on = db): Promise<Date | null> {
  const now = realNow(clock);
  const { lastRunAt, backAt } = await silenceOf(on);
  const from = isSilence(lastRunAt, now) ? now : backAt;
  // A moment in the future was written by a clock that has been corrected since.
  if (from === null || from > now || now.getTime() - from.getTime() >= waitMs) return null;
  return new Date(from.getTime() + waitMs + movedMs(clock));
}

/** Call it before a run: if billing was silent, deletions wait from now on. */
export async function noteSilence({ db, clock }: SilenceDeps): Promise<void> {
  const now = realNow(clock);
  if (isSilence((await silenceOf(db)).lastRunAt, now)) await noteBack(db, now);
}

/** The real time, without what a test has moved. */
export function realNow(clock: Clock): Date {
  return new Date(clock.now().getTime() - movedMs(clock));
}

const movedMs = (clock: Clock) => clock.movedMs?.() ?? 0;

const isSilence = (lastRunAt: Date | null, now: Date) =>
  lastRunAt !== null && now.getTime() - lastRunAt.getTime() > silentMs;
