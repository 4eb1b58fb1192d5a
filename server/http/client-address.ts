import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The address that a request comes from (DESIGN section 13): the right-most one that is not a trusted proxy. If a
 * proxy passes on something that is not an address, the proxy's own counts, so that invented ones don't escape the
 * limits.
 */
export function clientAddress({ ips, ip }: Pick<FastifyRequest, 'ips' | 'ip'>): string {
  const farthestFirst = [...(ips ?? [ip])].reverse();
  for (const given of farthestFirst) {
    const address = withoutPort(given);
    if (isIP(address) !== 0) return address;
  }
  return 'unknown';
}

/** Some proxies write `203.0.113.5:4711` or `[2001:db8::1]:4711`. */
function withoutPort(given: string): string {
  const text = given.trim();
  return (
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1] ?? text
  );
}
