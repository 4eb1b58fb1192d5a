import { type Selectable, sql } from 'kysely';
import {
  bulkRowEntity,
  type BulkCode,
  type BulkResult,
  bulkRunEntity,
  type BulkStatus,
} from '#contract/panel/bulk.ts';
import type { BulkAsked, BulkRowTable, BulkRunTable, Db } from '#server/db/tables.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';

/** SQL for acts on many rows, and for what became of each row. */

type Counts = Record<BulkResult, number>;
export type BulkRunRow = Selectable<BulkRunTable>;
export type CountedRun = BulkRunRow & Counts & { created_by_name: string };
export type BulkRowRow = Selectable<BulkRowTable>;

const counted = (result: BulkResult) =>
  sql<number>`(select count(*)::integer from bulk_rows r where r.run_id = b.id and r.result = ${sql.lit(result)})`;

export function bulkRunSource(): ListSource {
  const shownOnly = (result: BulkResult) => ({ sql: counted(result), required: true });
  return {
    from: sql`bulk_runs b join users u on u.id = b.created_by`,
    id: sql`b.id`,
    defaultOrder: sql`b.created_at`,
    columns: columnsOf(bulkRunEntity, {
      table: 'bulk_runs',
      alias: 'b',
      own: {
        created_by_name: nameColumn(sql`u.name`),
        done: shownOnly('done'),
        skipped: shownOnly('skipped'),
        failed: shownOnly('failed'),
        undone: shownOnly('undone'),
      },
    }),
  };
}

export const bulkRunCsv = fileColumnsOf(bulkRunEntity, {});

/** The rows of a run that are decided, in their order. */
export function bulkRowSource(runId: string): ListSource {
  return {
    from: sql`bulk_rows r`,
    id: sql`r.id`,
    defaultOrder: sql`-r.position`,
    where: sql`r.run_id = ${runId}::uuid and r.result is not null`,
    search: [sql`r.name`],
    columns: columnsOf(bulkRowEntity, {
      table: 'bulk_rows',
      alias: 'r',
      own: { client_id: { sql: sql`r.subject_id`, required: true }, client_name: nameColumn(sql`r.name`) },
    }),
  };
}

export const bulkRowCsv = fileColumnsOf(bulkRowEntity, {});

/** Runs with the numbers of their rows by result. */
export async function runsByIds(db: Db, ids: readonly string[]): Promise<CountedRun[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('bulk_runs as b')
    .innerJoin('users as u', 'u.id', 'b.created_by')
    .selectAll('b')
    .select('u.name as created_by_name')
    .select([counted('done').as('done'), counted('skipped').as('skipped')])
    .select([counted('failed').as('failed'), counted('undone').as('undone')])
    .where('b.id', 'in', ids)
    .execute();
}

