import { BlockList, isIP } from 'node:net';

const near = new BlockList();
// oxfmt-ignore
for (const [network, bits, family] of [
  ['127.0.0.0', 8, 'ipv4'], ['10.0.0.0', 8, 'ipv4'], ['172.16.0.0', 12, 'ipv4'], ['192.168.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'], ['169.254.0.0', 16, 'ipv4'], ['::1', 128, 'ipv6'], ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const) near.addSubnet(network, bits, family);

// A name without a dot belongs to this machine, a compose file or a cluster's namespace.
const nearName = /^[^.]+$|(^|\.)localhost$|\.(local|internal|lan|svc)$|\.svc\.cluster\.local$/;

/** Whether a secret sent to this host stays on the machine or in its own network, judged by the name. */
export function isNearHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(bare);
  if (family !== 0) return near.check(bare, family === 4 ? 'ipv4' : 'ipv6');
  return nearName.test(bare);
}
