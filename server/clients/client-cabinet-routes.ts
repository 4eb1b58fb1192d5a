import { adminCabinetsApi as api } from '#contract/admin-cabinets-api.ts';
import type { BackupService } from '#server/cabinets/backup-service.ts';
import type { ProvisioningService } from '#server/cabinets/provisioning-service.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { ClientService } from './client-service.ts';

interface ClientCabinetDeps {
  clients: ClientService;
  provisioning: ProvisioningService;
  backups: BackupService;
}

/** What staff do with one client's cabinet: give its creation up, take its last backup away or restore it. */
export function clientCabinetRoutes({ clients, provisioning, backups }: ClientCabinetDeps): Implementation[] {
  return [
    onStaff(api.giveUpCabinet, async ({ caller, params }) => {
      await provisioning.giveUp(caller, params.id);
      return { data: await clients.show(caller, params.id) };
    }),
    onStaff(api.deleteWithoutBackup, async ({ caller, params }) => {
      await provisioning.deleteWithoutBackup(caller, params.id);
      return { data: await clients.show(caller, params.id) };
    }),
    onStaff(api.downloadBackup, async ({ caller, params }) => {
      const { id, name } = await clients.show(caller, params.id);
      return backups.download(caller, { id, name }, params.backup);
    }),
    onStaff(api.restoreBackup, async ({ caller, params }) => {
      await provisioning.restore(caller, params.id, params.backup);
      return { data: await clients.show(caller, params.id) };
    }),
  ];
}
