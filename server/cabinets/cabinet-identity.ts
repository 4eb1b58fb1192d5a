import type { Secrets } from '#server/secrets.ts';
import type { StoredCabinet } from './cabinet-store.ts';
import type { CabinetIdentity } from './driver.ts';

/** A cabinet as its driver knows it; throws before it has an address. */
export function identityOf(
  { client, cabinet }: Pick<StoredCabinet, 'client' | 'cabinet'>,
  secrets: Secrets,
  urlOf: (domain: string | null) => string | null,
): CabinetIdentity {
  const url = urlOf(client.domain);
  if (!cabinet || !client.domain || !url) throw new Error('the cabinet has no address yet');
  return { clientId: client.id, domain: client.domain, url, secret: secrets.open(cabinet.secret_sealed) };
}
