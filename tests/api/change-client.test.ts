import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#tests/support/http.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  confirmedCustomer,
  customerWithCabinet,
  password,
  type Person,
  registeredCustomer,
  staffMember,
} from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
});
afterAll(() => app.close());

const as = (person: Person) => ({
  get: (path: string) => app.call('GET', `/api/admin/clients/${path}`, { token: person.token, locale: 'en' }),
  post: (path: string, body?: unknown) =>
    app.call('POST', `/api/admin/clients${path && `/${path}`}`, { token: person.token, body, locale: 'en' }),
  put: (id: string, body: unknown) =>
    app.call('PUT', `/api/admin/clients/${id}`, { token: person.token, body, locale: 'en' }),
  remove: (id: string) =>
    app.call('DELETE', `/api/admin/clients/${id}/delete`, { token: person.token, locale: 'en' }),
});
const cabinetOf = (id: string, status: string) =>
  until(`a cabinet that is ${status}`, async () => {
    const { body } = await as(admin).get(id);
    return body.data.cabinet_status === status && (body.data as Answer['body']);
  });

let phone = 500_000_000;
const newClient = (overrides: Record<string, unknown> = {}) => {
  phone += 1;
  return {
    name: 'ТОВ «Світанок»',
    type: 'legal',
    email: `client-${phone}@example.com`,
    country_code: 'UA',
    phone: String(phone),
    ident: '12345678',
    ...overrides,
  };
};

