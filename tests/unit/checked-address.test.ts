import type { lookup } from 'node:dns';
import { describe, expect, it } from 'vitest';
import {
  checkedLookup,
  isForbiddenLiteral,
  isPublicAddress,
} from '#server/cabinets/drivers/checked-address.ts';

describe('an address from outside', () => {
  // oxfmt-ignore
  it.each([
    '127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0',
    '224.0.0.1', '255.255.255.255', '198.18.0.1', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1',
    '2002:7f00:1::', '64:ff9b::7f00:1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', 'no address',
  ])('%s is refused', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:2800:220:1::1', '::ffff:93.184.216.34'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['http://127.0.0.1/', true],
    ['http://2130706433/', true],
    ['http://0x7f.1/', true],
    ['http://[::1]/', true],
    ['http://[::ffff:127.0.0.1]/', true],
    ['http://localhost:8080/', true],
    ['http://shop.localhost/', true],
    ['https://example.com/', false],
    ['https://93.184.216.34/', false],
  ])('%s in a URL is refused without asking anybody: %s', (url, isForbidden) => {
    expect(isForbiddenLiteral(new URL(url))).toBe(isForbidden);
  });
});

describe('the resolver', () => {
  const resolving = (addresses: string[]) =>
    ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as typeof lookup; // the form of it that is used
  const ask = (addresses: string[], all: boolean) =>
    new Promise((done) => {
      checkedLookup(resolving(addresses))('name.example', { all }, (error, address, family) =>
        done(error ? error.code : [address, family]),
      );
    });

  it('hands over what it checked, in the form asked for', async () => {
    expect(await ask(['93.184.216.34'], false)).toEqual(['93.184.216.34', 4]);
    expect(await ask(['93.184.216.34'], true)).toEqual([
      [{ address: '93.184.216.34', family: 4 }],
      undefined,
    ]);
  });

  it('refuses a name of which one address is refused', async () => {
    expect(await ask(['93.184.216.34', '127.0.0.1'], true)).toBe('EFORBIDDENADDRESS');
    expect(await ask(['::1'], false)).toBe('EFORBIDDENADDRESS');
  });
});
