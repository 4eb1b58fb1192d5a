import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { alone } from '#server/db/alone.ts';
import type { ComparisonPartRow, Db, SeenDifference } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { helpersFor } from '#server/jobs/shared-work.ts';
import { newId } from '#server/kernel/ids.ts';
import { putComparison } from './comparison-store.ts';
import { afterLook } from './differences.ts';
import { allFindings, comparedKinds, deleteFindings, saveFindings } from './finding-store.ts';
import { type Inventory, readInventories } from './look-at-cabinet.ts';
import { lookAtPart } from './look-at-part.ts';
import { comparisonUnderWay, deleteParts, finishPart, partsLeft, partsOf, putParts } from './part-store.ts';

type CompareDeps = Pick<CabinetDeps, 'db' | 'clock' | 'drivers' | 'config' | 'urlOf' | 'log' | 'queue'>;

/** How many cabinets one worker compares before it looks which others are left. */
const partSize = 500;
/** What a comparison has seen is too old to count after this time: workers were away in the middle of it. */
const longestMs = 10 * 60_000;
const historyMs = 7 * 24 * 3_600_000;

interface Compared {
  cabinets: number;
  differing: number;
}

/**
 * The job: compares every cabinet with its wanted state (DESIGN section 10.3), together with the other workers, or goes
 * on with the comparison under way. Undefined when another worker still compares a part, and so will report.
 */
export async function compareCabinets(
  deps: CompareDeps,
  { size = partSize }: { size?: number } = {},
): Promise<Compared | undefined> {
  return compareParts(deps, await beginComparison(deps, size));
}

/** Begins a comparison and calls the other workers; if one is under way, that is the one. */
async function beginComparison({ db, clock, queue }: CompareDeps, size: number): Promise<string> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'comparison');
    const before = await comparisonUnderWay(tx);
    if (before && now.getTime() - before.started_at.getTime() < longestMs) return before.comparison_id;
    await deleteParts(tx);
    const id = newId(now);
    const helpers = helpersFor(await putParts(tx, { id, now, size }));
    await queue.enqueueAll(
      tx,
      'compare-parts',
      helpers.map((helper) => ({ comparisonId: id, helper })),
    );
    return id;
  });
}

/** Compares one part after the other that no other worker has, until none is left. The last one to finish reports. */
export async function compareParts(deps: CompareDeps, comparisonId: string): Promise<Compared | undefined> {
  let inventories: Inventory[] | undefined;
  const take = (part: ComparisonPartRow) =>
    alone(deps.db, `comparison ${comparisonId} ${part.place}`, async (connection) => {
      const left = await partsLeft(connection, comparisonId);
      if (!left.some(({ place }) => place === part.place)) return false;
      inventories ??= await readInventories(deps, deps.drivers.configured);
      await finishPart(connection, part, await lookAtPart(deps, connection, { part, inventories }));
      return true;
    });
  // A worker that died has left its part, perhaps after this one passed it.
  for (let isSharing = true; isSharing;) {
    isSharing = false;
    for (const part of await partsLeft(deps.db, comparisonId)) if (await take(part)) isSharing = true;
  }
  return finishComparison(deps, comparisonId);
}

/** Reports if all parts are done, once. */
async function finishComparison(
  { db, clock, log }: CompareDeps,
  comparisonId: string,
): Promise<Compared | undefined> {
  const now = clock.now();
  const compared = await db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'comparison');
    const parts = await partsOf(tx, comparisonId);
    const [first] = parts;
    if (!first || parts.some(({ seen }) => seen === null)) return undefined;
    const cabinets = parts.reduce((sum, part) => sum + (part.cabinets ?? 0), 0);
    const differing = await noteFindings(
      tx,
      parts.flatMap(({ seen }) => seen ?? []),
      now,
    );
    const row = { id: comparisonId, started_at: first.started_at, finished_at: now, cabinets, differing };
    await putComparison(tx, row, { dropBefore: new Date(now.getTime() - historyMs) });
    await deleteParts(tx);
    return row;
  });
  if (!compared) return undefined;
  const { cabinets, differing, started_at } = compared;
  log.info({ cabinets, differing, ms: now.getTime() - started_at.getTime() }, 'cabinets compared');
  return { cabinets, differing };
}

/** Counts differences seen and no longer seen, and returns how many are confirmed. */
async function noteFindings(tx: Db, seen: readonly SeenDifference[], now: Date): Promise<number> {
  const keyOf = ({ client_id, kind }: Pick<SeenDifference, 'client_id' | 'kind'>) => `${client_id} ${kind}`;
  const sightings = new Map(seen.map((one) => [keyOf(one), one]));
  const before = (await allFindings(tx)).filter(({ kind }) => comparedKinds.includes(kind));
  const over: string[] = [];
  const kept = before.flatMap((finding) => {
    const sighting = sightings.get(keyOf(finding));
    sightings.delete(keyOf(finding));
    const after = afterLook({ ...finding, ...sighting }, sighting !== undefined, now);
    if (!after) over.push(finding.id);
    return after ? [{ ...after, last_seen_at: sighting ? now : finding.last_seen_at }] : [];
  });
  const fresh = [...sightings.values()].map((sighting) => ({
    ...sighting,
    id: newId(now),
    first_seen_at: now,
    last_seen_at: now,
    times_seen: 1,
    times_missed: 0,
    confirmed_at: null,
  }));
  await deleteFindings(tx, over);
  await saveFindings(tx, [...kept, ...fresh]);
  return kept.filter(({ confirmed_at }) => confirmed_at !== null).length;
}
