import { describe, expect, it } from 'vitest';
import { cabinetStatuses } from '#contract/cabinet.ts';
import { clientStatuses } from '#contract/client.ts';
import { wantedMove } from '#server/cabinets/wanted-state.ts';

const client = { blocked_from: null, deleted_at: null } as const;

describe('the wanted state of a cabinet', () => {
  it.each(['unconfirmed', 'trial', 'active', 'grace'] as const)(
    'is to answer while the client is in %s',
    (status) => {
      expect(wantedMove({ ...client, status, cabinet_status: 'active' })).toBeUndefined();
      expect(wantedMove({ ...client, status, cabinet_status: 'suspended' })).toEqual({ to: 'active' });
    },
  );

  it.each([
    ['blocked', null, 'unpaid'],
    ['blocked', 'active', 'blocked'],
    ['archived', null, 'unpaid'],
  ] as const)('is to rest while the client is %s (from %s), and says %s', (status, blocked_from, reason) => {
    expect(wantedMove({ ...client, status, blocked_from, cabinet_status: 'active' })).toEqual({
      to: 'suspended',
      reason,
    });
    expect(wantedMove({ ...client, status, blocked_from, cabinet_status: 'suspended' })).toBeUndefined();
  });

  it.each(clientStatuses)('is to rest while the client is deleted, whatever its state (%s)', (status) => {
    const deleted = { ...client, status, deleted_at: new Date() };
    expect(wantedMove({ ...deleted, cabinet_status: 'active' })).toEqual({
      to: 'suspended',
      reason: 'deleted',
    });
    expect(wantedMove({ ...deleted, cabinet_status: 'suspended' })).toBeUndefined();
  });

  it.each(cabinetStatuses.filter((status) => status !== 'active' && status !== 'suspended'))(
    'is none of a cabinet that is %s',
    (cabinet_status) => {
      for (const status of clientStatuses) {
        expect(wantedMove({ ...client, status, cabinet_status })).toBeUndefined();
      }
    },
  );
});
