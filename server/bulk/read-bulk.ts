import { bulkRowEntity, type BulkRow, bulkRunEntity, type BulkRun } from '#contract/panel/bulk.ts';
import type { Db } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import {
  bulkRowCsv,
  type BulkRowRow,
  bulkRowSource,
  bulkRunCsv,
  type CountedRun,
  bulkRunSource,
  rowsByIds,
  runsByIds,
  statusOf,
} from './bulk-store.ts';

/** Acts on many rows, for the list and its file. */
export function bulkRunListing(db: Db): Listing<BulkRun> {
  return {
    name: 'bulk',
    source: () => bulkRunSource(),
    rows: async (_caller, ids) => inOrderOf(ids, await runsByIds(db, ids)).map(toRun),
    csv: bulkRunCsv,
  };
}

/** What became of each row of one of them. */
export function bulkRowListing(db: Db, runId: string): Listing<BulkRow> {
  return {
    name: 'bulk_rows',
    source: () => bulkRowSource(runId),
    rows: async (_caller, ids) => inOrderOf(ids, await rowsByIds(db, ids)).map(toRow),
    csv: bulkRowCsv,
  };
}

export async function readBulk(db: Db, id: string): Promise<BulkRun> {
  const [run] = await runsByIds(db, [id]);
  if (!run) throw new AppError('not_found');
  return toRun(run);
}

/** Refuses an unknown run before the body is read. */
export function knownRun(db: Db) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    if ((await statusOf(db, params.id)) === undefined) throw new AppError('not_found');
  };
}

function toRun(run: CountedRun): BulkRun {
  return toAnswer(bulkRunEntity, run, { created_by: { id: run.created_by, name: run.created_by_name } });
}

function toRow({ subject_id, name, result, decided_at, ...row }: BulkRowRow): BulkRow {
  if (!result || !decided_at) throw new Error('the row is not decided'); // the list leaves out those that wait
  return toAnswer(
    bulkRowEntity,
    { ...row, result, decided_at },
    {
      client: { id: subject_id, name },
      client_name: name,
    },
  );
}
