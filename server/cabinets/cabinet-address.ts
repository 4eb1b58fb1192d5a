import type { Config } from '#server/kernel/config.ts';

/** What the addresses of cabinets are made of. */
export type CabinetAddressing = Pick<Config['cabinets'], 'domain' | 'port' | 'scheme'>;

/** The host of a cabinet's links: the customer's own domain while it is in use. */
export function hostOf(client: { own_domain: string | null; domain: string | null }): string | null {
  return client.own_domain ?? client.domain;
}

/** The whole address of a cabinet, with its port unless it is the scheme's own; null while there is no domain. */
export function cabinetUrl({ scheme, port }: CabinetAddressing, domain: string | null): string | null {
  if (domain === null) return null;
  const usual = scheme === 'https' ? 443 : 80;
  return `${scheme}://${domain}${port === usual ? '' : `:${port}`}`;
}
