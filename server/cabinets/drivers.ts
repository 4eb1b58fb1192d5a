import type { Config } from '#server/config.ts';
import { type CabinetDriver, DriverError, type DriverName } from './driver.ts';
import { embeddedDriver } from './embedded-driver.ts';

interface DriversDeps {
  config: Pick<Config, 'cabinets'>;
  hostSecret: string;
  now: () => Date;
}

/** Where cabinets can live: new ones with `current`, each other with the driver that made it. */
export interface Drivers {
  current: DriverName;
  /** Throws a DriverError `driver_missing` when it isn't configured (any more). */
  of(name: string): CabinetDriver;
}

/**
 * The drivers that the configuration is enough for. `CABINET_DRIVER` says which one makes new cabinets; those made by
 * another before go on with it, as long as it stays configured.
 */
export function createDrivers({ config: { cabinets }, hostSecret, now }: DriversDeps): Drivers {
  const made: { [Name in DriverName]?: CabinetDriver } = {
    ...(cabinets.hostUrl && { embedded: embeddedDriver({ hostUrl: cabinets.hostUrl, hostSecret, now }) }),
  };
  return driversOf(cabinets.driver, made);
}

/** Drivers made elsewhere; tests give their own. */
export function driversOf(current: DriverName, made: { [Name in DriverName]?: CabinetDriver }): Drivers {
  return {
    current,
    of(name) {
      const driver = Object.hasOwn(made, name) ? made[name as DriverName] : undefined; // looked up just before
      if (!driver) throw new DriverError('driver_missing', `CABINET_DRIVER ${name} is not configured`);
      return driver;
    },
  };
}
