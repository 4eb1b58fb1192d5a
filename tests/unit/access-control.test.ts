import { describe, expect, it } from 'vitest';
import { clientApi } from '#contract/routes/client.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { userApi } from '#contract/routes/user.ts';
import {
  type AccessPlace,
  accessTo,
  accessToRoute,
  createAccessControlProvider,
  holds,
  readOnlyReason,
} from '#web/providers/access-control-provider.ts';
import { places } from '#web/app/places.ts';
import { resources } from '#web/resources/index.ts';
import { actionsOf, type AnyResource } from '#web/ui/admin/resource/define-resource.ts';
import { destinationsOf, needsOf } from '#web/ui/admin/resource/places.ts';

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

  it("is a route's own: its permission, and whether it changes something", () => {
    expect(accessToRoute(open, clientApi.clients)).toEqual({ allowed: true });
    expect(accessToRoute(open, userApi.users)).toEqual({ allowed: false, reason: 'missing' });
    expect(accessToRoute(open, staffApi.login)).toEqual({ allowed: true });
    const looking = { held: ['clients.write' as const, 'read_only' as const], panelReadOnly: false };
    expect(accessToRoute(looking, clientApi.changeClient)).toEqual({
      allowed: false,
      reason: 'read_only',
    });
    expect(holds(looking, clientApi.changeClient)).toBe(true);
    expect(holds(looking, clientApi.deleteClient)).toBe(false);
    // A view-only person can still change their own account.
    expect(accessToRoute(looking, staffApi.changeMe)).toEqual({ allowed: true });
    expect(accessToRoute({ ...open, panelReadOnly: true }, clientApi.signInAsClient)).toEqual({
      allowed: false,
      reason: 'missing',
    });
  });

  it('is answered to refine by resource and action, with a sentence', async () => {
    const held = ['clients.write' as const];
    const access = (place: Partial<AccessPlace> = {}) =>
      createAccessControlProvider({
        place: () => ({ held, panelReadOnly: false, ...place }),
        needs: needsOf(places),
        reason: (refused, wanted) => `${refused} ${String(wanted)}`,
      });
    const { can } = access();
    for (const action of ['list', 'show', 'create', 'edit']) {
      expect(await can({ resource: 'clients', action }), action).toEqual({ can: true });
    }
    expect(await can({ resource: 'users', action: 'list' })).toEqual({
      can: false,
      reason: 'missing users.read',
    });
    expect(await can({ resource: 'unknown', action: 'list' })).toEqual({
      can: false,
      reason: 'missing null',
    });
    expect(await can({ resource: 'clients', action: 'unheard-of' })).toMatchObject({ can: false });
    expect(await can({ resource: 'account', action: 'show' })).toEqual({ can: true });
    expect(await access({ panelReadOnly: true }).can({ resource: 'clients', action: 'edit' })).toEqual({
      can: false,
      reason: 'maintenance clients.write',
    });
    const auditor = access({ held: ['audit.read'] });
    expect(await auditor.can({ resource: 'settings', action: 'show' })).toEqual({ can: true });
    expect(await auditor.can({ resource: 'general', action: 'show' })).toEqual({
      can: false,
      reason: 'missing settings.read',
    });
  });
});

describe('the declarations', () => {
  it('have a form for each route that makes a row, and its pages where it is one', () => {
    for (const resource of Object.values<AnyResource>(resources)) {
      const { name, routes, form } = resource;
      const actions = actionsOf(resource);
      expect([name, form !== undefined || name === 'settings']).toEqual([name, routes.create !== undefined]);
      expect([name, actions.includes('create')]).toEqual([name, form?.in === 'page']);
      expect([name, actions.includes('edit')]).toEqual([name, form?.in === 'page']);
      if (actions.includes('show')) expect(routes.one, name).toBeDefined();
    }
  });

  it('ask for a permission of staff wherever they lead', () => {
    for (const { name, needs } of destinationsOf(places)) {
      for (const { access } of needs) expect(access.who, name).toBe('staff');
    }
    const free = destinationsOf(places).filter(({ needs }) => needs.length === 0);
    expect(free.map(({ name }) => name)).toEqual(['home', 'account']);
  });

  it('have each address once', () => {
    const addresses = destinationsOf(places).map(({ to }) => to);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});
