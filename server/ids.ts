import { randomUUID } from 'node:crypto';

/**
 * A new UUIDv7 (RFC 9562): 48 bits of the given time, then 74 random bits. Those of `randomUUID`, which draws for
 * many at once: a billing run makes one for each of its lines.
 */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  const random = randomUUID().slice('01234567-0123-4'.length);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`;
}
