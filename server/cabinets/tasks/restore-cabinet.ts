import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { requireRestorable } from '#server/cabinets/backups/keep-backup.ts';
import type { Say } from '#server/db/answered.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { blockAgain } from '#server/subscriptions/restore-subscription.ts';
import { changeTask, staffId } from './change-task.ts';
import { beginAgain } from './start-cabinet.ts';

/**
 * Makes a deleted cabinet again from one of its backups. An archived client becomes blocked, as before the deletion:
 * retention begins again, for at least 7 days, and a top-up opens the cabinet.
 */
export function restoreCabinet<Answer>(
  deps: Pick<CabinetDeps, 'db' | 'queue' | 'drivers' | 'backupFiles' | 'subscriptions'>,
  caller: Caller,
  { clientId, backupId }: { clientId: string; backupId: string },
  say: Say<Answer>,
): Promise<Answer> {
  return changeTask(deps, caller, { clientId, action: 'backup.restore', say }, async (tx, { client }) => {
    if (client.deleted_at) throw new AppError('not_found');
    if (client.cabinet_status !== 'deleted') throw new AppError('cabinet_not_deleted');
    await requireRestorable(deps, tx, clientId, backupId);
    if (client.status === 'archived') await blockAgain(deps.subscriptions, tx, clientId, caller.now);
    await beginAgain(deps, tx, clientId, { now: caller.now, backupId, by: staffId(caller) });
    return undefined;
  });
}
