import type { Config } from '#server/kernel/config.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

/** @throws StartupError when there is one host, or none of that name. */
export function requireHost({ cabinets }: Config, name: string): void {
  requireHosts({ cabinets });
  const names = cabinets.hosts.map((host) => host.name);
  if (names.includes(name)) return;
  throw new StartupError(`There is no host "${name}" in CABINET_HOSTS: it has ${names.join(', ')}.`);
}

/** @throws StartupError when there is one host. */
export function requireHosts({ cabinets }: Pick<Config, 'cabinets'>): void {
  if (cabinets.hosts.length > 0) return;
  throw new StartupError('CABINET_HOSTS is not set: there is one cabinet host, without a name.');
}
