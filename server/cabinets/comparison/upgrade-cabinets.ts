import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { CabinetFindingRow } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { beginRepair } from './repair-cabinet.ts';

/**
 * Begins a repair of each of these, by which its driver starts it again in the version that it has now; gives back the
 * clients whose repair has begun. One with a task under way is left for the next time.
 */
export async function upgradeCabinets(
  deps: Pick<CabinetDeps, 'db' | 'queue'>,
  caller: Caller,
  outdated: readonly CabinetFindingRow[],
  { progress }: { progress(text: string): void },
): Promise<string[]> {
  const begun: string[] = [];
  for (const [index, finding] of outdated.entries()) {
    progress(`Cabinet ${index + 1} of ${outdated.length}…`);
    if (await beginRepair(deps, caller, finding)) begun.push(finding.client_id);
  }
  return begun;
}
