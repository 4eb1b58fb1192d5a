import type { Config } from '#server/kernel/config.ts';

/**
 * The cabinet hosts whose cabinets are not in a backup that this process takes: files are copied where they are, so those
 * of other hosts are left out (docs/scaling.md, "Several cabinet hosts").
 */
export function leftOutHosts({ cabinets }: Pick<Config, 'cabinets'>): string[] {
  const { hosts, hostName } = cabinets;
  return hosts.length > 1 ? hosts.map(({ name }) => name).filter((name) => name !== hostName) : [];
}