describe('creating a client', () => {
  it('makes the cabinet at once, and the invitation sets the password and confirms the address', async () => {
    const body = newClient();
    const created = await as(admin).post('', body);
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({ ...body, status: 'unconfirmed', balance: 0, manager: null });
    const ready = await cabinetOf(created.body.data.id, 'active');
    expect(ready).toMatchObject({ status: 'trial', remaining_days: 14 });

    const hash = await app.linkTo(body.email, 'client_invitation');
    const secret = { password, password_confirmation: password };
    expect((await app.call('POST', '/api/auth/change', { body: { hash, ...secret } })).status).toBe(200);
    const login = await app.call('POST', '/api/auth/login', { body: { email: body.email, password } });
    expect(login.body.data).toMatchObject({ confirmed: true, active: true });
  });

  it('sends nothing when no invitation is wanted', async () => {
    const body = newClient({ send_invitation: false });
    const { status } = await as(admin).post('', body);
    expect(status).toBe(201);
    const mails = await app.call('GET', `/api/admin/emails?filter[to][eq]=${body.email}`, {
      token: admin.token,
    });
    expect(mails.body.data.map(({ kind }: { kind: string }) => kind)).not.toContain('client_invitation');
  });

  it.each([
    [{ ident: '123' }, 'ident'],
    [{ type: 'individual' }, 'ident'],
    [{ country_code: 'XX' }, 'country_code'],
    [{ email: 'nobody' }, 'email'],
    [{ tariff_id: '0198c000-0000-7000-8000-0000000000ff' }, 'tariff_id'],
    [{ manager_id: '0198c000-0000-7000-8000-0000000000ff' }, 'manager_id'],
    [{ balance: 100 }, 'balance'],
  ])('refuses %j at its field', async (wrong, field) => {
    const { status, body } = await as(admin).post('', newClient(wrong));
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('refuses an address or phone that somebody has', async () => {
    const first = newClient();
    await as(admin).post('', first);
    const sameEmail = await as(admin).post('', newClient({ email: first.email.toUpperCase() }));
    expect([sameEmail.status, sameEmail.body.code]).toEqual([409, 'email_taken']);
    const samePhone = await as(admin).post('', newClient({ phone: first.phone }));
    expect([samePhone.status, samePhone.body.code]).toEqual([409, 'phone_taken']);
  });
});

describe('changing a client', () => {
  it('changes any editable field, empties what is emptied, and writes who did it', async () => {
    const customer = await registeredCustomer(app);
    const changes = {
      name: 'Нова назва',
      address: 'вул. Хрещатик, 1\nКиїв',
      vat_number: 'UA123',
      payment_bank: 'ПриватБанк',
      monthly_turnover_limit: 5_000_000,
      goods_quantity: 100,
      manager_id: admin.id,
    };
    const { status, body } = await as(admin).put(customer.id, changes);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...changes, manager: { id: admin.id } });

    const emptied = await as(admin).put(customer.id, { vat_number: '', manager_id: null });
    expect(emptied.body.data).toMatchObject({ vat_number: null, manager: null, name: 'Нова назва' });

    const activity = await as(admin).get(`${customer.id}/activity`);
    expect(activity.body.data[0]).toMatchObject({
      action: 'client.change',
      actor: { id: admin.id, kind: 'staff' },
      changes: [
        { field: 'manager_id', before: admin.id, after: null },
        { field: 'vat_number', before: 'UA123', after: null },
      ],
    });
  });

  it('refuses an older row with the row as it is now, and takes a fresh one', async () => {
    const customer = await registeredCustomer(app);
    const before = (await as(admin).get(customer.id)).body.data;
    const colleague = await staffMember(app, { name: 'Богдан' });
    const first = await as(colleague).put(customer.id, { name: 'Перша', updated_at: before.updated_at });
    expect(first.status).toBe(200);
    app.clock.advance(60);
    await as(admin).post(`${customer.id}/replenish`, { service: 'cash', amount: 100 });
    const second = await as(admin).put(customer.id, { name: 'Друга', updated_at: before.updated_at });
    expect([second.status, second.body.code]).toEqual([409, 'stale']);
    expect([second.body.changed_by, second.body.changed_by_id]).toEqual(['Богдан', colleague.id]);
    expect(second.body.current.name).toBe('Перша');
    const again = await as(admin).put(customer.id, { name: 'Друга', updated_at: first.body.data.updated_at });
    expect(again.status).toBe(200);
  });

  it('checks an ident against the type that stays, and a phone against the country', async () => {
    const customer = await registeredCustomer(app);
    expect((await as(admin).put(customer.id, { ident: '12345678' })).body.errors).toHaveProperty('ident');
    expect((await as(admin).put(customer.id, { type: 'legal' })).body.errors).toHaveProperty('ident');
    expect((await as(admin).put(customer.id, { type: 'legal', ident: '12345678' })).status).toBe(200);
    expect((await as(admin).put(customer.id, { phone: '1234567890123' })).body.errors).toHaveProperty(
      'phone',
    );
  });

  it('sends the confirmation to a new address and makes the old link worthless', async () => {
    const customer = await registeredCustomer(app);
    const old = await app.linkTo(customer.email, 'confirm');
    const email = `moved-${customer.email}`;
    expect((await as(admin).put(customer.id, { email })).status).toBe(200);
    expect((await app.call('POST', '/api/auth/confirm', { body: { hash: old } })).status).toBe(422);
    const hash = await app.linkTo(email, 'confirm');
    expect((await app.call('POST', '/api/auth/confirm', { body: { hash } })).status).toBe(200);
  });

  it('lets a new address wait if the client has confirmed one, and tells the present one that staff asked', async () => {
    const customer = await confirmedCustomer(app);
    const email = `moved-${customer.email}`;
    const answer = await as(admin).put(customer.id, { email });
    expect(answer.body.data).toMatchObject({ email: customer.email, pending_email: email });
    const query = `?filter[client_id][eq]=${customer.id}&filter[kind][eq]=address_asked`;
    const { body } = await app.call('GET', `/api/admin/emails${query}`, { token: admin.token, locale: 'en' });
    expect(body.data).toMatchObject([
      { to: customer.email, reason: 'A member of staff entered a new e-mail' },
    ]);
  });

  it('blocks and unblocks by hand, and the cabinet follows', async () => {
    const customer = await customerWithCabinet(app);
    const blocked = await as(admin).put(customer.id, { status: 'blocked' });
    expect(blocked.body.data.status).toBe('blocked');
    await cabinetOf(customer.id, 'suspended');
    const login = await app.call('POST', '/api/auth/login', { body: { email: customer.email, password } });
    expect(login.body.data.active).toBe(false);

    const back = await as(admin).put(customer.id, { status: 'active' });
    expect(back.body.data.status).toBe('trial');
    await cabinetOf(customer.id, 'active');
  });
});

