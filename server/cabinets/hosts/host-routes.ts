import { cabinetApi as api } from '#contract/routes/cabinet.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { hostsForStaff } from './read-hosts.ts';

/** `admin/cabinets/hosts` (API.md). */
export function hostRoutes(deps: Pick<CabinetDeps, 'config' | 'db'>): Implementation[] {
  return [onStaff(api.cabinetHosts, async () => ({ data: await hostsForStaff(deps, deps.db) }))];
}
