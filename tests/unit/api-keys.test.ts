import { describe, expect, it } from 'vitest';
import { apiKeyInput, keyPermissions, permissionsInCommon } from '#contract/accounts/api-key.ts';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { isFromNetworks } from '#server/users/api-keys/key-networks.ts';

describe('what a key may do', () => {
  it.each([
    [['clients.read'], ['clients.read'], ['clients.read']],
    // A wider right of the maker implies it.
    [['clients.read'], ['clients.write'], ['clients.read']],
    // The maker has lost the wider one.
    [['clients.write'], ['clients.read'], ['clients.read']],
    [['clients.write'], ['tariffs.write'], []],
    [['clients.write', 'read_only'], ['clients.write'], ['clients.read', 'clients.write', 'read_only']],
    [['clients.write'], ['clients.write', 'read_only'], ['clients.read', 'clients.write', 'read_only']],
    // Stored before only persons could do it.
    [['users.write', 'clients.impersonate', 'keys.write'], fullPermissions, ['clients.read', 'users.read']],
  ] as const)('of %j and a maker with %j is %j', (ofKey, ofMaker, common) => {
    expect(permissionsInCommon(ofKey, ofMaker)).toEqual(common);
  });

  it('never gives rights or signs in as somebody', () => {
    for (const name of ['users.write', 'keys.write', 'clients.impersonate', 'clients.erase'] as const) {
      expect(keyPermissions).not.toContain(name);
    }
  });
});

describe('networks', () => {
  it.each([
    [[], '203.0.113.5', true],
    [['203.0.113.0/24'], '203.0.113.255', true],
    [['203.0.113.0/24'], '203.0.114.1', false],
    [['203.0.113.77/24'], '203.0.113.1', true],
    [['203.0.113.5/32'], '203.0.113.5', true],
    [['203.0.113.5/32'], '203.0.113.6', false],
    [['203.0.113.0/24'], '::ffff:203.0.113.5', true],
    [['0.0.0.0/0'], '198.51.100.1', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['198.51.100.0/24', '2001:db8::1/128'], '2001:db8::1', true],
    [['203.0.113.0/24'], 'unknown', false],
  ])('%j and %s: %j', (networks, address, expected) => {
    expect(isFromNetworks(networks, address)).toBe(expected);
  });

  const sent = (addresses: unknown) =>
    apiKeyInput.safeParse({ name: 'CRM', permissions: ['clients.read'], addresses });

  it('are written down with their length, each once', () => {
    const { data } = sent([' 203.0.113.5 ', '203.0.113.5/32', '2001:db8::1', '10.0.0.0/8']);
    expect(data?.addresses).toEqual(['203.0.113.5/32', '2001:db8::1/128', '10.0.0.0/8']);
  });

  it.each([[['203.0.113.0/33']], [['203.0.113']], [['example.com']], [['::1/129']], [[' ']], ['10.0.0.0/8']])(
    'are not %j',
    (addresses) => {
      expect(sent(addresses).success).toBe(false);
    },
  );
});