describe('the email that lets a client in', () => {
  const invite = (id: string, person = admin) => as(person).post(`${id}/invitation`);
  const auditOf = async (id: string) => {
    const { body } = await as(admin).get(`${id}/activity?filter[kind][eq]=change`);
    return (body.data as { action: string }[]).map(({ action }) => action);
  };

  it('is the invitation for whom staff created, with a new link, once per interval', async () => {
    const input = newClient();
    const { body: created } = await as(admin).post('', input);
    const { id } = created.data;
    expect(created.data.awaits).toBe('invitation');
    const first = await app.linkTo(input.email, 'client_invitation');

    const tooSoon = await invite(id);
    expect([tooSoon.status, tooSoon.body.code]).toEqual([429, 'sent_recently']);
    expect(tooSoon.body.message).toMatch(/again in 1 minute|again in \d+ seconds/);

    app.clock.advance(61);
    expect((await invite(id)).body.data).toEqual({ sent: true, retry_after: 60 });
    await expect.poll(() => app.linkTo(input.email, 'client_invitation')).not.toBe(first);
    const second = await app.linkTo(input.email, 'client_invitation');
    expect(await auditOf(id)).toContain('client.invitation');
    const follow = (hash: string) =>
      app.call('POST', '/api/auth/change', {
        body: { hash, password, password_confirmation: password },
      });
    expect((await follow(first)).status).toBe(422);
    expect((await follow(second)).status).toBe(200);

    expect((await as(admin).get(id)).body.data.awaits).toBeNull();
    app.clock.advance(61);
    expect((await invite(id)).body.code).toBe('already_confirmed');
  });

  it('goes at once to whom nobody has invited', async () => {
    const input = newClient({ send_invitation: false });
    const { id } = (await as(admin).post('', input)).body.data;
    expect((await invite(id)).status).toBe(200);
    expect(await app.linkTo(input.email, 'client_invitation')).toBeTruthy();
    // Only of this kind, because the email that the cabinet is ready may come at any time.
    const query = `?filter[client_id][eq]=${id}&filter[kind][eq]=client_invitation`;
    const { body } = await app.call('GET', `/api/admin/emails${query}`, { token: admin.token, locale: 'en' });
    expect(body.data).toMatchObject([{ kind: 'client_invitation', reason: 'A member of staff sent it' }]);
  });

  it('is the confirmation for clients who registered, once per interval together with their own requests', async () => {
    const customer = await registeredCustomer(app);
    expect((await as(admin).get(customer.id)).body.data.awaits).toBe('confirmation');
    expect((await invite(customer.id)).body.code).toBe('sent_recently');
    app.clock.advance(61);
    const first = await app.linkTo(customer.email, 'confirm');
    expect((await invite(customer.id)).status).toBe(200);
    const own = await app.call('POST', '/api/auth/register/email/send', {
      headers: { AuthorizationClient: customer.token },
      body: {},
    });
    expect(own.body.code).toBe('sent_recently');
    expect(await auditOf(customer.id)).toContain('client.confirmation');
    await expect.poll(() => app.linkTo(customer.email, 'confirm')).not.toBe(first);
    const second = await app.linkTo(customer.email, 'confirm');
    const confirm = (hash: string) => app.call('POST', '/api/auth/confirm', { body: { hash } });
    expect((await confirm(first)).status).toBe(422);
    expect((await confirm(second)).status).toBe(200);
  });

  it('is not for the deleted or unknown, nor sent by those who may not', async () => {
    const { id } = (await as(admin).post('', newClient({ send_invitation: false }))).body.data;
    const reader = await staffMember(app, { permissions: ['clients.read'] });
    const readOnly = await staffMember(app, { permissions: ['clients.write', 'read_only'] });
    expect((await invite(id, reader)).body.code).toBe('forbidden');
    expect((await invite(id, readOnly)).body.code).toBe('read_only');
    await as(admin).remove(id);
    expect((await invite(id)).body.code).toBe('deleted');
    expect((await invite('0198c000-0000-7000-8000-0000000000ff')).status).toBe(404);
  });
});

