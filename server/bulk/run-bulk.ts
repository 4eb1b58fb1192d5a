import { isDeepStrictEqual } from 'node:util';
import { type BulkCode, bulkCodes, bulkLimits } from '#contract/panel/bulk.ts';
import { can } from '#contract/kernel/permissions.ts';
import { isDatabaseAway } from '#server/db/database-away.ts';
import { isPassingConflict } from '#server/db/passing-conflict.ts';
import type { Db } from '#server/db/tables.ts';
import { inLanes } from '#server/jobs/in-lanes.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError, isUnavailable } from '#server/kernel/app-error.ts';
import type { StaffActor, StaffCaller } from '#server/kernel/caller.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { actorOfJob } from '#server/users/staff-account.ts';
import type { BulkAct, BulkNoun, RowState } from './bulk-act.ts';
import {
  beginRun,
  type BulkRowRow,
  type BulkRunRow,
  type Decision,
  decideRows,
  giveUpRow,
  hasWaiting,
  keepWaiting,
  lockNextRows,
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

/** A job works this long on a run and then queues behind others, so that a long run keeps no short one waiting. */
const turnMs = 20_000;
/** The number of rows that share a transaction; after one that failed, as many have one each. */
const together = 25;
/** The number of transactions of a run that are at work in a process. */
const lanes = 3;

/**
 * The job: does an act to its rows, or undoes it, in transactions together with what is written about each row. So a
 * row is never done twice, whenever the process dies (docs/decisions/0169).
 */
export async function runBulk(deps: RunDeps, nouns: readonly BulkNoun[], runId: string): Promise<void> {
  const { db, queue } = deps;
  await beginRun(db, runId);
  const run = await runById(db, runId);
  const noun = nouns.find(({ name }) => name === run?.resource);
  const act = run && noun?.acts[run.act];
  if (!run || !noun || !act || !isAtWork(run)) return;
  const work = { run, noun, act, input: act.schema.parse(run.input) };
  const end = performance.now() + turnMs;
  const outcomes = await inLanes(lanes, () => workUntil(deps, work, end));
  if (outcomes.includes('over')) return;
  if (outcomes.includes('no_permission')) return endRun(deps, work, 'no_permission');
  if (outcomes.includes('did')) return queue.enqueue(db, 'run-bulk', { runId });
  // Another worker holds the last rows, and will end the run.
  if (await hasWaiting(db, runId, { undo: isUndo(run) })) return;
  await endRun(deps, work, null);
}

/** `did`: there may be more; `none`: no row waits that nobody holds; `over`: the run was stopped. */
type Outcome = 'did' | 'none' | 'over' | 'no_permission' | 'failed';

/** Does rows until none is left, the time is over, or nobody may do more of them. */
async function workUntil(deps: RunDeps, work: Work, end: number): Promise<Outcome> {
  const { run, act } = work;
  for (let apart = 0; performance.now() < end; apart -= 1) {
    const actor = await actorOfJob(deps.db, run.asked.userId);
    if (!actor || !can(actor.permissions, act.needs, { write: true }).allowed) return 'no_permission';
    const caller = callerOf(run, actor, deps.clock.now());
    const outcome = apart > 0 ? await nextRow(deps, work, caller) : await nextRows(deps, work, caller);
    if (outcome === 'failed') apart = together + 1;
    else if (outcome !== 'did') return outcome;
  }
  return 'did';
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

/** Some rows in one transaction; `failed`: none was done, because one of them failed. */
async function nextRows(deps: RunDeps, work: Work, caller: StaffCaller): Promise<Outcome> {
  try {
    return await deps.db.transaction().execute((tx) => doNext(tx, work, caller, together, () => undefined));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return 'failed';
  }
}

/** One row in a transaction of its own; one that fails is given up. */
async function nextRow(deps: RunDeps, work: Work, caller: StaffCaller): Promise<Outcome> {
  const { db, log } = deps;
  const { run } = work;
  let at: BulkRowRow | undefined;
  try {
    return await db.transaction().execute((tx) => doNext(tx, work, caller, 1, (rows) => ([at] = rows)));
  } catch (error) {
    // The job is tried again, and goes on with this row.
    if (!at || isDatabaseAway(error) || isPassingConflict(error) || isUnavailable(error)) throw error;
    const code = codeOf(error);
    if (code === 'internal')
      log.error({ err: error, run: run.id, row: at.subject_id }, 'a row of a bulk act');
    const result = isUndo(run) ? 'done' : code === 'internal' ? 'failed' : 'skipped';
    await giveUpRow(db, at.id, { undo: isUndo(run), result, code, decided_at: caller.now });
    return 'did';
  }
}

async function doNext(
  tx: Db,
  work: Work,
  caller: StaffCaller,
  limit: number,
  taken: (rows: readonly BulkRowRow[]) => void,
): Promise<Outcome> {
  const { run } = work;
  const rows = await lockNextRows(tx, run.id, { undo: isUndo(run), limit });
  taken(rows);
  if ((await statusOf(tx, run.id)) !== run.status) return 'over';
  if (rows.length === 0) return 'none';
  await work.act.locks?.(tx);
  const decisions = await (isUndo(run) ? undoRows : doRows)(tx, work, caller, rows);
  await decideRows(tx, decisions, caller.now);
  return 'did';
}

async function doRows(
  tx: Db,
  { noun, act, input }: Work,
  caller: StaffCaller,
  rows: readonly BulkRowRow[],
): Promise<Decision[]> {
  await act.check?.(tx, input);
  const ids = rows.map(({ subject_id }) => subject_id);
  const before = await noun.statesOf(tx, ids);
  const verdicts = await act.judge(tx, ids, { input, now: caller.now });
  const refusal = (id: string) =>
    before.has(id) ? (verdicts.get(id) ?? { code: 'not_found' as const }).code : 'not_found';
  const willing = ids.filter((id) => refusal(id) === null);
  for (const id of willing) await act.apply(tx, caller, id, input);
  const after = await noun.statesOf(tx, willing);
  return rows.map(({ id, subject_id }) => {
    const code = refusal(subject_id);
    if (code !== null) return { id, result: 'skipped', code };
    return {
      id,
      result: 'done',
      code,
      before: before.get(subject_id) ?? {},
      after: after.get(subject_id) ?? {},
    };
  });
}

async function undoRows(
  tx: Db,
  { noun, act, input }: Work,
  caller: StaffCaller,
  rows: readonly BulkRowRow[],
): Promise<Decision[]> {
  const states = await noun.statesOf(
    tx,
    rows.map(({ subject_id }) => subject_id),
  );
  const decisions: Decision[] = [];
  for (const { id, subject_id, before, after } of rows) {
    const now = states.get(subject_id);
    const code = before && after && now ? refusalOfUndo({ before, after, now }) : ('not_found' as const);
    if (code === null && before && after)
      await act.undo?.(tx, caller, { id: subject_id, input, before, after });
    decisions.push({ id, result: code === null ? 'undone' : 'done', code });
  }
  return decisions;
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
  return bulkCodes.find((code) => code === error.code) ?? 'not_allowed';
}
