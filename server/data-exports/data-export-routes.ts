import { ownDataApi as api } from '#contract/routes/accounts/own-data.ts';
import { requireCustomer } from '#server/customers/customer-account.ts';
import { type Implementation, onCustomer } from '#server/http/routes.ts';
import { downloadExport } from './download-export.ts';
import type { ExportDeps } from './make-export.ts';
import { readExport, startExport } from './start-export.ts';

/** A customer's file of all data (API.md, prefix `auth/me`). */
export function dataExportRoutes(deps: Pick<ExportDeps, 'db' | 'queue' | 'exportFiles'>): Implementation[] {
  return [
    onCustomer(api.dataExport, async ({ caller }) => {
      await requireCustomer(deps.db, caller.actor);
      return { data: await readExport(deps, caller) };
    }),
    onCustomer(api.startDataExport, async ({ caller }) => ({ data: await startExport(deps, caller) })),
    onCustomer(api.downloadData, ({ caller }) => downloadExport(deps, caller)),
  ];
}
