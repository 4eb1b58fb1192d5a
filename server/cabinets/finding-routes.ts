import { adminCabinetsApi as api } from '#contract/admin-cabinets-api.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { FindingService } from './finding-service.ts';

/** `admin/cabinets`: what differs, and its repair. */
export function findingRoutes({
  findings,
  lists,
}: {
  findings: FindingService;
  lists: ListDeps;
}): Implementation[] {
  return [
    onList(api.cabinetFindings, findings.listing, lists),
    onStaff(api.reconciliation, async () => ({ data: await findings.latest() })),
    onStaff(api.repairCabinet, async ({ caller, params }) => ({
      data: await findings.repair(caller, params.id),
    })),
  ];
}
