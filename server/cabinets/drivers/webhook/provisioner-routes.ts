import { provisionerApi as api } from '#contract/routes/provisioner.ts';
import { backupForProvisioner } from '#server/cabinets/backups/download-backup.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { takeResult } from '#server/cabinets/tasks/take-result.ts';
import { type Implementation, onProvisioner } from '#server/http/routes.ts';

/** The routes for the operator's provisioner (`docs/cabinet-protocol.md`, "Provisioner"). */
export function provisionerRoutes(deps: Pick<CabinetDeps, 'db' | 'queue' | 'backupFiles'>): Implementation[] {
  return [
    onProvisioner(api.provisionerResult, async ({ body }) => {
      await takeResult(deps, body);
      return { data: {} };
    }),
    onProvisioner(api.provisionerBackup, async ({ params }) => backupForProvisioner(deps, params.id)),
  ];
}
