import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentCode } from '#contract/money/proforma.ts';
import { startOfDay } from '#server/kernel/periods.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  customerWithCabinet,
  password,
  type Person,
  registeredCustomer,
  registration,
  staffMember,
} from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const me = (token: string) => app.call('GET', '/api/auth/me', { token });
const change = ({ token }: Person, body: unknown) => app.call('PUT', '/api/auth/me', { token, body });
const login = async (email: string, secret = password) =>
  app.call('POST', '/api/auth/login', { body: { email, password: secret } });

describe("a customer's own sessions", () => {
  it('are listed, the present one marked, and ended one by one', async () => {
    const person = await registeredCustomer(app);
    const other = (await login(person.email)).body.access_token as string;
    const { body } = await app.call('GET', '/api/auth/sessions', { token: person.token });
    expect(body.data).toHaveLength(2);
    const foreign = body.data.find(({ current }: { current: boolean }) => !current);
    const end = () => app.call('DELETE', `/api/auth/sessions/${foreign.id}`, { token: person.token });
    expect((await end()).status).toBe(200);
    expect((await me(other)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    expect((await end()).status).toBe(404);
  });

  it("are nobody else's to end", async () => {
    const [one, two] = [await registeredCustomer(app), await registeredCustomer(app)];
    const { body } = await app.call('GET', '/api/auth/sessions', one);
    const ended = await app.call('DELETE', `/api/auth/sessions/${body.data[0].id}`, { token: two.token });
    expect(ended.status).toBe(404);
    expect((await me(one.token)).status).toBe(200);
  });
});

describe("a customer's own email", () => {
  it('holds once the new one is confirmed, and the old one is told', async () => {
    const person = await customerWithCabinet(app);
    const email = `new-${person.email}`;
    const asked = await change(person, { email, current_password: password });
    expect(asked.body.data).toMatchObject({ email: person.email, pending_email: email });
    expect((await login(email)).status).toBe(401);
    const hash = await app.linkTo(email, 'confirm_new_email');
    expect((await app.call('POST', '/api/auth/confirm', { body: { hash } })).status).toBe(200);
    expect((await login(person.email)).status).toBe(401);
    expect((await login(email)).status).toBe(200);
    const told = await app.platform.database.db
      .selectFrom('emails')
      .select('to_address')
      .where('kind', '=', 'email_changed')
      .where('client_id', '=', person.id)
      .execute();
    expect(told).toEqual([{ to_address: person.email }]);
  });

  it('needs the present password', async () => {
    const person = await registeredCustomer(app);
    const answer = await change(person, { email: 'other@example.com' });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['current_password']]);
  });
});

describe('a visit of staff in the cabinet', () => {
  it('is shown to the customer with who and why, and to no other', async () => {
    const [person, other] = [await customerWithCabinet(app), await registeredCustomer(app)];
    const manager = await staffMember(app, { name: 'Марія' });
    await app.call('POST', `/api/admin/clients/${person.id}/sign-in`, {
      token: manager.token,
      body: { reason: 'Звернення 15', read_only: true },
    });
    const seen = await app.call('GET', '/api/auth/sign-ins', { token: person.token });
    expect(seen.body.data).toMatchObject([{ by: 'Марія', reason: 'Звернення 15', read_only: true }]);
    expect((await app.call('GET', '/api/auth/sign-ins', { token: other.token })).body.data).toEqual([]);
  });
});

