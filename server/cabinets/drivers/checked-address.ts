import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses that no outsider may make the platform call: its own machine and network, and anything but single hosts.
 */
const refused = new BlockList();
// oxfmt-ignore
for (const [network, bits] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15],
  ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const) refused.addSubnet(network, bits, 'ipv4');
// Only global unicast is public, except for tunnels and documentation addresses.
// oxfmt-ignore
for (const [network, bits] of [
  ['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20],
] as const) refused.addSubnet(network, bits, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is public; an IPv4 address written as IPv6 is judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  if (family !== 6) return false;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPublicAddress(mapped);
  return globalUnicast.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/** The error code of a lookup whose name leads to a refused address. */
export const forbiddenAddress = 'EFORBIDDENADDRESS';

/**
 * A resolver that returns checked addresses only, so the connection goes to what was checked, even if the name
 * changes a moment later. One refused address refuses the name.
 */
export function checkedLookup(resolver: typeof resolve = resolve): LookupFunction {
  return (name, options, callback) => {
    resolver(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (addresses.some(({ address }) => !isPublicAddress(address))) {
        return callback(Object.assign(new Error('a refused address'), { code: forbiddenAddress }), []);
      }
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

/** Whether a URL contains a refused address itself; no resolver is asked about those. */
export function isForbiddenLiteral({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return !isPublicAddress(bare);
  return bare === 'localhost' || bare.endsWith('.localhost');
}
