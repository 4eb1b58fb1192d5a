import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberRole } from '#contract/accounts/member-role.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { callAsCabinet } from '#tests/support/cabinets/cabinet-calls.ts';
import {
  confirmedCustomer,
  customerWithCabinet,
  memberOf,
  password,
  type Person,
  registeredCustomer,
  staffMember,
} from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  owner = await confirmedCustomer(app);
});
afterAll(() => app.close());

const get = (path: string, token: string) => app.call('GET', `/api/auth${path}`, { token });
const post = (path: string, body: unknown, token?: string) =>
  app.call('POST', `/api/auth${path}`, { body, ...(token !== undefined && { token }) });
const put = (path: string, body: unknown, token: string) =>
  app.call('PUT', `/api/auth${path}`, { body, token });
const remove = (path: string, token: string) => app.call('DELETE', `/api/auth${path}`, { token });
const login = (email: string, typed = password) => post('/login', { email, password: typed });

let counter = 0;
const newEmail = () => {
  counter += 1;
  return `invited-${counter}-${Date.now()}@example.com`;
};
const invite = (email: string, role: MemberRole, by = owner) =>
  post('/me/members', { email, role }, by.token);
async function invited(role: MemberRole, by = owner) {
  const email = newEmail();
  const answer = await invite(email, role, by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { email, id: answer.body.data.id as string, token: await app.linkTo(email, 'member_invitation') };
}
async function joined(role: MemberRole, by = owner): Promise<Person> {
  const { email, token } = await invited(role, by);
  const answer = await post('/accept-invitation', { token, name: 'Ірина Бондар', password });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { id: answer.body.data.person.id, email, token: answer.body.access_token };
}
/** A company with an owner of its own. */
const company = () => confirmedCustomer(app);
const expectRefused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([status, code]);

describe('an invitation', () => {
  it('makes somebody without an account a member, who then signs in with the chosen password', async () => {
    const { email, id, token } = await invited('billing');
    const listed = (await get('/me/members', owner.token)).body.data;
    expect(listed).toContainEqual(expect.objectContaining({ id, email, role: 'billing', joined: false }));
    const { data } = (await post('/invitation', { token })).body;
    expect(data).toMatchObject({
      email,
      role: 'billing',
      has_account: false,
      client: { name: 'Олена Ковальчук' },
    });
    const accepted = await post('/accept-invitation', { token, name: 'Ірина Бондар', password });
    expect(accepted.body.data).toMatchObject({
      id: owner.id,
      email,
      role: 'billing',
      confirmed: true,
      person: { name: 'Ірина Бондар' },
    });
    const signedIn = await login(email);
    expect(signedIn.body.data).toMatchObject({ id: owner.id, role: 'billing' });
    const members = (await get('/me/members', owner.token)).body.data;
    expect(members.find((one: { email: string }) => one.email === email)).toMatchObject({
      joined: true,
      name: 'Ірина Бондар',
      invited_by: { id: owner.id },
    });
  });

  it('says who invites: by name, or by address where the name is the company’s', async () => {
    const dataTo = async ({ email }: { email: string }) => {
      const { db } = app.platform.database;
      const mail = db.selectFrom('emails').select('data').where('to_address', '=', email);
      return (await mail.executeTakeFirstOrThrow()).data;
    };
    expect(await dataTo(await invited('member'))).toMatchObject({
      company: 'Олена Ковальчук',
      by: 'Олена Ковальчук',
      inviter: owner.email,
    });
    const other = await company();
    const colleague = await joined('admin', other);
    expect(await dataTo(await invited('member', colleague))).toMatchObject({
      by: 'Ірина Бондар',
      inviter: 'Ірина Бондар',
    });
  });

  it('is told to whoever sent it once it is accepted, by the names of both, and once', async () => {
    const by = await company();
    const name = (await get('/me', by.token)).body.data.name as string;
    await put('/me', { locale: 'lt' }, by.token);
    await put('/me/person', { name: 'Марко Лис www.spam.example' }, by.token);
    const colleague = await joined('admin', by);
    const body = { name: 'Олег www.spam.example', password };
    const [first, second] = [await invited('billing', by), await invited('member', colleague)];
    for (const { token } of [first, second]) {
      const answers = await Promise.all([1, 2].map(() => post('/accept-invitation', { token, ...body })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    }
    const told = await app.platform.database.db
      .selectFrom('emails')
      .select(['to_address', 'locale', 'person_id', 'data'])
      .where('client_id', '=', by.id)
      .where('kind', '=', 'member_joined')
      .orderBy('created_at')
      .execute();
    const member = 'Олег …';
    expect(told).toMatchObject([
      { to_address: by.email, locale: 'lt', data: { member: 'Ірина Бондар', role: 'admin' } },
      { to_address: by.email, person_id: by.id, data: { member, email: first.email, company: name } },
      { to_address: colleague.email, data: { member, role: 'member', reader: 'Ірина Бондар' } },
    ]);
  });

  it('is told to nobody who has left meanwhile', async () => {
    const by = await joined('owner');
    const { token } = await invited('member', by);
    await app.platform.database.db
      .updateTable('persons')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', by.id)
      .execute();
    expect((await post('/accept-invitation', { token, name: 'Хтось', password })).status).toBe(200);
    const { db } = app.platform.database;
    const mails = await db.selectFrom('emails').selectAll().where('person_id', '=', by.id).execute();
    expect(mails.filter(({ kind }) => kind === 'member_joined')).toEqual([]);
  });

  it('works once, however often it is sent at the same time', async () => {
    const { token } = await invited('member');
    const body = { token, name: 'Хтось', password };
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('/accept-invitation', body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expectRefused(await post('/invitation', { token }), 422, 'link_invalid');
    expectRefused(await post('/accept-invitation', body), 422, 'link_invalid');
  });

  it('of the same address replaces the one that waits, after the interval', async () => {
    const { email, id, token } = await invited('member');
    expectRefused(await invite(email, 'admin'), 429, 'sent_recently');
    app.clock.advance(61);
    const again = await invite(email, 'admin');
    expect(again.body).toMatchObject({ data: { id, role: 'admin' } });
    expectRefused(await post('/invitation', { token }), 422, 'link_invalid');
  });

  it('is accepted by somebody with an account signed in alone, and never sets a password', async () => {
    const person = await company();
    await invite(person.email, 'admin');
    const token = await app.linkTo(person.email, 'member_invitation');
    expect((await post('/invitation', { token })).body.data.has_account).toBe(true);
    expectRefused(await post('/accept-invitation', { token, name: 'x', password }), 409, 'sign_in_first');
    const stranger = await company();
    expectRefused(await post('/accept-invitation', { token }, stranger.token), 409, 'invitation_for_another');
    const withPassword = await post('/accept-invitation', { token, password: 'Another-1pass' }, person.token);
    expect(withPassword.body.errors).toHaveProperty('password');
    const accepted = await post('/accept-invitation', { token }, person.token);
    expect(accepted.body.data).toMatchObject({ id: owner.id, role: 'admin', email: person.email });
    expect((await login(person.email)).status).toBe(200);
    const companies = (await get('/me/accounts', accepted.body.access_token)).body.data;
    expect(companies.map(({ role }: { role: string }) => role).toSorted()).toEqual(['admin', 'owner']);
  });

  it('of one address by two companies is accepted by one person', async () => {
    const other = await company();
    const { email, token } = await invited('billing');
    await invite(email, 'member', other);
    await expect.poll(() => app.linkTo(email, 'member_invitation')).not.toBe(token);
    const second = await app.linkTo(email, 'member_invitation');
    expect((await post('/accept-invitation', { token, name: 'Двоє', password })).status).toBe(200);
    expectRefused(
      await post('/accept-invitation', { token: second, name: 'Двоє', password }),
      409,
      'sign_in_first',
    );
    const signedIn = await login(email);
    const accepted = await post('/accept-invitation', { token: second }, signedIn.body.access_token);
    expect(accepted.body.data).toMatchObject({ id: other.id, role: 'member' });
  });

  it('is void when its maker has left, and when it is withdrawn', async () => {
    const by = await joined('admin');
    const { token } = await invited('member', by);
    expect((await remove('/me/membership', by.token)).status).toBe(200);
    expectRefused(await post('/invitation', { token }), 422, 'link_invalid');
    const other = await invited('member');
    expect((await remove(`/me/members/${other.id}`, owner.token)).status).toBe(200);
    expectRefused(await post('/invitation', { token: other.token }), 422, 'link_invalid');
  });

  it('is void when its maker may no longer send it, and stays while they may', async () => {
    const by = await joined('owner');
    const [toOwner, toMember] = [await invited('owner', by), await invited('member', by)];
    expect((await put(`/me/members/${by.id}`, { role: 'admin' }, owner.token)).status).toBe(200);
    expectRefused(await post('/invitation', { token: toOwner.token }), 422, 'link_invalid');
    expect((await post('/invitation', { token: toMember.token })).status).toBe(200);
    expect((await put(`/me/members/${by.id}`, { role: 'billing' }, owner.token)).status).toBe(200);
    expectRefused(await post('/invitation', { token: toMember.token }), 422, 'link_invalid');
  });

  it('is withdrawn, but not sent, while the company is suspended', async () => {
    const by = await company();
    const { id, token } = await invited('member', by);
    await app.platform.database.db
      .updateTable('clients')
      .set({ blocked_from: 'active' })
      .where('id', '=', by.id)
      .execute();
    expectRefused(await invite(newEmail(), 'member', by), 403, 'account_blocked');
    expect((await remove(`/me/members/${id}`, by.token)).status).toBe(200);
    expectRefused(await post('/invitation', { token }), 422, 'link_invalid');
  });

  it('is sent by nobody whose own address is unproved', async () => {
    const by = await registeredCustomer(app);
    expectRefused(await invite(newEmail(), 'member', by), 409, 'unconfirmed');
  });

  it('refuses a member, a wrong role, and making an owner as an administrator', async () => {
    const member = await joined('billing');
    expectRefused(await invite(member.email, 'admin'), 409, 'already_member');
    expectRefused(await invite('no address', 'admin'), 422, 'validation_failed');
    expectRefused(
      await post('/me/members', { email: newEmail(), role: 'king' }, owner.token),
      422,
      'validation_failed',
    );
    const helper = await joined('admin');
    expectRefused(await invite(newEmail(), 'owner', helper), 403, 'role_required');
    expectRefused(
      await put(`/me/members/${owner.id}`, { role: 'member' }, helper.token),
      403,
      'role_required',
    );
    expectRefused(await remove(`/me/members/${owner.id}`, helper.token), 403, 'role_required');
  });
});

describe('a member', () => {
  it('who is removed is out at once, also of the cabinet, and the address is free again', async () => {
    const by = await customerWithCabinet(app);
    const member = await joined('member', by);
    const { url } = (await app.call('POST', '/api/cabinet/sign-in', { token: member.token })).body.data;
    const ticket = new URL(url).searchParams.get('ticket');
    const redeemed = await callAsCabinet(app, by.id, { method: 'POST', path: 'tickets', body: { ticket } });
    expect(redeemed.body.data.person).toMatchObject({ id: member.id, role: 'member', email: member.email });
    expect((await remove(`/me/members/${member.id}`, by.token)).status).toBe(200);
    expectRefused(await get('/me', member.token), 401, 'unauthorized');
    expectRefused(await login(member.email), 401, 'invalid_credentials');
    const told = await callAsCabinet(app, by.id, { method: 'GET', path: 'entitlements' });
    expect(told.body.data.persons).toContainEqual(expect.objectContaining({ id: member.id }));
    expect((await invite(member.email, 'member', await company())).status).toBe(201);
  });

  it('has another role from the next call on', async () => {
    const member = await joined('admin');
    expect((await get('/me/members', member.token)).status).toBe(200);
    expect((await put(`/me/members/${member.id}`, { role: 'billing' }, owner.token)).body.data.role).toBe(
      'billing',
    );
    const refused = await get('/me/members', member.token);
    expectRefused(refused, 403, 'role_required');
    expect((await get('/me/ledger', member.token)).status).toBe(200);
  });

  it('is nobody of another company', async () => {
    const stranger = await company();
    const member = await joined('member');
    expectRefused(await put(`/me/members/${member.id}`, { role: 'admin' }, stranger.token), 404, 'not_found');
    expectRefused(await remove(`/me/members/${member.id}`, stranger.token), 404, 'not_found');
    const { id } = await invited('member');
    expectRefused(await remove(`/me/members/${id}`, stranger.token), 404, 'not_found');
  });

  it('changes what is their own and what the role allows', async () => {
    const member = await joined('billing');
    expect((await put('/me', { locale: 'de' }, member.token)).body.data.locale).toBe('de');
    expect((await get('/me', owner.token)).body.data.locale).not.toBe('de');
    expect((await put('/me', { payment_payer: 'ТОВ Платник' }, member.token)).status).toBe(200);
    expectRefused(await put('/me', { name: 'Інша назва' }, member.token), 403, 'role_required');
    const changed = { password: 'Another-1pass', password_confirmation: 'Another-1pass' };
    expect((await put('/me', { ...changed, current_password: password }, member.token)).status).toBe(200);
    expect((await login(member.email, 'Another-1pass')).status).toBe(200);
    expect((await login(owner.email)).status).toBe(200);
  });

  it('who only gets into the workspace reads neither the owner’s phone nor the company’s bank account', async () => {
    const by = await company();
    const details = {
      payment_account: 'UA213223130000026007233566001',
      payment_payer: 'ТОВ Платник',
      address: 'Київ',
    };
    expect((await put('/me', details, by.token)).status).toBe(200);
    const whole = (await get('/me', by.token)).body.data;
    const bookkeeper = await joined('billing', by);
    const { phone, ident } = whole;
    expect((await get('/me', bookkeeper.token)).body.data).toMatchObject({ ...details, phone, ident });
    const member = await joined('member', by);
    const seen = await get('/me', member.token);
    expect(seen.body.data).toMatchObject({
      id: by.id,
      name: whole.name,
      email: member.email,
      role: 'member',
    });
    const values = [...Object.values(details), phone, ident, whole.phone_e164, by.email];
    for (const value of values) expect(JSON.stringify(seen.body)).not.toContain(value);
    const changed = await put('/me', { locale: 'en' }, member.token);
    for (const value of values) expect(JSON.stringify(changed.body)).not.toContain(value);
    expect((await get('/me', by.token)).body.data).toMatchObject(details);
  });

  it('is named in what is recorded', async () => {
    const member = await joined('billing');
    await put('/me', { payment_payer: `Платник ${member.id}` }, member.token);
    const { data } = (
      await app.call('GET', `/api/admin/clients/${owner.id}/activity?limit=200`, { token: admin.token })
    ).body;
    const change = data.find(({ changes }: { changes: { after: unknown }[] }) =>
      changes.some(({ after }) => after === `Платник ${member.id}`),
    );
    expect(change.actor).toMatchObject({ id: member.id, name: 'Ірина Бондар', kind: 'customer' });
  });
});

describe('ownership', () => {
  it('stays with somebody: the last owner neither leaves nor steps down', async () => {
    const by = await company();
    expectRefused(await remove('/me/membership', by.token), 409, 'last_owner');
    expectRefused(await put(`/me/members/${by.id}`, { role: 'admin' }, by.token), 409, 'last_owner');
    expectRefused(await remove(`/me/members/${by.id}`, by.token), 409, 'last_owner');
  });

  it('gives nobody another owner’s phone: it is a person’s, in all their companies', async () => {
    const by = await company();
    const second = await joined('owner', by);
    const before = (await get('/me/person', by.token)).body.data;
    const contact = { country_code: 'UA', phone: `67${String(Date.now()).slice(-7)}` };
    const refused = await put('/me', contact, second.token);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['phone']]);
    expect((await get('/me/person', by.token)).body.data).toEqual(before);
    // What the form sends unchanged is no change.
    const { country_code, phone } = before;
    expect((await put('/me', { name: 'Нова назва', country_code, phone }, second.token)).status).toBe(200);
    expect((await put('/me', contact, by.token)).body.data).toMatchObject(contact);
  });

  it('is handed over, and the company shows the contact of the owner who is left', async () => {
    const by = await company();
    const next = await joined('owner', by);
    expect((await remove('/me/membership', by.token)).status).toBe(200);
    expectRefused(await get('/me', by.token), 401, 'unauthorized');
    const seen = (await app.call('GET', `/api/admin/clients/${by.id}`, { token: admin.token })).body.data;
    expect(seen.email).toBe(next.email);
    const taken = { email: by.email };
    const { data } = (
      await app.call('POST', '/api/admin/clients', {
        token: admin.token,
        body: {
          type: 'legal',
          name: 'Нова',
          ident: '12345678',
          country_code: 'UA',
          phone: '671112233',
          send_invitation: false,
          ...taken,
        },
      })
    ).body;
    expect(data.email).toBe(by.email);
    // What staff change then is the new owner's.
    await app.call('PUT', `/api/admin/clients/${by.id}`, { token: admin.token, body: { locale: 'lt' } });
    expect((await get('/me', next.token)).body.data.locale).toBe('lt');
  });
});

describe('several companies of one person', () => {
  const body = { type: 'legal', name: 'ТОВ «Друга»', ident: '12345678', address: 'Київ, Хрещатик 1' };

  it('are added under the same address and phone, and a login lands in the one used last', async () => {
    const person = await company();
    const added = await post('/me/accounts', body, person.token);
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    const second = added.body.data;
    expect(second).toMatchObject({ name: body.name, role: 'owner', email: person.email, confirmed: true });
    expect((await login(person.email)).body.data.id).toBe(second.id);
    const back = await post('/me/switch', { client_id: person.id }, added.body.access_token);
    expect(back.body.data.id).toBe(person.id);
    expect((await login(person.email)).body.data.id).toBe(person.id);
    const { data } = await get('/me/accounts', back.body.access_token).then(({ body: said }) => said);
    expect(data).toEqual([
      expect.objectContaining({ id: person.id, current: true }),
      expect.objectContaining({ id: second.id, current: false, active: true }),
    ]);
  });

  it('are those of the person alone: a switch to a stranger is a 404', async () => {
    const person = await company();
    expectRefused(await post('/me/switch', { client_id: owner.id }, person.token), 404, 'not_found');
    expectRefused(await post('/me/switch', { client_id: 'x' }, person.token), 422, 'validation_failed');
  });

  it('end apart: a blocked or deleted one signs nobody out of the others', async () => {
    const person = await company();
    const second = (await post('/me/accounts', body, person.token)).body;
    const third = (await post('/me/accounts', { ...body, name: 'Третя' }, person.token)).body;
    const status = async (id: string) =>
      (await app.call('GET', `/api/admin/clients/${id}`, { token: admin.token })).body.data.cabinet_status;
    await expect.poll(() => status(second.data.id)).toBe('active');
    const blocked = await app.call('PUT', `/api/admin/clients/${second.data.id}`, {
      token: admin.token,
      body: { status: 'blocked' },
    });
    expect(blocked.status, JSON.stringify(blocked.body)).toBe(200);
    expectRefused(await get('/me', second.access_token), 401, 'unauthorized');
    expect((await get('/me', person.token)).status).toBe(200);
    await app.call('DELETE', `/api/admin/clients/${third.data.id}/delete`, { token: admin.token });
    expectRefused(await get('/me', third.access_token), 401, 'unauthorized');
    expectRefused(await post('/me/switch', { client_id: third.data.id }, person.token), 404, 'not_found');
    expect((await login(person.email)).status).toBe(200);
    const companies = (await get('/me/accounts', person.token)).body.data;
    expect(companies.map(({ active }: { active: boolean }) => active).toSorted()).toEqual([false, true]);
    // The address is still this person's.
    expectRefused(
      await post('/register', {
        ...(await import('#tests/support/people.ts')).registration({ email: person.email }),
      }),
      409,
      'email_taken',
    );
  });

  it('share one new address and one password', async () => {
    const person = await company();
    const second = (await post('/me/accounts', body, person.token)).body;
    const next = newEmail();
    await put('/me', { email: next, current_password: password }, person.token);
    const hash = await app.linkTo(next, 'confirm_new_email');
    expect((await post('/confirm', { hash }, person.token)).status).toBe(200);
    for (const id of [person.id, second.data.id]) {
      const seen = (await app.call('GET', `/api/admin/clients/${id}`, { token: admin.token })).body.data;
      expect(seen.email).toBe(next);
    }
    expect((await login(next)).status).toBe(200);
  });

  it('ask somebody who came by an invitation for a phone', async () => {
    const member = await joined('billing');
    const refused = await post('/me/accounts', body, member.token);
    expect(refused.body.errors).toHaveProperty('phone');
    counter += 1;
    const phone = `67${String(Date.now() % 1e5).padStart(5, '0')}${String(counter).padStart(2, '0')}`;
    const added = await post('/me/accounts', { ...body, country_code: 'UA', phone }, member.token);
    expect(added.status, JSON.stringify(added.body)).toBe(201);
  });
});

describe('staff', () => {
  it('see the members of a client', async () => {
    const by = await company();
    await memberOf(app, by.id, 'billing');
    const path = `/api/admin/clients/${by.id}/members`;
    const { data } = (await app.call('GET', path, { token: admin.token })).body;
    expect(data.map(({ role }: { role: MemberRole }) => role)).toEqual(['owner', 'billing']);
    const none = await staffMember(app, { permissions: ['tariffs.read'] });
    expectRefused(await app.call('GET', path, { token: none.token }), 403, 'forbidden');
    const unknown = '0197a3c0-0000-7000-8000-000000000001';
    expectRefused(
      await app.call('GET', `/api/admin/clients/${unknown}/members`, { token: admin.token }),
      404,
      'not_found',
    );
  });
});

describe('emails about money', () => {
  it('go to owners and bookkeepers, greeted by their own names, and to nobody else', async () => {
    const by = await company();
    const [bookkeeper, second] = [await joined('billing', by), await joined('owner', by)];
    const others = [await joined('admin', by), await joined('member', by)];
    await put('/me/person', { name: 'Марко Лис' }, by.token);
    const body = { amount: 10_000, service: 'cash' };
    const path = `/api/admin/clients/${by.id}/replenish`;
    const answer = await app.call('POST', path, { token: admin.token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const rows = await app.platform.database.db
      .selectFrom('emails')
      .select(['to_address', 'data'])
      .where('client_id', '=', by.id)
      .where('kind', '=', 'top_up_receipt')
      .execute();
    const greeted = rows.map(({ to_address, data }) => [to_address, data['reader']]);
    expect(greeted).toEqual(
      expect.arrayContaining([
        [by.email, 'Марко Лис'],
        [bookkeeper.email, 'Ірина Бондар'],
      ]),
    );
    const told = rows.map(({ to_address }) => to_address);
    expect(told.toSorted()).toEqual([by.email, bookkeeper.email, second.email].toSorted());
    for (const { email } of others) expect(told).not.toContain(email);
  });
});

describe('emails about closing', () => {
  it('go to owners alone, from the asking to its being called off', async () => {
    const by = await company();
    const second = await joined('owner', by);
    for (const role of ['billing', 'admin', 'member'] as const) await joined(role, by);
    await post('/me/close', { password }, by.token);
    await post('/me/close', { password, erase: true }, by.token);
    await remove('/me/close', by.token);
    const rows = await app.platform.database.db
      .selectFrom('emails')
      .select(['kind', 'to_address'])
      .where('client_id', '=', by.id)
      .where('kind', 'in', ['closing_asked', 'erasure_asked', 'closing_taken_back'])
      .execute();
    const told = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.to_address);
    for (const kind of ['closing_asked', 'erasure_asked', 'closing_taken_back']) {
      expect(told(kind).toSorted(), kind).toEqual([by.email, second.email].toSorted());
    }
  });
});

describe('an invitation of last week', () => {
  it('is over', async () => {
    const by = await company();
    const { token } = await invited('member', by);
    app.clock.advance(7 * 86_400 + 1);
    expectRefused(await post('/accept-invitation', { token, name: 'x', password }), 422, 'link_invalid');
    expectRefused(await post('/invitation', { token }), 422, 'link_invalid');
  });
});
