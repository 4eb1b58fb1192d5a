import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { fullPermissions, type Permission } from '#contract/kernel/permissions.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  type Cases,
  listed,
  never,
  raceLinksAhead,
  raceLinksBehind,
  raceWays,
  type Standing,
} from '#tests/support/races/ending-races.ts';
import { another, linkInFlight, type Subject } from '#tests/support/races/in-flight.ts';
import { customerWithCabinet, password, type Person, staffMember } from '#tests/support/people.ts';

/** The table of GROWTH section 15 for staff, row by row, each with everything running at that moment. */
let app: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  app = await startApp();
  [admin, customer] = [await staffMember(app), await customerWithCabinet(app)];
});
afterAll(() => app.close());

const as = ({ token }: { token: string }, method: string, path: string, body?: unknown) =>
  app.call(method, `/api/admin${path}`, { token, ...(body !== undefined && { body }) });
const changed = ({ id }: Subject, body: unknown) => as(admin, 'PUT', `/users/${id}`, body);
const without = (lost: Permission) => ({ permissions: fullPermissions.filter((name) => name !== lost) });
const remove = ({ id }: Subject) => as(admin, 'DELETE', `/users/${id}`);
const newEmail = ({ email }: Subject) => `new-${email}`;
const askOneself = (who: Subject) =>
  as(who, 'PUT', `/users/${who.id}`, { email: newEmail(who), current_password: password });
const askByStaff = (who: Subject) => changed(who, { email: newEmail(who) });
const confirmNew = async (who: Subject) => {
  const hash = await app.linkTo(newEmail(who), 'confirm_staff_email');
  return () => as(who, 'POST', '/auth/confirm-address', { hash });
};
/** Prepares switching the second factor on. */
async function beginTwoFactor(who: Subject) {
  const { body } = await as(who, 'POST', '/auth/two-factor', { current_password: password });
  const code = new TOTP({ secret: body.data.secret }).generate({ timestamp: app.clock.now().getTime() });
  return () => as(who, 'POST', '/auth/two-factor/confirm', { code });
}
async function switchTwoFactorOn(who: Subject): Promise<void> {
  const switchOn = await beginTwoFactor(who);
  who.codes = (await switchOn()).body.data.recovery_codes;
}

async function make(standing: Standing<'staff'>): Promise<Subject> {
  const clientId = customer.id;
  if (standing === 'joined') return { ...(await staffMember(app)), kind: 'staff', clientId };
  const email = `invited-${crypto.randomUUID()}@example.com`;
  const { body } = await as(admin, 'POST', '/users', { email, name: 'x', permissions: fullPermissions });
  return { kind: 'staff', id: body.data.id, email, token: '', clientId };
}

const anyone = { joined: 'yes', invited: 'yes' } as const;
const signedIn = { joined: 'yes', invited: never('nobody signs in before the invitation') } as const;
const withAddress = { joined: 'yes', invited: never('no address is confirmed') } as const;

