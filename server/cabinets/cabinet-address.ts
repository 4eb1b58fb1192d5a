import type { Config } from '#server/kernel/config.ts';

/** Where cabinets are reached. */
export type CabinetAddressing = Pick<Config['cabinets'], 'domain' | 'port' | 'scheme'>;

/** The whole address of a cabinet, with its port unless it is the scheme's own; null before there is a domain. */
export function cabinetUrl({ scheme, port }: CabinetAddressing, domain: string | null): string | null {
  if (domain === null) return null;
  const usual = scheme === 'https' ? 443 : 80;
  return `${scheme}://${domain}${port === usual ? '' : `:${port}`}`;
}
