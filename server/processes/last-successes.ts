import { latestGoodRun } from '#server/backup/backup-run-store.ts';
import { latestComparison } from '#server/cabinets/comparison/comparison-store.ts';
import type { Db } from '#server/db/tables.ts';
import { silenceOf } from '#server/subscriptions/billing/progress-store.ts';
import { latestGoodProof } from '#server/wallet/proof-store.ts';
import { lastRetention } from './last-retention-store.ts';

/** When each task last did what it is for; without a time it never has. */
export async function lastSuccesses(db: Db): Promise<Record<string, Date | null>> {
  return {
    billing: (await silenceOf(db)).lastRunAt,
    comparison: (await latestComparison(db))?.finished_at ?? null,
    proof: (await latestGoodProof(db))?.at ?? null,
    retention: (await lastRetention(db)) ?? null,
    backup: (await latestGoodRun(db))?.finished_at ?? null,
  };
}
