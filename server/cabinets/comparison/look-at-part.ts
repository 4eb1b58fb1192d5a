import type { Found } from '#server/cabinets/drivers/driver.ts';
import type { ComparisonPartRow, Db, SeenDifference } from '#server/db/tables.ts';
import { cabinetsOfPart, clientsWithCabinetsAmong } from './comparison-store.ts';
import { leftBehind } from './differences.ts';
import { compareCabinet, hostOf, type Inventory, type LookDeps } from './look-at-cabinet.ts';

/** How many cabinets are probed at once. */
const parallel = 64;

/** Compares the cabinets of a part, and looks for what is there without one. */
export async function lookAtPart(
  deps: LookDeps,
  connection: Db,
  { part, inventories }: { part: ComparisonPartRow; inventories: readonly Inventory[] },
): Promise<{ cabinets: number; seen: SeenDifference[] }> {
  const seen: SeenDifference[] = [];
  const known = new Map<string, string | null>();
  await eachOf(await cabinetsOfPart(connection, part), async (cabinet) => {
    const { client_id, domain, driver } = cabinet;
    const host = hostOf(deps, cabinet);
    known.set(client_id, host);
    const difference = await compareCabinet(deps, cabinet, inventories);
    if (difference) seen.push({ client_id, domain, driver, host, ...difference });
  });
  for (const inventory of inventories) {
    const found = [...inventory.found.values()].filter(({ clientId }) => isOfPart(part, clientId));
    seen.push(
      ...(await ownerless(connection, { ...inventory, known, found })),
      ...secondCopies({ ...inventory, known, found }),
    );
  }
  return { cabinets: known.size, seen };
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
