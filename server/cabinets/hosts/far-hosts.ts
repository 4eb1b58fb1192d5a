import { type FarHost, HostRefused } from '#server/backup/copies-of-hosts.ts';
import { DriverError, type HostDriver } from '#server/cabinets/drivers/driver.ts';
import type { Drivers } from '#server/cabinets/drivers/drivers.ts';
import type { Config } from '#server/kernel/config.ts';

/** The cabinet hosts whose files this process does not have, for a backup of all of them (decision 244). */
export function farHosts({
  drivers,
  config,
}: {
  drivers: Pick<Drivers, 'has' | 'of'>;
  config: Pick<Config, 'cabinets'>;
}): FarHost[] {
  const hosts = drivers.has('embedded') ? drivers.of('embedded').hosts : undefined;
  if (!hosts) return [];
  return hosts.names
    .filter((name) => name !== config.cabinets.hostName)
    .map((name) => farHost(name, hosts.of(name)));
}

function farHost(name: string, driver: HostDriver): FarHost {
  return {
    name,
    async *cabinets() {
      try {
        for await (const { clientId, database } of driver.inventory?.() ?? []) if (database) yield clientId;
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async copy(clientId, keep) {
      const cabinet = { clientId, domain: '', ownDomain: null, url: '', secret: '', host: name };
      try {
        await driver.backup(cabinet, { id: '', keep });
        return true;
      } catch (error) {
        if (error instanceof DriverError && error.reason === 'rejected') return false;
        throw refusalOf(error);
      }
    },
  };
}

function refusalOf(error: unknown): unknown {
  return error instanceof DriverError
    ? new HostRefused(`${error.reason}: ${error.detail}`, { isAway: error.away })
    : error;
}
