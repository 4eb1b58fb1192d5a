import { describe, expect, it } from 'vitest';
import { isNearHost } from '#server/kernel/local-host.ts';

describe('a host of this machine or its own network', () => {
  it.each([
    'localhost',
    'app.localhost',
    'mailpit',
    'mail.internal',
    'nas.local',
    'p.default.svc.cluster.local',
    '127.0.0.1',
    '127.9.9.9',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '[::1]',
    'fd12::1',
    'fe80::1',
    '::ffff:10.0.0.1',
  ])('%s is one', (name) => {
    expect(isNearHost(name)).toBe(true);
  });

  it.each([
    'mail.example',
    'localhost.example',
    'local.example.com',
    '8.8.8.8',
    '172.32.0.1',
    '11.0.0.1',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    'evil-svc.cluster.local.example',
  ])('%s is none', (name) => {
    expect(isNearHost(name)).toBe(false);
  });
});
