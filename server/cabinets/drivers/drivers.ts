import { type DriverName, driverNames } from '#contract/cabinets/cabinet.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import type { Config } from '#server/kernel/config.ts';
import { type CabinetDriver, DriverError } from './driver.ts';
import { embeddedDriver } from './embedded/embedded-driver.ts';
import { severalHosts } from './embedded/several-hosts.ts';
import { loadKubernetesDriver } from './kubernetes/kubernetes-start.ts';
import { webhookDriver } from './webhook/webhook-driver.ts';

interface DriversDeps {
  config: Pick<Config, 'cabinets' | 'publicUrl' | 'productName' | 'variant'>;
  secrets: Pick<Secrets, 'cabinetHostKeys'>;
  defaultLocale: Locale;
  now: () => Date;
}

/** The configured drivers: `current` makes new cabinets, every other cabinet stays with the driver that made it. */
export interface Drivers {
  current: DriverName;
  configured: readonly DriverName[];
  has(name: string): boolean;
  /** Throws a DriverError `driver_missing` when it is not configured (any more). */
  of(name: string): CabinetDriver;
}

/**
 * Makes every driver that is configured. `CABINET_DRIVER` names the one for new cabinets; cabinets made by another
 * keep it as long as it stays configured.
 */
export async function createDrivers({ config, secrets, defaultLocale, now }: DriversDeps): Promise<Drivers> {
  const { cabinets } = config;
  const kubernetes = await loadKubernetesDriver({ config, locale: defaultLocale, now });
  const embedded = embeddedOf(cabinets, { hostSecret: secrets.cabinetHostKeys, now });
  const made: { [Name in DriverName]?: CabinetDriver } = {
    ...(kubernetes && { kubernetes }),
    ...(cabinets.webhook && {
      webhook: webhookDriver({ ...cabinets.webhook, apiUrl: cabinets.apiUrl, now }),
    }),
    ...(embedded && { embedded }),
  };
  return driversOf(cabinets.driver, made);
}

function embeddedOf(
  { hosts, hostUrl }: Config['cabinets'],
  options: { hostSecret: readonly string[]; now: () => Date },
): CabinetDriver | undefined {
  if (hosts.length > 0) return severalHosts({ ...options, hosts });
  return hostUrl === undefined ? undefined : embeddedDriver({ ...options, hostUrl });
}

/** Uses the given drivers; for tests. */
export function driversOf(current: DriverName, made: { [Name in DriverName]?: CabinetDriver }): Drivers {
  const known = new Map<string, CabinetDriver>(Object.entries(made));
  return {
    current,
    configured: driverNames.filter((name) => known.has(name)),
    has: (name) => known.has(name),
    of(name) {
      const driver = known.get(name);
      if (!driver) throw new DriverError('driver_missing', `CABINET_DRIVER ${name} is not configured`);
      return driver;
    },
  };
}
