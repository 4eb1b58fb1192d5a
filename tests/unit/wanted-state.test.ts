import { describe, expect, it } from 'vitest';
import { cabinetStatuses } from '#contract/cabinets/cabinet.ts';
import { clientStatuses } from '#contract/entities/client.ts';
import { suspensionReason, wantedState, wantedTask } from '#server/cabinets/tasks/wanted-state.ts';

const client = { blocked_from: null, deleted_at: null, erased_at: null } as const;
const cabinet = { suspended_for: null };

describe('the wanted state of a cabinet', () => {
  it.each(['unconfirmed', 'trial', 'active', 'grace'] as const)(
    'is to answer while the client is in %s',
    (status) => {
      expect(wantedState({ ...client, status })).toEqual({ to: 'active' });
      expect(suspensionReason({ ...client, status })).toBeUndefined();
      expect(wantedTask({ ...client, status, cabinet_status: 'active' }, cabinet)).toBeUndefined();
      expect(wantedTask({ ...client, status, cabinet_status: 'suspended' }, cabinet)).toBe('resume');
    },
  );

  it.each([
    ['blocked', null, 'unpaid'],
    ['blocked', 'active', 'blocked'],
  ] as const)('is to rest while the client is %s (from %s), and says %s', (status, blocked_from, reason) => {
    const rests = { ...client, status, blocked_from };
    expect(wantedState(rests)).toEqual({ to: 'suspended', reason });
    expect(wantedTask({ ...rests, cabinet_status: 'active' }, cabinet)).toBe('suspend');
    expect(wantedTask({ ...rests, cabinet_status: 'suspended' }, { suspended_for: reason })).toBeUndefined();
  });

  it('has the reason of today on its page', () => {
    const blocked = { ...client, status: 'blocked' as const, cabinet_status: 'suspended' as const };
    expect(wantedTask(blocked, { suspended_for: 'deleted' })).toBe('suspend');
    expect(wantedTask(blocked, { suspended_for: null })).toBeUndefined();
  });

  it.each(clientStatuses)('is to rest while the client is deleted, whatever its state (%s)', (status) => {
    const deleted = { ...client, status, deleted_at: new Date() };
    expect(wantedState(deleted)).toEqual({ to: 'suspended', reason: 'deleted' });
    expect(wantedTask({ ...deleted, cabinet_status: 'active' }, cabinet)).toBe('suspend');
    expect(wantedTask({ ...deleted, cabinet_status: 'suspended' }, cabinet)).toBeUndefined();
    expect(wantedTask({ ...deleted, cabinet_status: 'deleted' }, cabinet)).toBeUndefined();
  });

  it('is to be gone once the client is archived: suspended first, then deleted, then nothing more', () => {
    const archived = { ...client, status: 'archived' as const };
    expect(wantedState(archived)).toEqual({ to: 'deleted' });
    expect(suspensionReason(archived)).toBe('unpaid');
    expect(wantedTask({ ...archived, cabinet_status: 'active' }, cabinet)).toBe('suspend');
    expect(wantedTask({ ...archived, cabinet_status: 'suspended' }, cabinet)).toBe('delete');
    expect(wantedTask({ ...archived, cabinet_status: 'deleted' }, cabinet)).toBeUndefined();
  });

  it.each(cabinetStatuses)('is nothing at all once the client is erased (%s)', (cabinet_status) => {
    const erased = { ...client, status: 'active' as const, deleted_at: new Date(), erased_at: new Date() };
    expect(wantedState(erased)).toEqual({ to: 'erased' });
    const isGone = cabinet_status === 'none' || cabinet_status === 'deleted';
    expect(wantedTask({ ...erased, cabinet_status }, cabinet)).toBe(isGone ? undefined : 'undo');
  });

  it('is a new cabinet when a client is back whose first is gone', () => {
    for (const status of ['trial', 'active', 'grace'] as const)
      expect(wantedTask({ ...client, status, cabinet_status: 'deleted' }, cabinet)).toBe('create');
    for (const status of ['unconfirmed', 'blocked', 'archived'] as const)
      expect(wantedTask({ ...client, status, cabinet_status: 'deleted' }, cabinet)).toBeUndefined();
  });

  it.each(cabinetStatuses.filter((status) => ['none', 'creating', 'failed'].includes(status)))(
    'is nothing to bring about for a cabinet that is %s',
    (cabinet_status) => {
      for (const status of clientStatuses) {
        expect(wantedTask({ ...client, status, cabinet_status }, cabinet)).toBeUndefined();
      }
    },
  );
});
