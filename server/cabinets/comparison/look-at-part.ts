import type { Found } from '#server/cabinets/drivers/driver.ts';
import type { ComparisonPartRow, Db, SeenDifference } from '#server/db/tables.ts';
import { cabinetsOfPart, clientsWithCabinetsAmong, type RestingCabinet } from './comparison-store.ts';
import { type Difference, leftBehind } from './differences.ts';
import { compareCabinet, hostOf, type Inventory, type LookDeps } from './look-at-cabinet.ts';

/** How many cabinets are probed at once. */
const parallel = 64;
/** How many of one host when silent ones are asked again. */
const fewAtOnce = 8;

/** Compares the cabinets of a part, and looks for what is there without one. */
export async function lookAtPart(
  deps: LookDeps,
  connection: Db,
  { part, inventories }: { part: ComparisonPartRow; inventories: readonly Inventory[] },
): Promise<{ cabinets: number; seen: SeenDifference[] }> {
  const seen: SeenDifference[] = [];
  const silent: Silent[] = [];
  const known = new Map<string, string | null>();
  await eachOf(await cabinetsOfPart(connection, part), async (cabinet) => {
    const host = hostOf(deps, cabinet);
    known.set(cabinet.client_id, host);
    const difference = await compareCabinet(deps, cabinet, inventories);
    if (difference?.kind === 'silent') silent.push({ cabinet, host, difference });
    else if (difference) seen.push(seenAt({ cabinet, host, difference }));
  });
  seen.push(...(await silentAgain(deps, silent, inventories)));
  for (const inventory of inventories) {
    const found = [...inventory.found.values()].filter(({ clientId }) => isOfPart(part, clientId));
    seen.push(
      ...(await ownerless(connection, { ...inventory, known, found })),
      ...secondCopies({ ...inventory, known, found }),
    );
  }
  return { cabinets: known.size, seen };
}

/** A cabinet that did not answer as it should while many others were asked. */
interface Silent {
  cabinet: RestingCabinet;
  host: string | null;
  difference: Difference;
}

function seenAt({ cabinet, host, difference }: Silent): SeenDifference {
  const { client_id, domain, driver } = cabinet;
  return { client_id, domain, driver, host, ...difference };
}

/**
 * Asks the silent ones again, a few at once: what was silent only because many were asked together, or because the
 * machine was busy, is no difference. Where none of the few answers either, their host is silent and nobody else of it
 * is waited for again.
 */
async function silentAgain(
  deps: LookDeps,
  silent: readonly Silent[],
  inventories: readonly Inventory[],
): Promise<SeenDifference[]> {
  const hosts = Map.groupBy(silent, ({ cabinet, host }) => `${cabinet.driver} ${host}`);
  const lookAgain = async ({ cabinet, host }: Silent) => {
    const difference = await compareCabinet(deps, cabinet, inventories);
    return difference ? [seenAt({ cabinet, host, difference })] : [];
  };
  const ofHost = async (all: readonly Silent[]) => {
    const seen: SeenDifference[] = [];
    for (let asked = 0; asked < all.length;) {
      const few = all.slice(asked, asked + fewAtOnce);
      asked += few.length;
      const still = (await Promise.all(few.map(lookAgain))).flat();
      seen.push(...still);
      if (still.length === fewAtOnce) return [...seen, ...all.slice(asked).map(seenAt)];
    }
    return seen;
  };
  return (await Promise.all([...hosts.values()].map(ofHost))).flat();
}

/** As PostgreSQL orders ids. Every id is of one part. */
function isOfPart({ after_id, up_to_id }: ComparisonPartRow, clientId: string): boolean {
  return clientId > after_id && (up_to_id === null || clientId <= up_to_id);
}

/** What one list of cabinets has of a part, and where the cabinets of that part should be. */
interface Listed {
  driver: string;
  host: string | null;
  found: readonly Found[];
  known: ReadonlyMap<string, string | null>;
}

/** What exists for clients that have no cabinet, or none with this driver. */
async function ownerless(connection: Db, listed: Listed): Promise<SeenDifference[]> {
  const strangers = listed.found.filter(({ clientId }) => !listed.known.has(clientId));
  const ids = strangers.map(({ clientId }) => clientId);
  const owned = await clientsWithCabinetsAmong(connection, ids);
  return strangers
    .filter(({ clientId }) => !owned.has(clientId))
    .map((one) => leftBehindAt(listed, one, 'no_client'));
}

/** What is on a host although the cabinet is on another one: a disk that came back from before a move. */
function secondCopies(listed: Listed): SeenDifference[] {
  const { host, found, known } = listed;
  if (host === null) return [];
  return found
    .filter(({ clientId }) => known.has(clientId) && known.get(clientId) !== host)
    .map((one) => leftBehindAt(listed, one, 'second_copy'));
}

function leftBehindAt(
  { driver, host }: Listed,
  found: Found,
  reason: Parameters<typeof leftBehind>[1],
): SeenDifference {
  return {
    client_id: found.clientId,
    domain: found.domain,
    driver,
    host,
    ...leftBehind(found, reason),
  };
}

/** Works on all items, `parallel` at a time. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items].reverse();
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
}
