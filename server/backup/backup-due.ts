import type { BackupRunRow } from '#server/db/tables.ts';

type Run = Pick<BackupRunRow, 'started_at' | 'name' | 'problem'>;

const hour = 3_600_000;

/** Whether a backup is to be taken now. One that failed, was killed or lacks a host is tried again after an hour. */
export function isBackupDue(last: Run | undefined, everyMs: number, now: Date): boolean {
  if (!last) return true;
  const isGood = last.name !== null && last.problem === null;
  const waitMs = isGood ? everyMs : Math.min(everyMs, hour);
  return now.getTime() - last.started_at.getTime() >= waitMs;
}

/** Whether the last good one is so old that somebody should look: a whole one was missed. */
export function isBackupLate(
  { last, good }: { last: Run | undefined; good: Run | undefined },
  everyMs: number,
  now: Date,
): boolean {
  if (!good) return last !== undefined && (last.problem !== null || !isFresh(last, now));
  return now.getTime() - good.started_at.getTime() > 2 * everyMs;
}

/** The first one may be running. */
function isFresh({ started_at }: Run, now: Date): boolean {
  return now.getTime() - started_at.getTime() < 10 * 60_000;
}
