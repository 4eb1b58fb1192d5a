import { cabinetApi as api } from '#contract/routes/cabinet.ts';
import { downloadBackup } from '#server/cabinets/backups/download-backup.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { deleteWithoutBackup } from '#server/cabinets/tasks/delete-without-backup.ts';
import { removeDomain } from '#server/cabinets/own-domain/change-own-domain.ts';
import { giveUpCabinet } from '#server/cabinets/tasks/give-up-cabinet.ts';
import { restoreCabinet } from '#server/cabinets/tasks/restore-cabinet.ts';
import { retryCabinet } from '#server/cabinets/tasks/retry-cabinet.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { ReadClientDeps } from './client-deps.ts';
import { readClient } from './read-client.ts';

/** What staff do with one client's cabinet: retry it, give up its creation, fetch or restore its last backup. */
export function clientCabinetRoutes(deps: CabinetDeps & ReadClientDeps): Implementation[] {
  return [
    onStaff(api.retryCabinet, async ({ caller, params: { id } }) => ({
      data: await retryCabinet(deps, caller, id, (tx) => readClient(deps, caller, id, tx)),
    })),
    onStaff(api.removeClientDomain, async ({ caller, params: { id } }) => ({
      data: await removeDomain(deps, caller, id, (tx) => readClient(deps, caller, id, tx)),
    })),
    onStaff(api.giveUpCabinet, async ({ caller, params: { id } }) => ({
      data: await giveUpCabinet(deps, caller, id, (tx) => readClient(deps, caller, id, tx)),
    })),
    onStaff(api.deleteWithoutBackup, async ({ caller, params: { id } }) => ({
      data: await deleteWithoutBackup(deps, caller, id, (tx) => readClient(deps, caller, id, tx)),
    })),
    onStaff(api.downloadBackup, async ({ caller, params }) => {
      const { id, name } = await readClient(deps, caller, params.id);
      return downloadBackup(deps, caller, { id, name }, params.backup);
    }),
    onStaff(api.restoreBackup, async ({ caller, params: { id, backup } }) => ({
      data: await restoreCabinet(deps, caller, { clientId: id, backupId: backup }, (tx) =>
        readClient(deps, caller, id, tx),
      ),
    })),
  ];
}
