import type { Db } from '#server/db/tables.ts';
import { isBackupLate } from './backup-due.ts';
import { latestGoodRun, latestRun } from './backup-run-store.ts';

export interface BackupState {
  /** When the last good one was begun, as of which it is. */
  goodAt: Date | null;
  isLate: boolean;
  /** Why the last one failed; null when it did not. */
  problem: string | null;
}

/** How scheduled backups do, for panel and doctor. */
export async function readBackupState(db: Db, everyMs: number, now: Date): Promise<BackupState> {
  const [last, good] = [await latestRun(db), await latestGoodRun(db)];
  return {
    goodAt: good?.started_at ?? null,
    isLate: isBackupLate({ last, good }, everyMs, now),
    problem: last?.problem ?? null,
  };
}