describe('deleting and restoring a client', () => {
  it('ends the sessions, frees address and phone, suspends the cabinet, and undoes all of it', async () => {
    const customer = await customerWithCabinet(app);
    const before = (await as(admin).get(customer.id)).body.data;
    expect((await as(admin).remove(customer.id)).status).toBe(200);
    expect((await as(admin).remove(customer.id)).body.code).toBe('deleted');
    expect((await app.call('GET', '/api/auth/me', { token: customer.token })).status).toBe(401);
    expect((await as(admin).put(customer.id, { name: 'Ні' })).body.code).toBe('deleted');
    await cabinetOf(customer.id, 'suspended');

    app.clock.advance(3 * 86_400);
    const fresh = await staffMember(app);
    const restored = await as(fresh).post(`${customer.id}/restore`);
    expect(restored.status).toBe(200);
    const moved = Date.parse(restored.body.data.trialEnds) - Date.parse(before.trialEnds);
    expect(Math.round(moved / 86_400_000)).toBe(3);
    expect((await as(fresh).post(`${customer.id}/restore`)).body.code).toBe('not_deleted');
    admin = fresh;
    await cabinetOf(customer.id, 'active');
  });

  it('refuses to restore into an address that somebody else has now', async () => {
    const customer = await registeredCustomer(app);
    await as(admin).remove(customer.id);
    await registeredCustomer(app, { email: customer.email });
    const { status, body } = await as(admin).post(`${customer.id}/restore`);
    expect([status, body.code]).toEqual([409, 'email_taken']);
  });
});

describe("a client's cabinet times", () => {
  it('hold instead of the general ones, and null gives those back', async () => {
    const customer = await customerWithCabinet(app);
    const general = { free_period_days: 14, term_without_payment_days: 7, database_retention_days: 30 };
    expect((await as(admin).get(`${customer.id}/settings`)).body.data.effective).toEqual(general);
    const changed = await as(admin).post(`${customer.id}/settings`, {
      free_period_days: 30,
      database_retention_days: 0,
    });
    expect(changed.body.data).toEqual({
      free_period_days: 30,
      term_without_payment_days: null,
      database_retention_days: 0,
      general,
      effective: { ...general, free_period_days: 30, database_retention_days: 0 },
    });
    expect((await as(admin).get(customer.id)).body.data.remaining_days).toBe(30);
    await as(admin).post(`${customer.id}/settings`, { free_period_days: null });
    expect((await as(admin).get(customer.id)).body.data.remaining_days).toBe(14);
  });

  it.each([
    [{ free_period_days: -1 }, 'free_period_days'],
    [{ free_period_days: 3651 }, 'free_period_days'],
    [{ term_without_payment_days: '7' }, 'term_without_payment_days'],
    [{ something: 1 }, 'something'],
  ])('refuse %j at its field', async (wrong, field) => {
    const customer = await registeredCustomer(app);
    const { status, body } = await as(admin).post(`${customer.id}/settings`, wrong);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});

describe('who may', () => {
  it('refuses without the permission, read-only, and unknown clients in that order', async () => {
    const customer = await registeredCustomer(app);
    const reader = await staffMember(app, { permissions: ['clients.read'] });
    const looker = await staffMember(app, { permissions: ['clients.write', 'clients.delete', 'read_only'] });
    const unknown = '0198c000-0000-7000-8000-0000000000ff';
    expect((await as(reader).put(customer.id, { name: 'x' })).body.code).toBe('forbidden');
    expect((await as(looker).put(customer.id, { name: 'x' })).body.code).toBe('read_only');
    expect((await as(reader).remove(customer.id)).body.code).toBe('forbidden');
    expect((await as(looker).remove(customer.id)).body.code).toBe('read_only');
    expect((await as(admin).put(unknown, { nonsense: 1 })).status).toBe(404);
    expect((await as(admin).remove('nonsense')).status).toBe(404);
    expect((await as(reader).get(`${customer.id}/settings`)).status).toBe(200);
  });
});

describe('a block by hand', () => {
  it.each(['unconfirmed', 'archived'] as const)('is refused while the client is %s', async (status) => {
    const { body } = await as(admin).post('', newClient({ send_invitation: false }));
    const { id } = body.data;
    await cabinetOf(id, 'active');
    await app.platform.database.db.updateTable('clients').set({ status }).where('id', '=', id).execute();
    const answer = await as(admin).put(id, { status: 'blocked' });
    expect([answer.status, answer.body.code]).toEqual([409, 'not_blockable']);
    expect(answer.body.message).toContain('can’t be suspended');
  });
});