const cases: Cases<'staff'> = {
  password_changed: [
    {
      by: 'oneself',
      in: signedIn,
      prepare: async (who) => () =>
        as(who, 'PUT', '/auth/me', {
          password: another,
          password_confirmation: another,
          current_password: password,
        }),
      loginAfter: false,
    },
  ],
  password_reset: [
    {
      by: 'link',
      in: { joined: 'yes', invited: never('no password is set') },
      prepare: (who) => linkInFlight(app, who, 'staff_reset'),
      loginAfter: false,
    },
  ],
  address_asked: [
    { by: 'oneself', in: withAddress, prepare: async (who) => () => askOneself(who), loginAfter: true },
    { by: 'staff', in: withAddress, prepare: async (who) => () => askByStaff(who), loginAfter: true },
  ],
  address_cancelled: [
    {
      by: 'staff',
      in: withAddress,
      async prepare(who) {
        await askOneself(who);
        return () => changed(who, { email: who.email });
      },
      loginAfter: true,
    },
  ],
  address_corrected: [
    {
      by: 'staff',
      in: { joined: never('the address is confirmed'), invited: 'yes' },
      prepare: async (who) => () => askByStaff(who),
      loginAfter: false,
    },
  ],
  address_confirmed: [
    {
      by: 'link',
      in: withAddress,
      async prepare(who) {
        await askOneself(who);
        return confirmNew(who);
      },
      loginAfter: false,
    },
  ],
  staff_address_confirmed: [
    {
      by: 'link',
      in: withAddress,
      async prepare(who) {
        await askByStaff(who);
        return confirmNew(who);
      },
      loginAfter: false,
    },
  ],
  address_refused: [
    {
      by: 'link',
      in: withAddress,
      prepare: (who) => linkInFlight(app, who, 'refuse_staff_email'),
      loginAfter: true,
    },
  ],
  second_factor_on: [
    {
      by: 'oneself',
      in: signedIn,
      not: { second_factor: never('no challenge while it is off') },
      prepare: beginTwoFactor,
      // The login is asked for the second factor.
      loginAfter: false,
    },
  ],
  second_factor_off: [
    {
      by: 'oneself',
      in: signedIn,
      async prepare(who) {
        await switchTwoFactorOn(who);
        const recovery_code = who.codes?.pop();
        return () => as(who, 'POST', '/auth/two-factor/off', { current_password: password, recovery_code });
      },
      loginAfter: false,
    },
  ],
  second_factor_reset: [
    {
      by: 'staff',
      in: signedIn,
      async prepare(who) {
        await switchTwoFactorOn(who);
        return () => as(admin, 'DELETE', `/users/${who.id}/two-factor`);
      },
      loginAfter: false,
    },
  ],
  oidc_unlinked: [
    {
      by: 'staff',
      in: signedIn,
      async prepare(who) {
        const link = { oidc_issuer: 'https://id.example', oidc_subject: who.id };
        await app.platform.database.db.updateTable('users').set(link).where('id', '=', who.id).execute();
        return () => as(admin, 'DELETE', `/users/${who.id}/oidc`);
      },
      loginAfter: true,
    },
  ],
  permissions_changed: [
    {
      by: 'staff',
      in: anyone,
      prepare: async (who) => () => changed(who, without('tariffs.write')),
      loginAfter: true,
    },
  ],
  acting_lost: [
    {
      by: 'staff',
      in: anyone,
      prepare: async (who) => () => changed(who, without('clients.impersonate')),
      loginAfter: true,
    },
  ],
  deleted: [{ by: 'staff', in: anyone, prepare: async (who) => () => remove(who), loginAfter: false }],
  restored: [
    {
      by: 'staff',
      in: anyone,
      prepare: async (who) => () => as(admin, 'POST', `/users/${who.id}/restore`, {}),
      beforeRace: remove,
      isBack: true,
      // A deleted address is not looked up, so nothing is judged again.
      loginAfter: false,
    },
  ],
  erased: [
    {
      by: 'platform',
      in: anyone,
      // No route does it yet.
      prepare:
        async ({ id }) =>
        async () => {
          const now = app.clock.now();
          await app.platform.database.db.transaction().execute(async (tx) => {
            await tx.updateTable('users').set({ deleted_at: now }).where('id', '=', id).execute();
            await endAccess(tx, { kind: 'staff', id }, 'erased', { now });
          });
          return { status: 200, headers: new Headers(), body: {} };
        },
      loginAfter: false,
    },
  ],
  signed_out: [
    {
      by: 'staff',
      in: anyone,
      prepare:
        async ({ id }) =>
        () =>
          as(admin, 'DELETE', `/users/${id}/sessions`),
      loginAfter: true,
    },
  ],
  token_stolen: [
    {
      by: 'oneself',
      in: signedIn,
      async prepare(who) {
        const refresh = (token: string) => as({ token }, 'POST', '/auth/refresh-token');
        await refresh((await refresh(who.token)).body.access_token);
        return () => refresh(who.token);
      },
      answers: 401,
      endsLater: true,
      loginAfter: true,
    },
  ],
};

describe.each(listed(cases))('$title of staff', (row) => {
  it('comes before a login, a refresh, a ticket and a cabinet session', () =>
    raceWays({ app, kind: 'staff', make }, row, 'first'));
  it('comes after them', () => raceWays({ app, kind: 'staff', make }, row, 'last'));
  it('comes before every link', () => raceLinksBehind({ app, kind: 'staff', make }, row));
  it('comes after each link', () => raceLinksAhead({ app, kind: 'staff', make }, row));
});
