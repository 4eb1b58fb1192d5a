import { bulkApi as api } from '#contract/routes/panel/bulk.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList, onListBelow } from '#server/lists/list-reply.ts';
import type { BulkNoun } from './bulk-act.ts';
import { stopBulk, undoBulk } from './end-bulk.ts';
import { bulkRowListing, bulkRunListing, knownRun, readBulk } from './read-bulk.ts';
import { type BulkDeps, checkBulk, startBulk } from './start-bulk.ts';

/** `admin/clients/bulk`, `admin/bulk…` (GROWTH section 19). */
export function bulkRoutes(
  deps: BulkDeps & { lists: ListDeps },
  { clients }: { clients: BulkNoun },
): Implementation[] {
  const { db, lists } = deps;
  const nouns = [clients];
  const known = knownRun(db);
  return [
    onStaff(api.actOnClients, async ({ caller, body: { dry_run, ...request }, once: key }) => ({
      data: dry_run
        ? await checkBulk(deps, clients, caller, request)
        : await startBulk(deps, clients, caller, { ...request, key }),
    })),
    onList(api.bulkRuns, bulkRunListing(db), lists),
    onStaff(api.bulkRun, async ({ params }) => ({ data: await readBulk(db, params.id) })),
    onListBelow(api.bulkRows, (id) => bulkRowListing(db, id), lists, known),
    onStaff(api.stopBulk, async ({ caller, params }) => ({
      data: await stopBulk(deps, nouns, caller, params.id),
    })),
    onStaff(api.undoBulk, async ({ caller, params }) => ({
      data: await undoBulk(deps, nouns, caller, params.id),
    })),
  ];
}
