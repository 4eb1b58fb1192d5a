import { setTimeout as wait } from 'node:timers/promises';
import type { CabinetTask, RepairAnswer } from '#contract/cabinets/cabinet.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { newestBackup } from '#server/cabinets/backups/backup-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { findCabinet, putTask, stepsOf, updateCabinet } from '#server/cabinets/cabinet-store.ts';
import { staffId } from '#server/cabinets/tasks/change-task.ts';
import { retryCabinet } from '#server/cabinets/tasks/retry-cabinet.ts';
import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import { settleCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { sayNothing } from '#server/db/answered.ts';
import type { CabinetFindingRow, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller, StaffCaller } from '#server/kernel/caller.ts';
import { translate } from '#server/kernel/messages.ts';
import { restingCabinet } from './comparison-store.ts';
import { findFinding, putFinding } from './finding-store.ts';
import { lookAtCabinet } from './look-at-cabinet.ts';
import { removeLeftBehind } from './remove-left-behind.ts';
import { repairAnswer } from './repair-answer.ts';

/** How long an answer waits for the result of a repair. */
const patienceMs = 10_000;

/** Brings a cabinet that differs to its wanted state, and says how that went (DESIGN section 10.3). */
export async function repairCabinet(
  deps: CabinetDeps,
  caller: StaffCaller,
  id: string,
): Promise<RepairAnswer> {
  const finding = await findFinding(deps.db, id);
  if (!finding) throw new AppError('not_found');
  if (finding.kind === 'database_without_client') return removeLeftBehind(deps, caller, finding);
  if (finding.kind.endsWith('_failed')) await retryCabinet(deps, caller, finding.client_id, sayNothing);
  else await beginRepair(deps, caller, finding);
  // The repair has begun and goes on, even if watching it fails.
  return watched(deps, caller, finding.client_id).catch((error: unknown) => {
    deps.log.error({ err: error }, 'a repair could not be watched');
    return repairAnswer(caller.locale, 'under_way');
  });
}

/** False when a task is already under way. */
export async function beginRepair(
  { db, queue }: Pick<CabinetDeps, 'db' | 'queue'>,
  caller: Caller,
  { client_id: clientId, kind, domain }: CabinetFindingRow,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const task = kind === 'answers_blocked' ? 'suspend' : 'repair';
    if (!(await beginTask(tx, caller, clientId, task))) return false;
    await auditClient(
      tx,
      caller,
      { id: clientId, name: domain },
      {
        action: 'cabinet.repair',
        changes: [{ field: 'kind', before: kind, after: null }],
      },
    );
    await settleCabinet({ queue }, tx, clientId);
    return true;
  });
}

/**
 * Begins a repair of a cabinet that should answer, or suspends again one that should not; false when a task is
 * already under way.
 */
export async function beginTask(
  tx: Db,
  caller: Caller,
  clientId: string,
  task: Extract<CabinetTask, 'repair' | 'suspend'>,
): Promise<boolean> {
  const found = await findCabinet(tx, clientId, { lock: true });
  if (!found?.cabinet || found.cabinet.task) return false;
  if (task === 'repair') {
    await updateCabinet(tx, clientId, { backup_id: (await newestBackup(tx, clientId))?.id ?? null });
  }
  await putTask(tx, clientId, { task, by: staffId(caller) });
  return true;
}

async function watched(deps: CabinetDeps, caller: Caller, clientId: string): Promise<RepairAnswer> {
  const work = runTasks(deps, clientId);
  await Promise.race([work, wait(patienceMs, undefined, { ref: false })]);
  // Another worker may already be at the same cabinet: then this one only watches.
  for (const deadline = performance.now() + patienceMs; ; await wait(100)) {
    const result = await resultOf(deps, caller, clientId);
    if (result.result !== 'under_way' || performance.now() > deadline) return result;
  }
}

async function resultOf(deps: CabinetDeps, { locale, now }: Caller, clientId: string): Promise<RepairAnswer> {
  const { db } = deps;
  const found = await findCabinet(db, clientId);
  const task = found?.cabinet?.task;
  if (found && task) {
    const error = stepsOf(found, task).find(({ error_reason }) => error_reason !== null)?.error_reason;
    if (!error) return repairAnswer(locale, 'under_way');
    return { result: 'failed', message: translate(locale, `cabinetErrors.${error}`) };
  }
  const resting = await restingCabinet(db, clientId);
  const difference = resting && (await lookAtCabinet(deps, resting));
  if (!difference) return repairAnswer(locale, 'repaired');
  // Finished work took the finding off the list. It still differs, so it goes back without waiting for comparisons.
  const { client_id, domain, driver, host } = resting;
  await putFinding(db, now, { ...difference, client_id, domain, driver, host });
  return { result: 'failed', message: translate(locale, `cabinetFindings.${difference.reason}`) };
}
