import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Entitlements, TicketAnswer } from '#contract/cabinets/cabinet.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { endCabinetSessions } from '#server/cabinet-sessions/cabinet-session-store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { enterCabinet } from '#tests/support/cabinets/cabinet-browser.ts';
import { callAsCabinet } from '#tests/support/cabinets/cabinet-calls.ts';
import { customerWithCabinet, type Person, password, staffMember } from '#tests/support/people.ts';
import { sellingGoods } from '#tests/support/cabinets/selling-goods.ts';

/** Ended sessions in entitlements (GROWTH section 15). */
let app: TestApp;
let customer: Person;
let manager: Person;
beforeAll(async () => {
  app = await startApp();
  await sellingGoods(app);
  manager = await staffMember(app, { permissions: ['clients.impersonate'], name: 'Марія Менеджер' });
});
beforeEach(async () => {
  app.clock.advance(1);
  customer = await customerWithCabinet(app);
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const told = async (of = customer): Promise<Entitlements> =>
  (await callAsCabinet(app, of.id, { method: 'GET', path: 'entitlements' })).body.data;
const redeem = (ticket: string, of = customer) =>
  callAsCabinet(app, of.id, { method: 'POST', path: 'tickets', body: { ticket } });
const ticketIn = (answer: { body: { data: { url: string } } }) =>
  new URL(answer.body.data.url).searchParams.get('ticket') ?? '';
const ticket = async (token = customer.token) =>
  ticketIn(await app.call('POST', '/api/cabinet/sign-in', { token }));
const actingTicket = async (token = manager.token) =>
  ticketIn(
    await app.call('POST', `/api/admin/clients/${customer.id}/sign-in`, { token, body: { reason: 'x' } }),
  );
const enter = async (given: string): Promise<TicketAnswer> => {
  const answer = await redeem(given);
  expect(answer.status).toBe(200);
  app.clock.advance(1);
  return answer.body.data;
};
const end = (options: { personId?: string; keepNewest?: boolean; at?: Date } = {}) =>
  db()
    .transaction()
    .execute((tx) => endCabinetSessions(tx, { clientId: customer.id, at: app.clock.now(), ...options }));
const endActing = () =>
  db()
    .transaction()
    .execute((tx) => endCabinetSessions(tx, { actingUserId: manager.id, at: app.clock.now() }));

/** Whether a session goes on in a cabinet that obeys the entitlements. */
function lives(session: TicketAnswer, ends: Entitlements): boolean {
  const began = session.signed_in_at ?? '';
  const person = ends.persons.find(({ id }) => id === session.person?.id);
  return (
    began >= (ends.sessions_valid_from ?? '') &&
    began >= (person?.valid_from ?? '') &&
    !ends.acting_users_ended.includes(session.acting_user?.id ?? '') &&
    !ends.sessions_ended.includes(session.session_id ?? '')
  );
}

describe('the sessions of a cabinet', () => {
  it('go on while nothing ended', async () => {
    const session = await enter(await ticket());
    expect(await told()).toMatchObject({
      sessions_valid_from: null,
      persons: [],
      acting_users_ended: [],
      sessions_ended: [],
    });
    expect(lives(session, await told())).toBe(true);
  });

  it('all end with the client, a colleague’s too, and not one that begins afterwards', async () => {
    const own = await enter(await ticket());
    const acting = await enter(await actingTicket());
    await end();
    const after = await enter(await ticket());
    const ends = await told();
    expect([own, acting, after].map((session) => lives(session, ends))).toEqual([false, false, true]);
  });

  it('end also when the clock of who ends them is behind', async () => {
    const own = await enter(await ticket());
    await end({ at: new Date(app.clock.now().getTime() - 60_000) });
    expect(lives(own, await told())).toBe(false);
    const after = await enter(await ticket());
    expect(lives(after, await told())).toBe(true);
  });

  it('begin behind an end whose clock was ahead', async () => {
    await end({ at: new Date(app.clock.now().getTime() + 60_000) });
    expect(lives(await enter(await ticket()), await told())).toBe(true);
  });

  it('end for one person but for the newest, and leave a colleague’s alone', async () => {
    const [first, second] = [await enter(await ticket()), await enter(await ticket())];
    const acting = await enter(await actingTicket());
    await end({ personId: customer.id, keepNewest: true });
    const ends = await told();
    expect([first, second, acting].map((session) => lives(session, ends))).toEqual([false, true, true]);
  });

  it('never begin again by a later end with an earlier moment', async () => {
    const session = await enter(await ticket());
    await end({ personId: customer.id });
    await end({ personId: customer.id, keepNewest: true });
    expect(lives(session, await told())).toBe(false);
  });

  it('of one cabinet end and another’s do not', async () => {
    const other = await customerWithCabinet(app);
    await end();
    expect((await told(other)).sessions_valid_from).toBeNull();
  });
});

describe('the sign-ins that a customer sees', () => {
  const seen = async (of: Pick<Person, 'token'> = customer) =>
    (await app.call('GET', '/api/auth/cabinet-sign-ins', { token: of.token })).body.data;

  it('are those to their cabinet, by themselves and by staff, and nobody else’s', async () => {
    const stranger = await customerWithCabinet(app);
    expect(await seen()).toEqual([]);
    await enter(await ticket());
    await enter(await actingTicket());
    expect(await seen()).toMatchObject([
      { kind: 'staff', by: 'Марія Менеджер', current: false, ended: false },
      { kind: 'own', by: null, current: true, ended: false },
    ]);
    expect(await seen(stranger)).toEqual([]);
    // With the browser of the session that led there; a colleague's stays ours.
    const userAgent = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0';
    const { body } = await app.call('POST', '/api/auth/login', {
      body: { email: customer.email, password },
      headers: { 'user-agent': userAgent },
    });
    await enter(await ticket(body.access_token));
    expect((await seen()).map((one: { user_agent: string | null }) => one.user_agent).slice(0, 2)).toEqual([
      userAgent,
      null,
    ]);
    expect((await app.call('GET', '/api/auth/cabinet-sign-ins')).status).toBe(401);
    expect((await app.call('GET', '/api/auth/cabinet-sign-ins', { token: manager.token })).status).toBe(401);
  });

  it('are over when the cabinet is told so, or their time has run out', async () => {
    const login = await app.call('POST', '/api/auth/login', { body: { email: customer.email, password } });
    const other = { token: login.body.access_token as string };
    const ended = async () => (await seen(other)).map((one: { ended: boolean }) => one.ended);
    await enter(await ticket());
    await app.call('POST', '/api/auth/logout', { token: customer.token });
    await enter(await actingTicket());
    await enter(await ticket(other.token));
    expect(await ended()).toEqual([false, false, true]);
    const signed_in_at = new Date(app.clock.now().getTime() - 3_600_000);
    const acting = db().updateTable('cabinet_sign_ins').set({ signed_in_at });
    await acting.where('client_id', '=', customer.id).where('acting_user_id', 'is not', null).execute();
    expect(await ended()).toEqual([false, true, true]);
    await end({ personId: customer.id });
    expect(await ended()).toEqual([true, true, true]);
    await enter(await ticket(other.token));
    expect((await ended())[0]).toBe(false);
    await end();
    expect((await ended())[0]).toBe(true);
  });
});

describe('what a colleague opened as somebody', () => {
  it('ends and leaves the customer alone', async () => {
    const own = await enter(await ticket());
    const acting = await enter(await actingTicket());
    await endActing();
    const ends = await told();
    expect(ends.acting_users_ended).toEqual([manager.id]);
    expect([own, acting].map((session) => lives(session, ends))).toEqual([true, false]);
  });

  it('is named only while it could still live', async () => {
    await enter(await actingTicket());
    await endActing();
    app.clock.advance(3600);
    expect(await told()).toMatchObject({ acting_users_ended: [], sessions_ended: [] });
    app.clock.advance(-3600);
  });

  it('ends while a colleague who may again has begun a new one', async () => {
    const before = await enter(await actingTicket());
    await endActing();
    const { body } = await app.call('POST', '/api/admin/auth/login', {
      body: { email: manager.email, password },
    });
    const again = await enter(await actingTicket(body.access_token));
    const ends = await told();
    expect([before, again].map((session) => lives(session, ends))).toEqual([false, true]);
  });

  it.each<[string, object]>([
    ['lost the permission', { permissions: ['clients.read'] }],
    ['was deleted', { deleted_at: new Date() }],
  ])('is not begun by a ticket of one who %s meanwhile', async (_what, change) => {
    const colleague = await staffMember(app, { permissions: ['clients.impersonate'] });
    const given = await actingTicket(colleague.token);
    await db().updateTable('users').set(change).where('id', '=', colleague.id).execute();
    expect((await redeem(given)).status).toBe(422);
  });
});

describe('a ticket', () => {
  it('ends with the session of the platform that asked for it', async () => {
    const given = await ticket();
    await app.call('POST', '/api/auth/logout', { token: customer.token });
    expect((await redeem(given)).status).toBe(422);
  });
});

describe('signing out of the platform', () => {
  it('ends the cabinet session that came from there, and no other device’s', async () => {
    const { body } = await app.call('POST', '/api/auth/login', {
      body: { email: customer.email, password },
    });
    const here = await enter(await ticket());
    const elsewhere = await enter(await ticket(body.access_token));
    await app.call('POST', '/api/auth/logout', { token: customer.token });
    const ends = await told();
    expect([here, elsewhere].map((session) => lives(session, ends))).toEqual([false, true]);
  });

  it('is the same when another device’s session is ended in the account', async () => {
    const { body } = await app.call('POST', '/api/auth/login', {
      body: { email: customer.email, password },
    });
    const stolen = await enter(await ticket(body.access_token));
    const path = `/api/auth/sessions/${stolen.session_id}`;
    expect((await app.call('DELETE', path, { token: customer.token })).status).toBe(200);
    expect(lives(stolen, await told())).toBe(false);
  });

  it('ends nothing of somebody else who names the session', async () => {
    const session = await enter(await ticket());
    const stranger = await customerWithCabinet(app);
    const path = `/api/auth/sessions/${session.session_id}`;
    expect((await app.call('DELETE', path, { token: stranger.token })).status).toBe(404);
    expect(lives(session, await told())).toBe(true);
  });

  it('ends what a colleague opened as somebody', async () => {
    const colleague = await staffMember(app, { permissions: ['clients.impersonate'] });
    const acting = await enter(await actingTicket(colleague.token));
    await app.call('POST', '/api/admin/auth/logout', { token: colleague.token });
    expect(lives(acting, await told())).toBe(false);
  });
});

describe('signing out of the cabinet', () => {
  const logOut = (session_id: unknown, of = customer) =>
    callAsCabinet(app, of.id, { method: 'POST', path: 'logout', body: { session_id } });
  const me = async (token: string) => (await app.call('GET', '/api/auth/me', { token })).status;

  it('ends the platform’s session that it came from, and may be said twice', async () => {
    const { session_id } = await enter(await ticket());
    expect(await me(customer.token)).toBe(200);
    for (const time of [1, 2]) expect([time, (await logOut(session_id)).status]).toEqual([time, 200]);
    expect(await me(customer.token)).toBe(401);
    expect((await told()).sessions_ended).toEqual([session_id]);
    const written = await app.platform.database.db
      .selectFrom('audit_entries')
      .select('person_id')
      .where('action', '=', 'security.logout')
      .where('person_id', '=', customer.id)
      .execute();
    expect(written).toHaveLength(1);
  });

  it('ends no session of another client, nor of a colleague', async () => {
    const stranger = await customerWithCabinet(app);
    const theirs = await enter(await ticket());
    const acting = await enter(await actingTicket());
    expect((await logOut(theirs.session_id, stranger)).status).toBe(200);
    expect((await logOut(acting.session_id)).status).toBe(200);
    expect(await me(customer.token)).toBe(200);
    expect((await app.call('GET', '/api/admin/auth/me', { token: manager.token })).status).toBe(200);
    expect([theirs, acting].map((session) => session.session_id)).not.toContain(
      (await told()).sessions_ended[0],
    );
  });

  it.each([undefined, '', 'no-id', 5])('is refused at its field: %j', async (given) => {
    const answer = await logOut(given);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['session_id']]);
  });
});

