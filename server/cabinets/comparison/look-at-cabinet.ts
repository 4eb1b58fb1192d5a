import type { Logger } from 'pino';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { type CabinetDriver, DriverError, type Found } from '#server/cabinets/drivers/driver.ts';
import { version as ownVersion } from '#server/kernel/version.ts';
import type { RestingCabinet } from './comparison-store.ts';
import { type Difference, differenceOf } from './differences.ts';

export type LookDeps = Pick<CabinetDeps, 'drivers' | 'config' | 'urlOf'> & { log: Logger };

/** The cabinets that a driver knows, or one of its hosts, by client. */
export interface Inventory {
  driver: string;
  /** Null where the driver has one host. */
  host: string | null;
  found: ReadonlyMap<string, Found>;
}

/** One look at one cabinet, just now. */
export async function lookAtCabinet(
  deps: LookDeps,
  cabinet: RestingCabinet,
): Promise<Difference | undefined> {
  return compareCabinet(deps, cabinet, await readInventories(deps, [cabinet.driver]));
}

/** How a cabinet differs from its wanted state; undefined when it doesn't. */
export async function compareCabinet(
  deps: LookDeps,
  cabinet: RestingCabinet,
  inventories: readonly Inventory[],
): Promise<Difference | undefined> {
  const { drivers, config, urlOf } = deps;
  const { client_id: clientId, status, domain, driver } = cabinet;
  const host = hostOf(deps, cabinet);
  const inventory = inventories.find((one) => one.driver === driver && one.host === host);
  const found = inventory ? (inventory.found.get(clientId) ?? null) : undefined;
  const url = urlOf(domain);
  const answers = (status === 'active' || status === 'suspended') && domain !== null && url !== null;
  const probed =
    answers && drivers.has(driver)
      ? // The health check needs no secret.
        await drivers.of(driver).probe({ clientId, domain, ownDomain: null, url, secret: '', host })
      : undefined;
  // The embedded host runs this same program.
  const version = config.cabinets.version ?? (driver === 'embedded' ? ownVersion : undefined);
  return differenceOf({ status, probed, found, version });
}

/** The host of a cabinet; null where its driver has one. */
export function hostOf(
  { drivers }: Pick<LookDeps, 'drivers'>,
  { driver, host }: Pick<RestingCabinet, 'driver' | 'host'>,
): string | null {
  const hosts = drivers.has(driver) ? drivers.of(driver).hosts : undefined;
  return hosts ? (host ?? hosts.names[0] ?? null) : null;
}

/** The inventories of these drivers, one for each host. One that can't answer now is left out. */
export async function readInventories(deps: LookDeps, names: readonly string[]): Promise<Inventory[]> {
  const asked = names.flatMap((driver) =>
    deps.drivers.has(driver) ? listsOf(driver, deps.drivers.of(driver)) : [],
  );
  return (await Promise.all(asked.map((one) => readInventory(deps, one)))).flat();
}

interface List extends Omit<Inventory, 'found'> {
  read(): AsyncIterable<Found> | undefined;
}

function listsOf(driver: string, made: CabinetDriver): List[] {
  const { hosts } = made;
  if (!hosts) return [{ driver, host: null, read: () => made.inventory?.() }];
  return hosts.names.map((host) => ({ driver, host, read: () => hosts.of(host).inventory?.() }));
}

async function readInventory({ log }: LookDeps, { driver, host, read }: List): Promise<Inventory[]> {
  const listed = read();
  if (!listed) return [];
  try {
    const found = new Map<string, Found>();
    for await (const one of listed) found.set(one.clientId, one);
    return [{ driver, host, found }];
  } catch (error) {
    // A provisioner does not have to keep a list.
    const level = error instanceof DriverError && error.reason === 'rejected' ? 'debug' : 'warn';
    log[level]({ err: error, driver, host }, 'no inventory of cabinets');
    return [];
  }
}
