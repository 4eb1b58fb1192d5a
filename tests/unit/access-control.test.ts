import { describe, expect, it } from 'vitest';
import {
  accessTo,
  createAccessControlProvider,
  readOnlyReason,
} from '#web/providers/access-control-provider.ts';

const open = { held: ['clients.write' as const], panelReadOnly: false };

describe('access', () => {
  it('is what the permissions give, with those that they imply', () => {
    expect(accessTo(open, 'clients.read', { write: false })).toEqual({ allowed: true });
    expect(accessTo(open, 'clients.write', { write: true })).toEqual({ allowed: true });
    expect(accessTo(open, 'users.read', { write: false })).toEqual({ allowed: false, reason: 'missing' });
  });

  it('is view-only by the person, the panel and the screen, each with its reason', () => {
    const person = { ...open, held: ['clients.write' as const, 'read_only' as const] };
    expect(accessTo(person, 'clients.write', { write: true })).toEqual({
      allowed: false,
      reason: 'read_only',
    });
    const panel = { ...open, panelReadOnly: true };
    expect(accessTo(panel, 'clients.write', { write: true })).toEqual({
      allowed: false,
      reason: 'maintenance',
    });
    const screen = { ...open, screenReadOnly: true };
    expect(accessTo(screen, 'clients.write', { write: true })).toEqual({ allowed: false, reason: 'screen' });
    for (const place of [person, panel, screen]) {
      expect(accessTo(place, 'clients.read', { write: false })).toEqual({ allowed: true });
    }
    expect([open, person, panel, screen].map(readOnlyReason)).toEqual([
      null,
      'read_only',
      'maintenance',
      'screen',
    ]);
  });

  it('is answered to refine by resource and action, with a sentence', async () => {
    const { can } = createAccessControlProvider({
      place: () => open,
      resources: { clients: { permissions: { read: 'clients.read', write: 'clients.write' } } },
      reason: (refused) => `because: ${refused}`,
    });
    expect(await can({ resource: 'clients', action: 'list' })).toEqual({ can: true });
    expect(await can({ resource: 'clients', action: 'edit' })).toEqual({ can: true });
    expect(await can({ resource: 'unknown', action: 'list' })).toEqual({
      can: false,
      reason: 'because: missing',
    });
    expect(await can({ resource: 'clients', action: 'unheard-of' })).toMatchObject({ can: false });
  });
});
