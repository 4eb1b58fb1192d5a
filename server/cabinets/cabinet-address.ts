import type { Config } from '#server/kernel/config.ts';

/** What the addresses of cabinets are made of. */
export type CabinetAddressing = Pick<Config['cabinets'], 'domain' | 'port' | 'scheme'>;

/** The whole address of a cabinet, with its port unless it is the scheme's own; null while there is no domain. */
export function cabinetUrl({ scheme, port }: CabinetAddressing, domain: string | null): string | null {
  if (domain === null) return null;
  const usual = scheme === 'https' ? 443 : 80;
  return `${scheme}://${domain}${port === usual ? '' : `:${port}`}`;
}
