import { closeAlarm } from '#server/alarms/raise-alarm.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import {
  setCabinetStatus,
  stepsOf,
  type StoredCabinet,
  updateCabinet,
  updateStep,
} from '#server/cabinets/cabinet-store.ts';
import { clearFindings } from '#server/cabinets/comparison/finding-store.ts';
import type { Say } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { changeTask, staffId } from './change-task.ts';
import { failedKinds } from './failed-kinds.ts';
import { isOver, untried } from './provisioning-steps.ts';
import { beginAgain } from './start-cabinet.ts';

/** Tasks after which a cabinet is suspended or gone. */
const endings: ReadonlySet<string | null | undefined> = new Set(['suspend', 'delete', 'undo']);

/** Tries at once again from the step that failed; a creation that was undone starts from the first step. */
export function retryCabinet<Answer>(
  deps: Pick<CabinetDeps, 'db' | 'queue' | 'drivers'>,
  caller: Caller,
  clientId: string,
  say: Say<Answer>,
): Promise<Answer> {
  return changeTask(deps, caller, { clientId, action: 'cabinet.retry', say }, async (tx, found) => {
    const { client, cabinet } = found;
    // For a deleted client nothing new is made, but what exists can still be suspended and deleted.
    if (client.deleted_at && !endings.has(cabinet?.task)) throw new AppError('not_found');
    if (!cabinet || !hasFailed(found)) throw new AppError('cabinet_not_failed');
    if (cabinet.task) await tryAgain(tx, found);
    else {
      await beginAgain(deps, tx, clientId, {
        now: caller.now,
        by: staffId(caller),
        backupId: cabinet.backup_id,
      });
    }
    await closeAlarm(tx, { kind: 'cabinet_failed', cause: clientId }, caller.now);
    return undefined;
  });
}

/**
 * Whether there is something to retry: a host that is away, a failed creation, or a failed step that is retried with
 * ever longer pauses.
 */
function hasFailed(found: StoredCabinet): boolean {
  const task = found.cabinet?.task;
  if (found.client.cabinet_status === 'failed' && task !== 'undo') return true;
  return task
    ? stepsOf(found, task).some(({ state, away_since }) => state === 'failed' || away_since !== null)
    : false;
}

async function tryAgain(tx: Db, found: StoredCabinet): Promise<void> {
  const { client, cabinet } = found;
  if (!cabinet?.task) return;
  for (const row of stepsOf(found, cabinet.task)) {
    if (!isOver(row.state)) await updateStep(tx, row, { ...untried, state: 'pending', attempts: 0 });
  }
  await updateCabinet(tx, client.id, { failed_at: null });
  await clearFindings(tx, client.id, [failedKinds[cabinet.task]]);
  if (client.cabinet_status === 'failed' && cabinet.task === 'create') {
    await setCabinetStatus(tx, client.id, 'creating');
  }
}
