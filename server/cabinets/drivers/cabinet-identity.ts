import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { StoredCabinet } from '#server/cabinets/cabinet-store.ts';
import type { CabinetIdentity } from './driver.ts';

/** A cabinet as its driver knows it; throws before it has an address. */
export function identityOf(
  { secrets, urlOf }: Pick<CabinetDeps, 'secrets' | 'urlOf'>,
  { client, cabinet }: Pick<StoredCabinet, 'client' | 'cabinet'>,
): CabinetIdentity {
  const url = urlOf(client.domain);
  if (!cabinet || !client.domain || !url) throw new Error('the cabinet has no address yet');
  return {
    clientId: client.id,
    domain: client.domain,
    ownDomain: cabinet.told_domain,
    url,
    secret: secrets.open(cabinet.secret_sealed),
    host: cabinet.host,
  };
}
