import { type BulkCheck, type BulkCode, bulkLimits } from '#contract/panel/bulk.ts';
import type { ClientAct } from '#contract/clients/client-bulk.ts';
import { can } from '#contract/kernel/permissions.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import type { BulkAsked, Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import { askedFrom, type StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { idsOfQuery, type ListDeps } from '#server/lists/list-reply.ts';
import type { BulkAct, BulkNoun, Verdict } from './bulk-act.ts';
import { insertRows, insertRun } from './bulk-store.ts';

export interface BulkDeps {
  db: Db;
  queue: Queue;
  timeZone: string;
  lists: Pick<ListDeps, 'specFor'>;
}

export interface BulkRequest {
  act: ClientAct;
  input: unknown;
  ids?: readonly string[] | undefined;
  query?: string | undefined;
  total?: number | undefined;
}

/** Rows that are judged by one statement. */
const judgedAtOnce = 500;

/** What an act would do to each row now; writes nothing. */
export async function checkBulk(
  deps: BulkDeps,
  noun: BulkNoun,
  caller: StaffCaller,
  request: BulkRequest,
): Promise<BulkCheck> {
  const { act, input } = await requireAct(deps, noun, caller, request);
  const ids = await selected(deps, noun, caller, request);
  const verdicts = await judged(deps.db, act, ids, { input, now: caller.now });
  const left = new Map<BulkCode, { count: number; first: string[] }>();
  const willing: { id: string; verdict: Extract<Verdict, { code: null }> }[] = [];
  for (const id of ids) {
    const verdict: Verdict = verdicts.get(id) ?? { code: 'not_found' };
    if (verdict.code === null) willing.push({ id, verdict });
    else {
      const { count, first } = left.get(verdict.code) ?? { count: 0, first: [] };
      const known = first.length < bulkLimits.left ? [...first, id] : first;
      left.set(verdict.code, { count: count + 1, first: known });
    }
  }
  const shown = willing.slice(0, bulkLimits.sample);
  const firstLeft = [...left.values()].flatMap(({ first }) => first);
  const names = await noun.names(deps.db, [...shown.map(({ id }) => id), ...firstLeft]);
  const named = (some: readonly string[]) =>
    some.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    });
  const money = willing.flatMap(({ verdict }) => verdict.money ?? []);
  const sumOf = (kind: 'charge' | 'refund') => money.reduce((sum, one) => sum + one[kind], 0);
  return {
    total: ids.length,
    will: willing.length,
    wont: [...left]
      .map(([code, { count, first }]) => ({ code, count, sample: named(first) }))
      .sort((a, b) => b.count - a.count),
    sample: shown.map(({ id, verdict }) => ({
      client: { id, name: names.get(id) ?? '' },
      changes: verdict.changes,
    })),
    money: money.length > 0 ? { charge: sumOf('charge'), refund: sumOf('refund') } : null,
  };
}

/** Begins the act: its rows are fixed now, a job does it. Once per key. */
export async function startBulk(
  deps: BulkDeps,
  noun: BulkNoun,
  caller: StaffCaller,
  request: BulkRequest & { key: IdempotencyKey | null },
): Promise<{ id: string }> {
  const { now, actor } = caller;
  const { input } = await requireAct(deps, noun, caller, request);
  return deps.db.transaction().execute((tx) =>
    once(tx, request.key, now, async () => {
      const ids = await selected({ ...deps, db: tx }, noun, caller, request);
      if (request.total !== undefined && request.total !== ids.length) {
        throw new AppError('selection_changed');
      }
      if (ids.length === 0) throw fieldError(placeOf(request), 'validation.nothingSelected');
      const names = await noun.names(tx, ids);
      const id = newId(now);
      const { act } = request;
      await insertRun(tx, {
        id,
        resource: noun.name,
        act,
        input: input as Record<string, unknown>, // every act's schema is an object
        total: ids.length,
        created_by: actor.id,
        created_at: now,
        asked: askedOf(caller),
      });
      const rows = ids.map((subject_id, position) => {
        return { id: newId(now), position, subject_id, name: names.get(subject_id) ?? '' };
      });
      await insertRows(tx, id, rows);
      await writeAudit(tx, caller, {
        action: 'bulk.start',
        subject: { type: 'bulk_run', id, name: null },
        changes: auditChanges({}, { act, rows: ids.length, ...(input as object) }),
      });
      await deps.queue.enqueue(tx, 'run-bulk', { runId: id });
      return { id };
    }),
  );
}

/** Who asked, for the job that works in their name. */
export function askedOf(caller: StaffCaller): BulkAsked {
  return { userId: caller.actor.id, locale: caller.locale, ...askedFrom(caller) };
}

/** Refuses an act whose permission the caller lacks: each has its own. */
export function requireRight({ needs }: BulkAct<unknown>, { actor }: StaffCaller): void {
  const verdict = can(actor.permissions, needs, { write: true });
  if (!verdict.allowed) throw new AppError(verdict.reason === 'read_only' ? 'read_only' : 'forbidden');
}

async function requireAct({ db }: BulkDeps, noun: BulkNoun, caller: StaffCaller, request: BulkRequest) {
  const act = noun.acts[request.act];
  if (!act) throw new Error(`${noun.name} have no act ${request.act}`); // the route's schema refused others
  requireRight(act, caller);
  const input = act.schema.parse(request.input);
  await db.transaction().execute(async (tx) => act.check?.(tx, input));
  return { act, input };
}

/** The ids of the rows, each once. */
async function selected(
  { db, timeZone, lists }: BulkDeps,
  noun: BulkNoun,
  caller: StaffCaller,
  { ids, query }: BulkRequest,
): Promise<string[]> {
  if ((ids === undefined) === (query === undefined)) throw fieldError('ids', 'validation.idsOrQuery');
  if (query === undefined) return [...new Set(ids)];
  return idsOfQuery({ db, timeZone, lists }, noun, caller, { query, max: bulkLimits.rows.max });
}

function placeOf({ ids }: BulkRequest): string {
  return ids ? 'ids' : 'query';
}

async function judged(
  db: Db,
  act: BulkAct<unknown>,
  ids: readonly string[],
  asked: { input: unknown; now: Date },
): Promise<Map<string, Verdict>> {
  const all = new Map<string, Verdict>();
  for (let start = 0; start < ids.length; start += judgedAtOnce) {
    const some = await act.judge(db, ids.slice(start, start + judgedAtOnce), asked);
    for (const [id, verdict] of some) all.set(id, verdict);
  }
  return all;
}
