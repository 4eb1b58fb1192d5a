import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { Config } from '#server/kernel/config.ts';
import type { NameServers } from './name-servers.ts';

/** What customers' own domains need; each use names its part. */
export interface OwnDomainDeps extends Pick<
  CabinetDeps,
  'db' | 'clock' | 'drivers' | 'secrets' | 'urlOf' | 'mail' | 'queue' | 'defaultLocale' | 'log'
> {
  config: Pick<Config, 'cabinets' | 'publicUrl'>;
  nameServers: NameServers;
}
