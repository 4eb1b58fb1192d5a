import { isDeepStrictEqual } from 'node:util';
import { type BulkCode, bulkCodes, bulkLimits } from '#contract/panel/bulk.ts';
import { can } from '#contract/permissions.ts';
import { isDatabaseAway } from '#server/db/database-away.ts';
import type { Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffActor, StaffCaller } from '#server/kernel/caller.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { actorOfJob } from '#server/users/staff-account.ts';
import type { BulkAct, BulkNoun, RowState } from './bulk-act.ts';
import {
  beginRun,
  type BulkRowRow,
  type BulkRunRow,
  decideRow,
  giveUpRow,
  hasWaiting,
  keepWaiting,
  lockNextRow,
  openRuns,
  runById,
  skipWaiting,
  statusOf,
  updateRun,
} from './bulk-store.ts';

interface RunDeps {
  db: Db;
  queue: Queue;
  clock: Clock;
  log: { error(details: object, text: string): void };
}

/** A job works this long on a run and then queues behind others; the queue ends one that takes two minutes. */
const turnMs = 20_000;

/**
 * The job: does an act to its rows, or undoes it, each in a transaction of its own together with what is written about
 * it. So a row is never done twice, whenever the process dies (docs/decisions/0169).
 */
export async function runBulk(deps: RunDeps, nouns: readonly BulkNoun[], runId: string): Promise<void> {
  const { db, clock, queue } = deps;
  await beginRun(db, runId);
  const run = await runById(db, runId);
  const noun = nouns.find(({ name }) => name === run?.resource);
  const act = run && noun?.acts[run.act];
  if (!run || !noun || !act || !isAtWork(run)) return;
  const work = { run, noun, act, input: act.schema.parse(run.input) };
  for (const end = performance.now() + turnMs; performance.now() < end;) {
    const actor = await actorOfJob(db, run.asked.userId);
    if (!actor || !can(actor.permissions, act.needs, { write: true }).allowed) {
      return endRun(deps, work, 'no_permission');
    }
    const outcome = await nextRow(deps, work, callerOf(run, actor, clock.now()));
    if (outcome === 'over') return;
    if (outcome === 'none') {
      // Another worker holds the last rows, and will end the run.
      if (await hasWaiting(db, runId, { undo: isUndo(run) })) return;
      return endRun(deps, work, null);
    }
  }
  await queue.enqueue(db, 'run-bulk', { runId });
}

/** Gives new jobs to what a dead worker left behind. */
export async function recoverBulk({ db, queue }: Pick<RunDeps, 'db' | 'queue'>): Promise<void> {
  for (const runId of await openRuns(db)) await queue.enqueue(db, 'run-bulk', { runId });
}

interface Work {
  run: BulkRunRow;
  noun: BulkNoun;
  act: BulkAct<unknown>;
  input: unknown;
}

/** One row; `none`: no row waits that nobody holds, `over`: the run was stopped. */
async function nextRow(deps: RunDeps, work: Work, caller: StaffCaller): Promise<'did' | 'none' | 'over'> {
  const { db, log } = deps;
  const { run } = work;
  let at: BulkRowRow | undefined;
  try {
    return await db.transaction().execute(async (tx) => {
      at = await lockNextRow(tx, run.id, { undo: isUndo(run) });
      if ((await statusOf(tx, run.id)) !== run.status) return 'over';
      if (!at) return 'none';
      await work.act.locks?.(tx);
      await (isUndo(run) ? undoRow : doRow)(tx, work, caller, at);
      return 'did';
    });
  } catch (error) {
    // The job is tried again, and goes on with this row.
    if (!at || isDatabaseAway(error) || isPassing(error)) throw error;
    const code = codeOf(error);
    if (code === 'internal')
      log.error({ err: error, run: run.id, row: at.subject_id }, 'a row of a bulk act');
    const result = isUndo(run) ? 'done' : code === 'internal' ? 'failed' : 'skipped';
    await giveUpRow(db, at.id, { undo: isUndo(run), result, code, decided_at: caller.now });
    return 'did';
  }
}

async function doRow(
  tx: Db,
  { noun, act, input }: Work,
  caller: StaffCaller,
  { id, subject_id }: BulkRowRow,
): Promise<void> {
  const decided_at = caller.now;
  await act.check?.(tx, input);
  const before = await noun.stateOf(tx, subject_id);
  const verdicts = await act.judge(tx, [subject_id], { input, now: caller.now });
  const { code } = verdicts.get(subject_id) ?? { code: 'not_found' as const };
  if (code !== null || !before) {
    return decideRow(tx, id, { result: 'skipped', code: code ?? 'not_found', decided_at });
  }
  await act.apply(tx, caller, subject_id, input);
  const after = (await noun.stateOf(tx, subject_id)) ?? {};
  await decideRow(tx, id, { result: 'done', code: null, decided_at, before, after });
}

async function undoRow(
  tx: Db,
  { noun, act, input }: Work,
  caller: StaffCaller,
  { id, subject_id, before, after }: BulkRowRow,
): Promise<void> {
  const decided_at = caller.now;
  const now = await noun.stateOf(tx, subject_id);
  const code = before && after && now ? refusalOfUndo({ before, after, now }) : ('not_found' as const);
  if (code !== null || !before || !after) return decideRow(tx, id, { result: 'done', code, decided_at });
  await act.undo?.(tx, caller, { id: subject_id, input, before, after });
  await decideRow(tx, id, { result: 'undone', code: null, decided_at });
}

/** Why a row's undo is refused: it changed since, or the act moved money, which a change back would not return. Pure. */
export function refusalOfUndo({
  before,
  after,
  now,
}: Record<'before' | 'after' | 'now', RowState>): BulkCode | null {
  if (!isDeepStrictEqual(after, now)) return 'changed_since';
  return before['balance'] === after['balance'] ? null : 'money_moved';
}

/** Ends a run; with a code, rows that wait stay as they are. */
async function endRun(
  { db, clock }: RunDeps,
  { run, act }: Pick<Work, 'run' | 'act'>,
  code: BulkCode | null,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const locked = await runById(tx, run.id, { lock: true });
    if (locked?.status !== run.status) return;
    if (isUndo(run)) {
      if (code !== null) await keepWaiting(tx, run.id, code, now);
      return updateRun(tx, run.id, { status: 'undone', finished_at: now, undo_until: null });
    }
    if (code !== null) await skipWaiting(tx, run.id, code, now);
    const status = code === null ? 'done' : 'stopped';
    await updateRun(tx, run.id, { status, finished_at: now, undo_until: act.undo ? undoEnd(now) : null });
  });
}

/** Until when what was done can be undone. */
export function undoEnd(now: Date): Date {
  return new Date(now.getTime() + bulkLimits.undoHours * 3_600_000);
}

function isAtWork({ status }: BulkRunRow): boolean {
  return status === 'running' || status === 'undoing';
}

function isUndo({ status }: BulkRunRow): boolean {
  return status === 'undoing';
}

function callerOf({ asked }: BulkRunRow, actor: StaffActor, now: Date): StaffCaller {
  const { locale, ip, requestId, userAgent } = asked;
  return { actor, now, locale, ip, requestId, userAgent, cookies: null };
}

function codeOf(error: unknown): BulkCode {
  if (!(error instanceof AppError)) return 'internal';
  const known = bulkCodes.find((code) => code === error.code);
  return known ?? (error.status < 500 ? 'not_allowed' : 'internal');
}

/** Two transactions in each other's way: the next try may succeed. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40P01' || code === '40001' || code === '55P03';
}
