import { cabinetApi as api } from '#contract/routes/cabinet.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { findingListing, readLatestComparison } from './read-findings.ts';
import { repairCabinet } from './repair-cabinet.ts';

/** `admin/cabinets`: the differences, and their repair. */
export function findingRoutes(deps: CabinetDeps & { lists: ListDeps }): Implementation[] {
  return [
    onList(api.cabinetFindings, findingListing(deps.db), deps.lists),
    onStaff(api.reconciliation, async () => ({ data: await readLatestComparison(deps.db) })),
    onStaff(api.repairCabinet, async ({ caller, params }) => ({
      data: await repairCabinet(deps, caller, params.id),
    })),
  ];
}