describe('a proforma invoice', () => {
  const make = ({ token }: Person, amount: unknown = 45_000) =>
    app.call('POST', '/api/auth/me/proforma', { token, body: { amount } });
  const company = { name: 'Оператор', account: 'UA21', code: '1', bank: 'Банк', address: '', vat_number: '' };
  const setCompany = async () => {
    const { token } = await staffMember(app);
    await app.call('POST', '/api/admin/settings', {
      token,
      body: { key: 'company_details', value: company },
    });
  };

  it('is refused while nobody has said where to pay, and the way to pay says so', async () => {
    const person = await registeredCustomer(app);
    const way = await app.call('GET', '/api/auth/me/payment', { token: person.token });
    const code = paymentCode(person.id);
    const purpose: unknown = expect.stringContaining(code);
    expect(way.body.data).toEqual({
      company: null,
      code,
      purpose,
      lacks_address: true,
      methods: [],
      qr: null,
    });
    await app.platform.db
      .updateTable('clients')
      .set({ address: 'Київ' })
      .where('id', '=', person.id)
      .execute();
    const known = await app.call('GET', '/api/auth/me/payment', { token: person.token });
    expect(known.body.data.lacks_address).toBe(false);
    const { status, body } = await make(person);
    expect([status, body.code]).toEqual([409, 'company_details_missing']);
  });

  it('is a PDF with a number of its own, which staff find in the activity', async () => {
    await setCompany();
    const person = await registeredCustomer(app);
    const names = [await make(person), await make(person)].map(({ status, headers, body }) => {
      expect([status, headers.get('content-type'), String(body).slice(0, 5)]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
      return headers.get('content-disposition');
    });
    const [, number] = /filename="(PF-\d{4}-\d{6})\.pdf"/.exec(names[1] ?? '') ?? [];
    expect(number).toBeDefined();
    expect(names[0]).not.toBe(names[1]);
    const { token } = await staffMember(app);
    const { body } = await app.call('GET', `/api/admin/clients/${person.id}/activity`, { token });
    expect(body.data[0]).toMatchObject({
      action: 'client.proforma',
      changes: [
        { field: 'invoice', after: number },
        { field: 'amount', after: 45_000 },
      ],
    });
  });

  it.each([0, -5, 1.5, '100', 100_000_000_001])('is not for an amount of %j', async (amount) => {
    const answer = await make(await registeredCustomer(app), amount);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['amount']]);
  });

  it('is made thirty times an hour at most', async () => {
    const person = await registeredCustomer(app);
    for (let time = 0; time < 30; time += 1) await make(person, 0);
    const { status, headers } = await make(person);
    expect([status, Number(headers.get('retry-after')) > 3500]).toEqual([429, true]);
  });
});

describe('the deletion of a cabinet that was not paid for', () => {
  const dayMs = 86_400_000;

  it.each([0, 1, 30])('is %i days away by the calendar, which the server counts', async (days) => {
    const { id, token } = await registeredCustomer(app);
    const timeZone = 'Europe/Kyiv';
    const today = Date.parse(new Intl.DateTimeFormat('sv', { timeZone }).format(app.clock.now()));
    const [day = ''] = new Date(today + (days + 1) * dayMs).toISOString().split('T');
    // The last minute of the day.
    const deletion_at = new Date(startOfDay(day, timeZone).getTime() - 60_000);
    await app.platform.database.db.updateTable('clients').set({ deletion_at }).where('id', '=', id).execute();
    const { body } = await app.call('GET', '/api/auth/me/subscription', { token });
    expect(body.data).toMatchObject({ deletion_at: deletion_at.toISOString(), deletion_days: days });
  });
});

describe('what a promo code gives', () => {
  const ask = (promo_code: string, asked = app) =>
    asked.call('POST', '/api/auth/promo-code', { body: { promo_code } });
  const code = async (asked: TestApp, body: Record<string, unknown>) => {
    const { token } = await staffMember(asked);
    return asked.call('POST', '/api/admin/promo-codes', { token, body });
  };

  it('is told before registering, whatever the case of what was typed', async () => {
    await code(app, { code: 'SPRING', effect: { kind: 'bonus', amount: 5000 } });
    const { body } = await ask(' spring ');
    expect(body.data).toEqual({ code: 'SPRING', effect: { kind: 'bonus', amount: 5000 } });
  });

  it('is refused alike for unknown, spent and later codes, and guesses run out, at registration too', async () => {
    const strict = await startApp({ LINK_ATTEMPTS: '4/15m' });
    try {
      const effect = { kind: 'free_days', days: 3 };
      await code(strict, { code: 'GOOD', effect });
      await code(strict, { code: 'SPENT', effect, uses_left: 0 });
      await code(strict, { code: 'LATER', effect, valid_from: '2999-01-01T00:00:00.000Z' });
      const answers = [await ask('NOBODY', strict), await ask('SPENT', strict), await ask('LATER', strict)];
      for (const { status, body } of answers)
        expect([status, body.errors]).toEqual([422, answers[0]?.body.errors]);
      expect((await ask('GOOD', strict)).status).toBe(200);
      const body = registration({ promo_code: 'NOBODY' });
      expect((await strict.call('POST', '/api/auth/register', { body })).status).toBe(422);
      expect((await ask('GOOD', strict)).status).toBe(429);
    } finally {
      await strict.close();
    }
  });
});
