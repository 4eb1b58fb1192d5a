import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Reconciliation } from '#contract/cabinet.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import { version as ownVersion } from '#server/version.ts';
import { alone } from './cabinet-store.ts';
import { afterLook, type Difference, differenceOf, leftBehind } from './differences.ts';
import { type CabinetIdentity, DriverError, type Found } from './driver.ts';
import type { Drivers } from './drivers.ts';
import { allFindings, comparedKinds, deleteFindings, saveFindings, type Seen } from './finding-store.ts';
import { cabinetsAfter, clientsWithCabinetsAmong, type RestingCabinet } from './reconciler-store.ts';

interface ReconcilerDeps {
  db: Kysely<Tables>;
  clock: Clock;
  drivers: Drivers;
  config: Pick<Config, 'cabinets'>;
  urlOf(domain: string | null): string | null;
  log: Logger;
  /** How many probes at once. */
  parallel?: number;
}

const batch = 1000;
const historyMs = 7 * 24 * 3_600_000;

/** Compares every cabinet with what is wanted, over and over (DESIGN section 10.3). */
export function createReconciler({ db, clock, drivers, config, urlOf, log, parallel = 64 }: ReconcilerDeps) {
  return {
    /** The job. Undefined while another worker is at it. */
    compareAll: () => alone(db, 'reconciliation', (connection) => compare(connection)),

    async latest(): Promise<Reconciliation> {
      const row = await db
        .selectFrom('reconciliations')
        .selectAll()
        .orderBy('finished_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!row) return null;
      const { started_at, finished_at, cabinets, differing } = row;
      const seconds = (finished_at.getTime() - started_at.getTime()) / 1000;
      return { finished_at: finished_at.toISOString(), seconds, cabinets, differing };
    },

    /** One look at one cabinet, just now. */
    look: async (cabinet: RestingCabinet): Promise<Difference | undefined> =>
      look(cabinet, (await inventories([cabinet.driver])).get(cabinet.driver)),
  };

  async function compare(connection: Kysely<Tables>): Promise<{ cabinets: number; differing: number }> {
    const startedAt = clock.now();
    const started = performance.now();
    const inventory = await inventories(drivers.configured);
    const seen: Seen[] = [];
    const known = new Set<string>();
    let cabinets = 0;
    for (let after = ''; ;) {
      const rows = await cabinetsAfter(connection, after, batch);
      await eachOf(rows, parallel, async (cabinet) => {
        known.add(cabinet.client_id);
        const difference = await look(cabinet, inventory.get(cabinet.driver));
        if (difference) seen.push(sightingOf(cabinet, difference));
      });
      cabinets += rows.length;
      const last = rows.at(-1);
      if (!last) break;
      after = last.client_id;
    }
    for (const [driver, found] of inventory)
      seen.push(...(await ownerless(connection, driver, found, known)));
    const differing = await note(connection, seen, clock.now());
    const finishedAt = new Date(startedAt.getTime() + Math.round(performance.now() - started));
    await keepHistory(connection, { startedAt, finishedAt, cabinets, differing });
    log.info({ cabinets, differing, ms: finishedAt.getTime() - startedAt.getTime() }, 'cabinets compared');
    return { cabinets, differing };
  }

  async function look(
    cabinet: RestingCabinet,
    inventory: ReadonlyMap<string, Found> | undefined,
  ): Promise<Difference | undefined> {
    const { status, domain, driver } = cabinet;
    const found = inventory ? (inventory.get(cabinet.client_id) ?? null) : undefined;
    const url = urlOf(domain);
    const answers = (status === 'active' || status === 'suspended') && domain !== null && url !== null;
    // The health check asks for no secret.
    const identity: CabinetIdentity = {
      clientId: cabinet.client_id,
      domain: domain ?? '',
      url: url ?? '',
      secret: '',
    };
    const probed = answers && drivers.has(driver) ? await drivers.of(driver).probe(identity) : undefined;
    return differenceOf({ status, probed, found, version: wantedVersion(driver) });
  }

  /** The embedded host runs this very program. */
  function wantedVersion(driver: string): string | undefined {
    return config.cabinets.version ?? (driver === 'embedded' ? ownVersion : undefined);
  }

  /** What each driver knows of; a driver that can't say now says nothing of anybody. */
  async function inventories(names: readonly string[]): Promise<Map<string, Map<string, Found>>> {
    const made = new Map<string, Map<string, Found>>();
    for (const name of names) {
      const list = drivers.has(name) ? drivers.of(name).inventory?.() : undefined;
      if (!list) continue;
      try {
        const found = new Map<string, Found>();
        for await (const one of list) found.set(one.clientId, one);
        made.set(name, found);
      } catch (error) {
        // A provisioner need not keep a list.
        const level = error instanceof DriverError && error.reason === 'rejected' ? 'debug' : 'warn';
        log[level]({ err: error, driver: name }, 'no inventory of cabinets');
      }
    }
    return made;
  }

  /** What is there of clients that have no cabinet, or not with this driver. */
  async function ownerless(
    connection: Kysely<Tables>,
    driver: string,
    found: ReadonlyMap<string, Found>,
    known: ReadonlySet<string>,
  ): Promise<Seen[]> {
    const strangers = [...found.values()].filter(({ clientId }) => !known.has(clientId));
    const owned = await clientsWithCabinetsAmong(
      connection,
      strangers.map(({ clientId }) => clientId),
    );
    return strangers
      .filter(({ clientId }) => !owned.has(clientId))
      .map((one) => ({
        client_id: one.clientId,
        domain: one.domain,
        driver,
        ...leftBehind(one, 'no_client'),
      }));
  }

  /** Counts what was seen and what was not; how many differences are confirmed then. */
  async function note(connection: Kysely<Tables>, seen: readonly Seen[], now: Date): Promise<number> {
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

  async function keepHistory(
    connection: Kysely<Tables>,
    {
      startedAt,
      finishedAt,
      cabinets,
      differing,
    }: { startedAt: Date; finishedAt: Date; cabinets: number; differing: number },
  ): Promise<void> {
    await connection
      .insertInto('reconciliations')
      .values({ id: newId(startedAt), started_at: startedAt, finished_at: finishedAt, cabinets, differing })
      .execute();
    await connection
      .deleteFrom('reconciliations')
      .where('finished_at', '<', new Date(startedAt.getTime() - historyMs))
      .execute();
  }
}
export type Reconciler = ReturnType<typeof createReconciler>;

function sightingOf({ client_id, domain, driver }: RestingCabinet, difference: Difference): Seen {
  return { client_id, domain, driver, ...difference };
}

/** Works on all, so many at once. */
async function eachOf<Item>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items].reverse();
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
}
