import type { Logger } from 'pino';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { DriverError, type Found } from '#server/cabinets/drivers/driver.ts';
import { version as ownVersion } from '#server/kernel/version.ts';
import type { RestingCabinet } from './comparison-store.ts';
import { type Difference, differenceOf } from './differences.ts';

export type LookDeps = Pick<CabinetDeps, 'drivers' | 'config' | 'urlOf'> & { log: Logger };
/** The cabinets that a driver knows, by client. */
export type Inventory = ReadonlyMap<string, Found>;

/** One look at one cabinet, just now. */
export async function lookAtCabinet(
  deps: LookDeps,
  cabinet: RestingCabinet,
): Promise<Difference | undefined> {
  const inventories = await readInventories(deps, [cabinet.driver]);
  return compareCabinet(deps, cabinet, inventories.get(cabinet.driver));
}

/** How a cabinet differs from its wanted state; undefined when it doesn't. */
export async function compareCabinet(
  { drivers, config, urlOf }: LookDeps,
  { client_id: clientId, status, domain, driver }: RestingCabinet,
  inventory: Inventory | undefined,
): Promise<Difference | undefined> {
  const found = inventory ? (inventory.get(clientId) ?? null) : undefined;
  const url = urlOf(domain);
  const answers = (status === 'active' || status === 'suspended') && domain !== null && url !== null;
  const probed =
    answers && drivers.has(driver)
      ? // The health check needs no secret.
        await drivers.of(driver).probe({ clientId, domain, url, secret: '' })
      : undefined;
  // The embedded host runs this same program.
  const version = config.cabinets.version ?? (driver === 'embedded' ? ownVersion : undefined);
  return differenceOf({ status, probed, found, version });
}

/** The inventory of each driver. A driver that can't answer now is left out. */
export async function readInventories(
  { drivers, log }: LookDeps,
  names: readonly string[],
): Promise<Map<string, Inventory>> {
  const read = new Map<string, Inventory>();
  for (const name of names) {
    const list = drivers.has(name) ? drivers.of(name).inventory?.() : undefined;
    if (!list) continue;
    try {
      const found = new Map<string, Found>();
      for await (const one of list) found.set(one.clientId, one);
      read.set(name, found);
    } catch (error) {
      // A provisioner does not have to keep a list.
      const level = error instanceof DriverError && error.reason === 'rejected' ? 'debug' : 'warn';
      log[level]({ err: error, driver: name }, 'no inventory of cabinets');
    }
  }
  return read;
}
