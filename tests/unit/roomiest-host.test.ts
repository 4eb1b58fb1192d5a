import { describe, expect, it } from 'vitest';
import { type HostRoom, leastFreeBytes, roomiestHost } from '#server/cabinets/hosts/roomiest-host.ts';

const host = (name: string, more: Partial<HostRoom> = {}): HostRoom => ({
  name,
  isAlive: true,
  isDraining: false,
  cabinets: 0,
  room: 100,
  freeBytes: null,
  ...more,
});

describe('the host of a new cabinet', () => {
  it('is the one with the largest free share of its room', () => {
    expect(roomiestHost([host('a', { cabinets: 2 }), host('b', { cabinets: 1 })])).toBe('b');
    expect(roomiestHost([host('a', { cabinets: 2 }), host('b', { cabinets: 3, room: 300 })])).toBe('b');
  });

  it('is the first of equals', () => {
    expect(roomiestHost([host('a'), host('b')])).toBe('a');
  });

  it.each([
    ['away', { isAlive: false }],
    ['draining', { isDraining: true }],
    ['full', { cabinets: 100 }],
    ['short of space', { freeBytes: leastFreeBytes - 1 }],
  ])('is none that is %s', (_why, more) => {
    expect(roomiestHost([host('a', more), host('b', { cabinets: 99 })])).toBe('b');
    expect(roomiestHost([host('a', more)])).toBeUndefined();
  });
});
