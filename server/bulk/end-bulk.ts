import type { BulkRun } from '#contract/panel/bulk.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import type { BulkAct, BulkNoun } from './bulk-act.ts';
import { type BulkRunRow, runById, skipWaiting, updateRun } from './bulk-store.ts';
import { readBulk } from './read-bulk.ts';
import { undoEnd } from './run-bulk.ts';
import { askedOf, type BulkDeps, requireRight } from './start-bulk.ts';

/** Stops a run: the rows that are being done are finished, the others stay as they are. */
export function stopBulk(
  { db }: Pick<BulkDeps, 'db'>,
  nouns: readonly BulkNoun[],
  caller: StaffCaller,
  id: string,
): Promise<BulkRun> {
  const { now } = caller;
  return answered(db, caller, async (tx) => {
    const { run, act } = await requireRun(tx, nouns, caller, id);
    if (run.status !== 'queued' && run.status !== 'running') throw new AppError('bulk_over');
    const undo_until = act.undo ? undoEnd(now) : null;
    await updateRun(tx, id, { status: 'stopped', finished_at: now, undo_until });
    await skipWaiting(tx, id, 'stopped', now);
    await writeAudit(tx, caller, { action: 'bulk.stop', subject: { type: 'bulk_run', id, name: null } });
    return readBulk(tx, id);
  });
}

/** Begins to undo what a run did. */
export function undoBulk(
  { db, queue }: Pick<BulkDeps, 'db' | 'queue'>,
  nouns: readonly BulkNoun[],
  caller: StaffCaller,
  id: string,
): Promise<BulkRun> {
  const { now } = caller;
  return answered(db, caller, async (tx) => {
    const { run } = await requireRun(tx, nouns, caller, id);
    const isOver = run.status !== 'done' && run.status !== 'stopped';
    if (isOver || run.undo_until === null || run.undo_until <= now) throw new AppError('undo_over');
    await updateRun(tx, id, { status: 'undoing', asked: askedOf(caller) });
    await writeAudit(tx, caller, { action: 'bulk.undo', subject: { type: 'bulk_run', id, name: null } });
    await queue.enqueue(tx, 'run-bulk', { runId: id });
    return readBulk(tx, id);
  });
}

async function requireRun(
  tx: Db,
  nouns: readonly BulkNoun[],
  caller: StaffCaller,
  id: string,
): Promise<{ run: BulkRunRow; act: BulkAct<unknown> }> {
  const run = await runById(tx, id, { lock: true });
  const act = nouns.find(({ name }) => name === run?.resource)?.acts[run?.act ?? ''];
  if (!run || !act) throw new AppError('not_found');
  requireRight(act, caller);
  return { run, act };
}