describe('in the cabinet itself, within 30 seconds', () => {
  const browser = async (token = customer.token) => {
    const { body } = await app.call('POST', '/api/cabinet/sign-in', { token });
    const inside = await enterCabinet(app, body.data.url);
    expect((await inside.get('/')).status).toBe(200);
    app.clock.advance(1);
    return inside;
  };
  const bread = { name: 'Хліб', price: '1', quantity: '1' };

  async function expectOut(inside: Awaited<ReturnType<typeof browser>>): Promise<void> {
    app.clock.advance(29);
    expect((await inside.post('/goods', bread)).location).toMatch(/\/client\/login$/);
    expect((await inside.get('/')).status).toBe(303);
  }

  it('a reset password leaves nobody in', async () => {
    const inside = await browser();
    await app.call('POST', '/api/auth/reset/email/send', { body: { email: customer.email } });
    const hash = await app.linkTo(customer.email, 'reset');
    const body = { hash, password: 'Another-Passw0rd', password_confirmation: 'Another-Passw0rd' };
    expect((await app.call('POST', '/api/auth/change', { body })).status).toBe(200);
    await expectOut(inside);
  });

  it('a password changed in the profile leaves the newest in, and no older one', async () => {
    const [older, newest] = [await browser(), await browser()];
    const { body } = await app.call('GET', '/api/auth/me', { token: customer.token });
    const changed = await app.call('PUT', '/api/auth/me', {
      token: customer.token,
      body: {
        ...Object.fromEntries(
          ['name', 'email', 'country_code', 'phone', 'address', 'locale'].map((key) => [key, body.data[key]]),
        ),
        current_password: password,
        password: 'Another-Passw0rd',
        password_confirmation: 'Another-Passw0rd',
      },
    });
    expect(changed.status).toBe(200);
    await expectOut(older);
    expect((await newest.get('/')).status).toBe(200);
  });

  it('the platform’s logout signs out', async () => {
    const inside = await browser();
    await app.call('POST', '/api/auth/logout', { token: customer.token });
    await expectOut(inside);
  });

  it('the cabinet’s sign-out signs out of the platform', async () => {
    const inside = await browser();
    expect((await inside.post('/sign-out')).location).toMatch(/\/client\/login\?signed-out$/);
    expect((await app.call('GET', '/api/auth/me', { token: customer.token })).status).toBe(401);
  });

  it.each<[string, (administrator: string, colleague: Person) => Promise<{ status: number }>]>([
    ['deleted', (token, { id }) => app.call('DELETE', `/api/admin/users/${id}`, { token })],
    [
      'no longer one who may',
      async (token, { id }) => {
        const { body } = await app.call('GET', `/api/admin/users/${id}`, { token });
        const { name, email, updated_at } = body.data;
        return app.call('PUT', `/api/admin/users/${id}`, {
          token,
          body: { name, email, permissions: ['clients.read'], updated_at },
        });
      },
    ],
  ])('a colleague who is %s is out', async (_what, change) => {
    const administrator = await staffMember(app);
    const colleague = await staffMember(app, { permissions: ['clients.impersonate'] });
    const { body } = await app.call('POST', `/api/admin/clients/${customer.id}/sign-in`, {
      token: colleague.token,
      body: { reason: 'x' },
    });
    const inside = await enterCabinet(app, body.data.url);
    expect((await inside.get('/')).status).toBe(200);
    expect((await change(administrator.token, colleague)).status).toBe(200);
    await expectOut(inside);
  });
});

describe('a ticket that is used while its session ends', () => {
  it.each(['client', 'logout'])('opens nothing that lives on (%s)', async (kind) => {
    for (let round = 0; round < 5; round += 1) {
      const own = await customerWithCabinet(app);
      const given = await ticket(own.token);
      const ending =
        kind === 'logout'
          ? app.call('POST', '/api/auth/logout', { token: own.token })
          : db()
              .transaction()
              .execute((tx) =>
                endAccess(tx, { kind: 'customer', id: own.id }, 'password_reset', { now: app.clock.now() }),
              );
      const [answer] = await Promise.all([redeem(given, own), ending]);
      const isOpen = answer.status === 200 && lives(answer.body.data, await told(own));
      expect([round, isOpen]).toEqual([round, false]);
    }
  });
});
