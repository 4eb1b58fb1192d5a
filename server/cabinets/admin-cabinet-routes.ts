import { adminCabinetsApi as api } from '#contract/admin-cabinets-api.ts';
import type { ClientService } from '#server/clients/client-service.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { BackupService } from './backup-service.ts';
import type { FindingService } from './finding-service.ts';
import type { ProvisioningService } from './provisioning-service.ts';

interface AdminCabinetDeps {
  clients: ClientService;
  provisioning: ProvisioningService;
  backups: BackupService;
  findings: FindingService;
  lists: ListDeps;
}

/** `admin/cabinets`, and what staff do with one client's cabinet. */
export function adminCabinetRoutes(deps: AdminCabinetDeps): Implementation[] {
  const { clients, provisioning, backups, findings, lists } = deps;
  return [
    onList(api.cabinetFindings, findings.listing, lists),
    onStaff(api.reconciliation, async () => ({ data: await findings.latest() })),
    onStaff(api.repairCabinet, async ({ caller, params }) => ({
      data: await findings.repair(caller, params.id),
    })),
    onStaff(api.giveUpCabinet, async ({ caller, params }) => {
      await provisioning.giveUp(caller, params.id);
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
