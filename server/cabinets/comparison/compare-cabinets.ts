import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { alone } from '#server/cabinets/cabinet-store.ts';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { cabinetsAfter, clientsWithCabinetsAmong, putComparison } from './comparison-store.ts';
import { afterLook, leftBehind } from './differences.ts';
import { allFindings, comparedKinds, deleteFindings, saveFindings, type Seen } from './finding-store.ts';
import { compareCabinet, type Inventory, readInventories } from './look-at-cabinet.ts';

type CompareDeps = Pick<CabinetDeps, 'db' | 'clock' | 'drivers' | 'config' | 'urlOf' | 'log'>;

const batch = 1000;
/** How many cabinets are probed at once. */
const parallel = 64;
const historyMs = 7 * 24 * 3_600_000;

/** The job: compares every cabinet with its wanted state (DESIGN section 10.3). Undefined while another worker does. */
export function compareCabinets(
  deps: CompareDeps,
): Promise<{ cabinets: number; differing: number } | undefined> {
  return alone(deps.db, 'reconciliation', async (connection) => {
    const startedAt = deps.clock.now();
    const started = performance.now();
    const { seen, cabinets } = await lookAtAll(deps, connection);
    const differing = await noteFindings(connection, seen, deps.clock.now());
    const ms = Math.round(performance.now() - started);
    await putComparison(
      connection,
      {
        id: newId(startedAt),
        started_at: startedAt,
        finished_at: new Date(startedAt.getTime() + ms),
        cabinets,
        differing,
      },
      { dropBefore: new Date(startedAt.getTime() - historyMs) },
    );
    deps.log.info({ cabinets, differing, ms }, 'cabinets compared');
    return { cabinets, differing };
  });
}

async function lookAtAll(deps: CompareDeps, connection: Db): Promise<{ seen: Seen[]; cabinets: number }> {
  const inventories = await readInventories(deps, deps.drivers.configured);
  const seen: Seen[] = [];
  const known = new Set<string>();
  for (let after = ''; ;) {
    const rows = await cabinetsAfter(connection, after, batch);
    await eachOf(rows, async (cabinet) => {
      const { client_id, domain, driver } = cabinet;
      known.add(client_id);
      const difference = await compareCabinet(deps, cabinet, inventories.get(driver));
      if (difference) seen.push({ client_id, domain, driver, ...difference });
    });
    const last = rows.at(-1);
    if (!last) break;
    after = last.client_id;
  }
  for (const [driver, found] of inventories)
    seen.push(...(await ownerless(connection, driver, found, known)));
  return { seen, cabinets: known.size };
}

/** What exists for clients that have no cabinet, or none with this driver. */
async function ownerless(
  connection: Db,
  driver: string,
  found: Inventory,
  known: ReadonlySet<string>,
): Promise<Seen[]> {
  const strangers = [...found.values()].filter(({ clientId }) => !known.has(clientId));
  const ids = strangers.map(({ clientId }) => clientId);
  const owned = await clientsWithCabinetsAmong(connection, ids);
  return strangers
    .filter(({ clientId }) => !owned.has(clientId))
    .map((one) => ({
      client_id: one.clientId,
      domain: one.domain,
      driver,
      ...leftBehind(one, 'no_client'),
    }));
}

/** Counts differences seen and no longer seen, and returns how many are confirmed. */
async function noteFindings(connection: Db, seen: readonly Seen[], now: Date): Promise<number> {
  return connection.transaction().execute(async (tx) => {
    const keyOf = ({ client_id, kind }: Pick<Seen, 'client_id' | 'kind'>) => `${client_id} ${kind}`;
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
  });
}

/** Works on all items, `parallel` at a time. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items].reverse();
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
}
