import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { alone } from '#server/cabinets/cabinet-store.ts';
import type { Found } from '#server/cabinets/drivers/driver.ts';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { cabinetsAfter, clientsWithCabinetsAmong, putComparison } from './comparison-store.ts';
import { afterLook, leftBehind } from './differences.ts';
import { allFindings, comparedKinds, deleteFindings, saveFindings, type Seen } from './finding-store.ts';
import { compareCabinet, hostOf, type Inventory, readInventories } from './look-at-cabinet.ts';

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
  const known = new Map<string, string | null>();
  for (let after = ''; ;) {
    const rows = await cabinetsAfter(connection, after, batch);
    await eachOf(rows, async (cabinet) => {
      const { client_id, domain, driver } = cabinet;
      const host = hostOf(deps, cabinet);
      known.set(client_id, host);
      const difference = await compareCabinet(deps, cabinet, inventories);
      if (difference) seen.push({ client_id, domain, driver, host, ...difference });
    });
    const last = rows.at(-1);
    if (!last) break;
    after = last.client_id;
  }
  for (const inventory of inventories)
    seen.push(...(await ownerless(connection, inventory, known)), ...secondCopies(inventory, known));
  return { seen, cabinets: known.size };
}

/** What exists for clients that have no cabinet, or none with this driver. */
async function ownerless(
  connection: Db,
  inventory: Inventory,
  known: ReadonlyMap<string, string | null>,
): Promise<Seen[]> {
  const strangers = [...inventory.found.values()].filter(({ clientId }) => !known.has(clientId));
  const ids = strangers.map(({ clientId }) => clientId);
  const owned = await clientsWithCabinetsAmong(connection, ids);
  return strangers
    .filter(({ clientId }) => !owned.has(clientId))
    .map((one) => leftBehindAt(inventory, one, 'no_client'));
}

/** What is on a host although the cabinet is on another one: a disk that came back from before a move. */
function secondCopies(inventory: Inventory, known: ReadonlyMap<string, string | null>): Seen[] {
  if (inventory.host === null) return [];
  return [...inventory.found.values()]
    .filter(({ clientId }) => known.has(clientId) && known.get(clientId) !== inventory.host)
    .map((one) => leftBehindAt(inventory, one, 'second_copy'));
}

function leftBehindAt(
  { driver, host }: Inventory,
  found: Found,
  reason: Parameters<typeof leftBehind>[1],
): Seen {
  return {
    client_id: found.clientId,
    domain: found.domain,
    driver,
    host,
    ...leftBehind(found, reason),
  };
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