export function runById(db: Db, id: string, { lock = false } = {}): Promise<BulkRunRow | undefined> {
  const query = db.selectFrom('bulk_runs').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Runs that a job works on, or should. */
export async function openRuns(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('bulk_runs')
    .select('id')
    .where('status', 'in', ['queued', 'running', 'undoing'])
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertRun(
  tx: Db,
  run: Pick<BulkRunRow, 'id' | 'resource' | 'act' | 'total' | 'created_by' | 'created_at'> & {
    input: Record<string, unknown>;
    asked: BulkAsked;
  },
): Promise<void> {
  await tx
    .insertInto('bulk_runs')
    .values({
      ...run,
      input: JSON.stringify(run.input),
      asked: JSON.stringify(run.asked),
      status: 'queued',
    })
    .execute();
}

export async function insertRows(
  tx: Db,
  runId: string,
  rows: readonly { id: string; position: number; subject_id: string; name: string }[],
): Promise<void> {
  await sql`insert into bulk_rows (id, run_id, position, subject_id, name)
    select id, ${runId}::uuid, position, subject_id, name from jsonb_to_recordset(${jsonRows(rows)}::jsonb)
      as r (id uuid, position integer, subject_id uuid, name text)`.execute(tx);
}

export async function updateRun(
  tx: Db,
  id: string,
  changes: { status: BulkStatus; finished_at?: Date | null; undo_until?: Date | null; asked?: BulkAsked },
): Promise<void> {
  const { asked, ...columns } = changes;
  await tx
    .updateTable('bulk_runs')
    .set({ ...columns, ...(asked && { asked: JSON.stringify(asked) }) })
    .where('id', '=', id)
    .execute();
}

/** Begins a run, unless somebody stopped it. */
export async function beginRun(db: Db, id: string): Promise<void> {
  await db
    .updateTable('bulk_runs')
    .set({ status: 'running' })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
}

export async function statusOf(db: Db, id: string): Promise<BulkStatus | undefined> {
  const row = await db.selectFrom('bulk_runs').select('status').where('id', '=', id).executeTakeFirst();
  return row?.status;
}

/** The next rows that wait, locked; those that another worker holds are its own. */
export function lockNextRows(
  tx: Db,
  runId: string,
  { undo, limit }: { undo: boolean; limit: number },
): Promise<BulkRowRow[]> {
  const rows = tx.selectFrom('bulk_rows').selectAll().where('run_id', '=', runId).limit(limit);
  const waiting = undo
    ? rows.where('result', '=', 'done').where('code', 'is', null).orderBy('position', 'desc')
    : rows.where('result', 'is', null).orderBy('position');
  return waiting.forUpdate().skipLocked().execute();
}

/** Whether any row still waits, locked ones included. */
export async function hasWaiting(db: Db, runId: string, { undo }: { undo: boolean }): Promise<boolean> {
  const rows = db.selectFrom('bulk_rows').select('id').where('run_id', '=', runId).limit(1);
  const waiting = undo
    ? rows.where('result', '=', 'done').where('code', 'is', null)
    : rows.where('result', 'is', null);
  return (await waiting.executeTakeFirst()) !== undefined;
}

/** What became of a row; the states that an undo compares, where there are any. */
export interface Decision {
  id: string;
  result: BulkResult;
  code: BulkCode | null;
  before?: object;
  after?: object;
}

export async function decideRows(tx: Db, decisions: readonly Decision[], at: Date): Promise<void> {
  await sql`
    update bulk_rows r set result = d.result, code = d.code, decided_at = ${at},
      before = coalesce(d.before, r.before), after = coalesce(d.after, r.after)
    from jsonb_to_recordset(${jsonRows(decisions)}::jsonb)
      as d (id uuid, result text, code text, before jsonb, after jsonb)
    where r.id = d.id`.execute(tx);
}

/** The same for a row that waits still, after its own transaction failed: another worker may have done it since. */
export async function giveUpRow(
  db: Db,
  id: string,
  { undo, ...decided }: { undo: boolean; result: BulkResult; code: BulkCode | null; decided_at: Date },
): Promise<void> {
  const row = db.updateTable('bulk_rows').set(decided).where('id', '=', id);
  const waiting = undo
    ? row.where('result', '=', 'done').where('code', 'is', null)
    : row.where('result', 'is', null);
  await waiting.execute();
}

/**
 * Decides all rows that wait: they stay as they are. They are locked from the last: while this waits for the row that
 * a worker is at, no worker may take one after it.
 */
export async function skipWaiting(tx: Db, runId: string, code: BulkCode, now: Date): Promise<void> {
  await tx
    .with('waiting', (db) =>
      db
        .selectFrom('bulk_rows')
        .select('id')
        .where('run_id', '=', runId)
        .where('result', 'is', null)
        .orderBy('position', 'desc')
        .forUpdate(),
    )
    .updateTable('bulk_rows')
    .set({ result: 'skipped', code, decided_at: now })
    .where('id', 'in', (db) => db.selectFrom('waiting').select('id'))
    .execute();
}

/** The same for an undo: rows that were not reached keep what the run did. */
export async function keepWaiting(tx: Db, runId: string, code: BulkCode, now: Date): Promise<void> {
  await tx
    .updateTable('bulk_rows')
    .set({ code, decided_at: now })
    .where('run_id', '=', runId)
    .where('result', '=', 'done')
    .where('code', 'is', null)
    .execute();
}

export async function rowsByIds(db: Db, ids: readonly string[]): Promise<BulkRowRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('bulk_rows').selectAll().where('id', 'in', ids).execute();
}

/** Deletes runs that ended before a moment, with their rows. */
export async function forgetOldRuns(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('bulk_runs').where('finished_at', '<', before).execute();
}
