import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { endAccess, endClientAccess } from '#server/auth/end-access.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  type Cases,
  listed,
  type Needs,
  never,
  raceLinksAhead,
  raceLinksBehind,
  raceWays,
  type Standing,
} from '#tests/support/races/ending-races.ts';
import { another, linkInFlight, type Subject } from '#tests/support/races/in-flight.ts';
import {
  confirmAddress,
  customerWithCabinet,
  password,
  type Person,
  registeredCustomer,
  registration,
  staffMember,
} from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

/** The table of GROWTH section 15 for customers, row by row, each with everything running at that moment. */
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
});
afterAll(() => app.close());

const post = (path: string, body: unknown, token?: string) =>
  app.call('POST', `/api${path}`, { body, ...(token !== undefined && { token }) });
const changeMe = ({ token }: Subject, body: unknown) => app.call('PUT', '/api/auth/me', { token, body });
const asStaff = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/admin/clients${path}`, { token: admin.token, ...(body !== undefined && { body }) });
const changeClient = ({ id }: Subject, body: unknown) => asStaff('PUT', `/${id}`, body);
const remove = ({ id }: Subject) => asStaff('DELETE', `/${id}/delete`);
const newEmail = ({ email }: Subject) => `new-${email}`;
const askOneself = (who: Subject) => changeMe(who, { email: newEmail(who), current_password: password });
const askByStaff = (who: Subject) => changeClient(who, { email: newEmail(who) });
const confirmNew = async (who: Subject) => {
  const hash = await app.linkTo(newEmail(who), 'confirm_new_email');
  return () => post('/auth/confirm', { hash }, who.token);
};
/** Changes that no route makes yet. */
const directly = async ({ id }: Subject, because: 'erased' | 'signed_out') => {
  const now = app.clock.now();
  await app.platform.database.db.transaction().execute(async (tx) => {
    const deleted_at = because === 'erased' ? now : null;
    await tx.updateTable('clients').set({ deleted_at }).where('id', '=', id).execute();
    if (because === 'erased') await endClientAccess(tx, id, because, { now });
    else await endAccess(tx, { kind: 'customer', id }, because, { now });
  });
  return { status: 200, headers: new Headers(), body: {} };
};

/** Prepares switching the second factor on. */
async function beginTwoFactor(who: Subject) {
  const { body } = await post('/auth/two-factor', { current_password: password }, who.token);
  const code = new TOTP({ secret: body.data.secret }).generate({ timestamp: app.clock.now().getTime() });
  return () => post('/auth/two-factor/confirm', { code }, who.token);
}
async function switchTwoFactorOn(who: Subject): Promise<void> {
  const switchOn = await beginTwoFactor(who);
  who.codes = (await switchOn()).body.data.recovery_codes;
}

/** A customer whom staff made, with a cabinet. */
async function invited(): Promise<Subject> {
  const { password: _, password_confirmation: __, terms: ___, ...contact } = registration();
  const { id } = (await asStaff('POST', '', { ...contact, send_invitation: false })).body.data;
  await until(
    'the cabinet',
    async () => (await asStaff('GET', `/${id}`)).body.data.cabinet_status === 'active',
  );
  return { kind: 'customer', id, clientId: id, email: contact.email, token: '' };
}

/** The same after setting a password with a link that confirms nothing. */
async function unconfirmed(): Promise<Subject> {
  const who = await invited();
  const setPassword = await linkInFlight(app, who, 'reset', password);
  return { ...who, token: (await setPassword()).body.access_token };
}

/** A customer who has confirmed the address; nobody has begun to make a cabinet. */
async function confirmedWithoutCabinet(): Promise<Person> {
  const customer = await registeredCustomer(app);
  await confirmAddress(app, customer);
  return customer;
}

const make = async (standing: Standing<'customer'>, needs: Needs): Promise<Subject> => {
  if (standing === 'invited') return invited();
  if (standing === 'unconfirmed') return unconfirmed();
  const customer = await (needs === 'cabinet' ? customerWithCabinet(app) : confirmedWithoutCabinet());
  return { ...customer, kind: 'customer', clientId: customer.id };
};

const anyone = { confirmed: 'yes', unconfirmed: 'yes', invited: 'yes' } as const;
const signedIn = { ...anyone, invited: never('nobody signs in before the invitation') } as const;
const confirmedOnes = {
  confirmed: 'yes',
  unconfirmed: never('no address is confirmed'),
  invited: never('no address is confirmed'),
} as const;
const others = { ...anyone, confirmed: never('the address is confirmed') } as const;

const cases: Cases<'customer'> = {
  password_changed: [
    {
      by: 'oneself',
      in: signedIn,
      prepare: async (who) => () =>
        changeMe(who, { password: another, password_confirmation: another, current_password: password }),
      loginAfter: false,
    },
  ],
  password_reset: [
    { by: 'link', in: anyone, prepare: (who) => linkInFlight(app, who, 'reset'), loginAfter: false },
  ],
  address_asked: [
    { by: 'oneself', in: confirmedOnes, prepare: async (who) => () => askOneself(who), loginAfter: true },
    { by: 'staff', in: confirmedOnes, prepare: async (who) => () => askByStaff(who), loginAfter: true },
  ],
  address_cancelled: [
    {
      by: 'oneself',
      in: confirmedOnes,
      async prepare(who) {
        await askOneself(who);
        return () => changeMe(who, { email: who.email });
      },
      loginAfter: true,
    },
  ],
  address_corrected: [
    {
      by: 'oneself',
      in: { ...others, invited: never('nobody signs in before the invitation') },
      prepare: async (who) => () => post('/auth/register/email/send', { email: newEmail(who) }, who.token),
      loginAfter: false,
    },
    { by: 'staff', in: others, prepare: async (who) => () => askByStaff(who), loginAfter: false },
  ],
  address_confirmed: [
    {
      by: 'link',
      in: confirmedOnes,
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
      in: confirmedOnes,
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
      in: confirmedOnes,
      prepare: (who) => linkInFlight(app, who, 'refuse_email'),
      loginAfter: true,
    },
  ],
  second_factor_on: [
    {
      by: 'oneself',
      in: confirmedOnes,
      not: { second_factor: never('no challenge while it is off') },
      prepare: beginTwoFactor,
      // The login is asked for the second factor.
      loginAfter: false,
    },
  ],
  second_factor_off: [
    {
      by: 'oneself',
      in: confirmedOnes,
      async prepare(who) {
        await switchTwoFactorOn(who);
        const recovery_code = who.codes?.pop();
        return () => post('/auth/two-factor/off', { current_password: password, recovery_code }, who.token);
      },
      loginAfter: false,
    },
  ],
  second_factor_reset: [
    {
      by: 'staff',
      in: confirmedOnes,
      async prepare(who) {
        await switchTwoFactorOn(who);
        return () => asStaff('DELETE', `/${who.clientId}/members/${who.id}/two-factor`);
      },
      loginAfter: false,
    },
  ],
  blocked: [
    {
      by: 'staff',
      in: anyone,
      prepare: async (who) => () => changeClient(who, { status: 'blocked' }),
      loginAfter: true,
      ofCabinet: true,
    },
  ],
  unblocked: [
    {
      by: 'staff',
      in: anyone,
      not: {
        ticket: never('the cabinet of a blocked client is closed'),
        cabinet: never('the cabinet of a blocked client is closed'),
      },
      async prepare(who) {
        await changeClient(who, { status: 'blocked' });
        return () => changeClient(who, { status: 'active' });
      },
      loginAfter: true,
      ofCabinet: true,
    },
  ],
  deleted: [{ by: 'staff', in: anyone, prepare: async (who) => () => remove(who), loginAfter: false }],
  restored: [
    {
      by: 'staff',
      in: anyone,
      prepare: async (who) => () => asStaff('POST', `/${who.id}/restore`, {}),
      beforeRace: remove,
      isBack: true,
      loginAfter: true,
    },
  ],
  erased: [
    { by: 'platform', in: anyone, prepare: async (who) => () => directly(who, 'erased'), loginAfter: false },
  ],
  signed_out: [
    {
      by: 'platform',
      in: anyone,
      prepare: async (who) => () => directly(who, 'signed_out'),
      loginAfter: true,
    },
  ],
  token_stolen: [
    {
      by: 'oneself',
      in: signedIn,
      async prepare({ token }) {
        const refresh = (with_: string) => app.call('POST', '/api/auth/refresh-token', { token: with_ });
        await refresh((await refresh(token)).body.access_token);
        return () => refresh(token);
      },
      answers: 401,
      endsLater: true,
      loginAfter: true,
    },
  ],
};

describe.each(listed(cases))('$title of a customer', (row) => {
  it('comes before a login, a refresh, a ticket and a cabinet session', () =>
    raceWays({ app, kind: 'customer', make }, row, 'first'));
  it('comes after them', () => raceWays({ app, kind: 'customer', make }, row, 'last'));
  it('comes before every link', () => raceLinksBehind({ app, kind: 'customer', make }, row));
  it('comes after each link', () => raceLinksAhead({ app, kind: 'customer', make }, row));
});
