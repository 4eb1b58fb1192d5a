import { type BulkRow, bulkRowList, type BulkRun, bulkRunList } from '#contract/panel/bulk.ts';
import { bulkApi } from '#contract/routes/panel/bulk.ts';
import { ToClients } from './to-clients.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Acts on many rows at once, and what became of them (GROWTH section 19). */
export const bulkResource = defineResource<BulkRun>({
  name: 'bulk',
  path: 'clients/bulk',
  spec: bulkRunList,
  routes: { list: bulkApi.bulkRuns, one: bulkApi.bulkRun },
  screens: { show: () => import('#web/resources/clients/bulk/bulk-show.tsx') },
  list: { whenEmpty: ToClients },
  titleField: 'act',
  csv: true,
  columns: [
    { field: 'act', shown: true },
    { field: 'status', shown: true },
    { field: 'total', shown: true },
    { field: 'done', shown: true },
    { field: 'skipped', shown: true },
    { field: 'failed', shown: true },
    { field: 'undone' },
    { field: 'created_by_name', shown: true },
    { field: 'created_at', shown: true, hasTime: true },
    { field: 'finished_at', hasTime: true },
    { field: 'undo_until' },
  ],
  filters: [
    { field: 'act', often: true },
    { field: 'status', often: true },
    { field: 'created_by_name' },
    { field: 'created_at', often: true, last: true },
  ],
});

/** The rows of one of them, below its page. */
export const bulkRowResource = defineResource<BulkRow>({
  name: 'bulk_rows',
  spec: bulkRowList,
  routes: { list: bulkApi.bulkRows },
  csv: true,
  columns: [
    { field: 'client_name', shown: true },
    { field: 'result', shown: true },
    { field: 'code', shown: true },
  ],
  filters: [],
});
