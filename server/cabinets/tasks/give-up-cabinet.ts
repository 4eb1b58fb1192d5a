import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { putTask } from '#server/cabinets/cabinet-store.ts';
import type { Say } from '#server/db/answered.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { changeTask, staffId } from './change-task.ts';

/** Gives a failed creation up: destroys what was made, so that it can be made again. */
export function giveUpCabinet<Answer>(
  deps: Pick<CabinetDeps, 'db' | 'queue'>,
  caller: Caller,
  clientId: string,
  say: Say<Answer>,
): Promise<Answer> {
  return changeTask(
    deps,
    caller,
    { clientId, action: 'cabinet.give_up', say },
    async (tx, { client, cabinet }) => {
      if (client.cabinet_status !== 'failed' || cabinet?.task !== 'create')
        throw new AppError('cabinet_not_failed');
      await putTask(tx, clientId, { task: 'undo', by: staffId(caller) });
      return undefined;
    },
  );
}
