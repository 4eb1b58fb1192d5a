import { provisionerApi as api } from '#contract/provisioner-api.ts';
import { type Implementation, onProvisioner } from '#server/http/routes.ts';
import type { ProvisioningService } from './provisioning-service.ts';

/** What the operator's provisioner says and fetches (`docs/cabinet-protocol.md`, "Provisioner"). */
export function provisionerRoutes({ provisioning }: { provisioning: ProvisioningService }): Implementation[] {
  return [
    onProvisioner(api.provisionerResult, async ({ body }) => {
      await provisioning.takeResult(body);
      return { data: {} };
    }),
    onProvisioner(api.provisionerBackup, async ({ params }) => provisioning.backupFor(params.id)),
  ];
}
