import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { memberOf, type Person, registration, staffMember } from '#tests/support/people.ts';

/** Everybody changes their own name and phone, whatever they are for the client. */
let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  owner = await customer();
});
afterAll(() => app.close());

const at = '/api/auth/me/person';
const read = async ({ token }: Person) => (await app.call('GET', at, { token, locale: 'en' })).body.data;
const change = ({ token }: Person, body: unknown) => app.call('PUT', at, { token, locale: 'en', body });
const newPhone = () => ({ country_code: 'UA', phone: String(registration()['phone']) });

async function customer(given = {}): Promise<Person> {
  const body = registration(given);
  const answer = await app.call('POST', '/api/auth/register', { body });
  return { id: answer.body.data.id, email: body.email, token: answer.body.access_token };
}

describe('one’s own person', () => {
  it.each(['member', 'billing', 'admin'] as const)('is changed by somebody who is %s', async (role) => {
    const member = await memberOf(app, owner.id, role);
    expect(await read(member)).toMatchObject({ id: member.id, name: 'Ірина Бондар', phone: null });
    const contact = newPhone();
    const answer = await change(member, { name: 'Ірина Мельник', ...contact });
    expect([answer.status, answer.body.data]).toMatchObject([200, { name: 'Ірина Мельник', ...contact }]);
    expect(await read(member)).toEqual(answer.body.data);
    const client = await app.call('GET', '/api/auth/me', { token: owner.token });
    expect(client.body.data).toMatchObject({ name: 'Олена Ковальчук' });
    expect(client.body.data.phone).not.toBe(contact.phone);
    const entry = await app.platform.db
      .selectFrom('audit_entries')
      .select(['actor_name', 'changes', 'client_id'])
      .where('action', '=', 'client.change_person')
      .where('actor_id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      client_id: owner.id,
      changes: [
        { field: 'person_name', before: 'Ірина Бондар', after: 'Ірина Мельник' },
        { field: 'phone_e164', before: null, after: `+380${contact.phone}` },
      ],
    });
    // The same again changes nothing.
    const again = await change(member, { name: 'Ірина Мельник', ...contact });
    expect(again.body.data.updated_at).toBe(answer.body.data.updated_at);
  });

  it('of the owner is what the client shows, but for its name', async () => {
    const contact = newPhone();
    expect((await change(owner, { name: 'Олена сама', ...contact })).status).toBe(200);
    const client = await app.call('GET', '/api/auth/me', { token: owner.token });
    expect(client.body.data).toMatchObject({ name: 'Олена Ковальчук', ...contact });
    expect(client.body.data.person.name).toBe('Олена сама');
  });

  it('of a company’s owner has no name until it is given, apart from the company’s', async () => {
    const by = await customer({ type: 'legal', name: 'ТОВ «Кава»', ident: '12345678' });
    expect(await read(by)).toMatchObject({ name: 'ТОВ «Кава»', lacks_name: true });
    expect(await read(owner)).toMatchObject({ lacks_name: false });
    // The same words as the company's are a name too, once they are given.
    for (const name of ['ТОВ «Кава»', 'Марко <b>Лис</b>']) {
      expect((await change(by, { name })).body.data).toMatchObject({ name, lacks_name: false });
      expect(await read(by)).toMatchObject({ name, lacks_name: false });
    }
    const me = (await app.call('GET', '/api/auth/me', { token: by.token })).body.data;
    expect(me).toMatchObject({ name: 'ТОВ «Кава»', person: { name: 'Марко <b>Лис</b>' } });
  });

  it('has a phone that nobody else has, and a name', async () => {
    const member = await memberOf(app, owner.id, 'member');
    const { phone, country_code } = (await app.call('GET', '/api/auth/me', { token: owner.token })).body.data;
    const taken = await change(member, { phone, country_code });
    expect([taken.status, taken.body.code]).toEqual([409, 'phone_taken']);
    for (const [body, field] of [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(1000) }, 'name'],
      [{ phone: 'abc', country_code: 'UA' }, 'phone'],
      [{ phone: '1'.repeat(15), country_code: 'UA' }, 'phone'],
      [{ phone: '501234567' }, 'country_code'],
      [{ country_code: 'ZZ', phone: '501234567' }, 'country_code'],
    ] as const) {
      const answer = await change(member, body);
      expect([answer.status, Object.keys(answer.body.errors ?? {})], field).toEqual([422, [field]]);
    }
    expect((await change(member, { email: 'x@example.com' })).status).toBe(422);
    expect(await read(member)).toMatchObject({ name: 'Ірина Бондар', phone: null });
  });

  it('is refused where it was changed meanwhile, and to everybody else', async () => {
    const member = await memberOf(app, owner.id, 'member');
    const { updated_at } = await read(member);
    await change(member, { name: 'Перша' });
    const stale = await change(member, { name: 'Друга', updated_at });
    expect([stale.status, stale.body.code, stale.body.current.name]).toEqual([409, 'stale', 'Перша']);
    const staff = await staffMember(app);
    for (const token of ['', staff.token]) {
      expect((await app.call('GET', at, { token })).status).toBe(401);
      expect((await app.call('PUT', at, { token, body: { name: 'Хтось' } })).status).toBe(401);
    }
  });
});
