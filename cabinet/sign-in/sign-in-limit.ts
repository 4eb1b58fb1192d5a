import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { headerOf } from '../http.ts';

const windowMs = 60_000;
const most = 60;
/** With more addresses within a minute all counts are reset. */
const mostAddresses = 10_000;

export type SignInLimit = ReturnType<typeof signInLimit>;

/**
 * Limits how many tickets an address may send in a minute: each causes a signed call to the platform, and
 * somebody who guesses has no valid ones (DESIGN section 13).
 */
export function signInLimit({
  trustedProxies = [],
}: { trustedProxies?: readonly string[] | undefined } = {}) {
  const trusted = subnets(trustedProxies);
  let windows = new Map<string, { began: number; used: number }>();

  return {
    /** Counts one; returns the seconds to wait when none is left, else 0. */
    take(request: IncomingMessage, now: Date): number {
      const at = now.getTime();
      const address = bucketOf(addressOf(request, trusted));
      const window = windows.get(address);
      const isOver = !window || at - window.began >= windowMs || at < window.began;
      if (isOver) {
        if (windows.size >= mostAddresses) windows = new Map();
        windows.set(address, { began: at, used: 1 });
        return 0;
      }
      if (window.used >= most) return Math.ceil((window.began + windowMs - at) / 1000);
      window.used += 1;
      return 0;
    },
  };
}

/** The right-most address that is not a trusted proxy. */
export function addressOf(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trusted: BlockList,
): string {
  const forwarded = headerOf(request, 'x-forwarded-for')?.split(',') ?? [];
  let address = plain(request.socket.remoteAddress ?? '');
  while (isListed(trusted, address)) {
    const before = plain(forwarded.pop()?.trim() ?? '');
    if (isIP(before) === 0) break;
    address = before;
  }
  return address;
}

export function subnets(list: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return trusted;
}

function isListed(trusted: BlockList, address: string): boolean {
  return isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** An IPv4 address in the form of an IPv6 socket. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** All of one IPv6 subscriber's addresses count as one. */
function bucketOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest].slice(0, 4).join(':');
}
