import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { stepsOf, updateCabinet, updateStep } from '#server/cabinets/cabinet-store.ts';
import { clearFindings } from '#server/cabinets/comparison/finding-store.ts';
import type { Say } from '#server/db/answered.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { changeTask, staffId } from './change-task.ts';
import { failedKinds } from './failed-kinds.ts';
import { untried } from './provisioning-steps.ts';

/**
 * Continues a deletion whose last backup could not be made. Nothing of the data remains.
 * @throws AppError `cabinet_not_failed` unless the backup has failed often enough to be shown as failed.
 */
export function deleteWithoutBackup<Answer>(
  deps: Pick<CabinetDeps, 'db' | 'queue'>,
  caller: Caller,
  clientId: string,
  say: Say<Answer>,
): Promise<Answer> {
  const action = 'cabinet.delete_without_backup';
  return changeTask(deps, caller, { clientId, action, say }, async (tx, found) => {
    const backup = stepsOf(found, 'delete').find(({ step }) => step === 'backup');
    if (found.cabinet?.task !== 'delete' || backup?.state !== 'failed')
      throw new AppError('cabinet_not_failed');
    await updateStep(tx, backup, { ...untried, state: 'skipped', finished_at: caller.now });
    await updateCabinet(tx, clientId, { task_by: staffId(caller) });
    await clearFindings(tx, clientId, [failedKinds.delete]);
    return [{ field: 'backup', before: backup.error_reason, after: null }];
  });
}
