import type { TaskStep } from '#contract/cabinets/cabinet.ts';
import { raiseAlarms } from '#server/alarms/raise-alarm.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import {
  putTask,
  setCabinetStatus,
  type StoredCabinet,
  updateCabinet,
  updateStep,
} from '#server/cabinets/cabinet-store.ts';
import { putFinding } from '#server/cabinets/comparison/finding-store.ts';
import { DriverError } from '#server/cabinets/drivers/driver.ts';
import type { CabinetStepRow, Db } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { failedKinds } from './failed-kinds.ts';
import { afterAway, afterFailure, isTurnedBack } from './provisioning-steps.ts';

type FailureDeps = Pick<CabinetDeps, 'clock' | 'queue' | 'log' | 'defaultLocale'>;

/** Stores a failed try: when the next one comes, and after the last one what people see. */
export async function recordFailure(
  deps: FailureDeps,
  connection: Db,
  found: StoredCabinet,
  { row, attempts, error }: { row: CabinetStepRow; attempts: number; error: unknown },
): Promise<void> {
  const { task, step } = row;
  const now = deps.clock.now();
  const failure = failureOf(error);
  const { reason, detail } = failure;
  const awaySince = failure.away ? (row.away_since ?? now) : null;
  const awayTries = row.away_tries + (failure.away ? 1 : 0);
  const next = awaySince
    ? afterAway(task, { tries: awayTries, seconds: (now.getTime() - awaySince.getTime()) / 1000 })
    : afterFailure(task, attempts - awayTries);
  deps.log.warn(
    { clientId: row.client_id, task, step, attempts, reason, detail, next },
    'cabinet step failed',
  );
  await connection.transaction().execute(async (tx) => {
    if (isTurnedBack(task, step, attempts)) return turnBack(deps, tx, found, { step, reason, now });
    await updateStep(tx, row, {
      state: next.state,
      error_reason: reason,
      error_detail: detail,
      waiting_since: null,
      answer: null,
      away_since: next.state === 'failed' ? null : awaySince,
      away_tries: awayTries,
      ...(failure.ended && { operation_id: null }),
    });
    // The driver said that it had destroyed what still answers.
    if (step === 'gone')
      await updateStep(tx, { ...row, step: 'destroy' }, { state: 'pending', operation_id: null });
    if (next.retryAfterSeconds !== null)
      await lookAgainLater(deps, tx, row.client_id, next.retryAfterSeconds);
    if (next.state === 'failed' && row.state !== 'failed')
      await showFailure(deps, tx, found, { row, reason, detail, now });
  });
}

/** Opens a cabinet again where it was before a move that does not work. */
async function turnBack(
  deps: FailureDeps,
  tx: Db,
  { client }: StoredCabinet,
  { step, reason, now }: { step: TaskStep; reason: string; now: Date },
): Promise<void> {
  await putTask(tx, client.id, { task: 'move_back' });
  await auditClient(tx, systemCaller(now, deps.defaultLocale), client, {
    action: 'cabinet.move_undone',
    changes: [{ field: step, before: null, after: reason }],
  });
  await lookAgainLater(deps, tx, client.id, 1);
}

function failureOf(error: unknown) {
  const isKnown = error instanceof DriverError;
  const detail = isKnown ? error.detail : error instanceof Error ? error.message : String(error);
  return {
    reason: isKnown ? error.reason : 'unknown',
    detail: detail.slice(0, 1000),
    away: isKnown && error.away,
    ended: isKnown && error.ended,
  };
}

async function showFailure(
  { defaultLocale }: FailureDeps,
  tx: Db,
  { client, cabinet }: StoredCabinet,
  { row, reason, detail, now }: { row: CabinetStepRow; reason: string; detail: string; now: Date },
): Promise<void> {
  const { task, step } = row;
  if (task === 'create') {
    await updateCabinet(tx, client.id, { failed_at: now });
    await setCabinetStatus(tx, client.id, 'failed');
    const failed = { cause: client.id, name: client.name, subject_id: client.id };
    await raiseAlarms(tx, 'cabinet_failed', [failed], now);
  }
  await putFinding(tx, now, {
    client_id: client.id,
    kind: failedKinds[task],
    domain: client.domain,
    driver: cabinet?.driver ?? '',
    host: cabinet?.host ?? null,
    reason,
    detail,
    has_database: null,
  });
  await auditClient(tx, systemCaller(now, defaultLocale), client, {
    action: task === 'create' ? 'cabinet.failed' : 'cabinet.task_failed',
    changes: [{ field: step, before: null, after: reason }],
  });
}

/** Uses a separate queue, because a waiting job would swallow one that should run at once. */
export function lookAgainLater(
  { queue }: Pick<CabinetDeps, 'queue'>,
  tx: Db,
  clientId: string,
  seconds: number,
): Promise<void> {
  return queue.enqueue(tx, 'make-cabinet', { clientId }, { afterSeconds: seconds });
}
