import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { moveToNoon } from '#tests/support/subscriptions/noon.ts';
import { mailsOf, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';

let app: TestApp;
let admin: Person;
let tariffId: string;
beforeAll(async () => {
  // Without workers, so that only the test runs billing.
  app = await startApp({ ROLES: 'web' });
  moveToNoon(app.clock);
  admin = await staffMember(app);
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const day = 86_400;
const mailOf = async (id: string, kind: string) => {
  const mail = (await mailsOf(app, id)).find((written) => written.kind === kind);
  if (!mail) throw new Error(`no mail ${kind}`);
  return mail;
};
const resend = (id: string) =>
  app.call('POST', `/api/admin/emails/${id}/resend`, { token: admin.token, locale: 'en' });
const replenish = (id: string, amount: number) =>
  app.call('POST', `/api/admin/clients/${id}/replenish`, {
    token: admin.token,
    body: { service: 'cash', amount },
  });

describe('an email that is sent again', () => {
  it('says what is owed and how long it lasts by now, and is refused once that is paid', async () => {
    const { id } = await subscriber(app, { tariffId, endsIn: 3.01, balance: 1_000 });
    app.clock.advance(0.02 * day);
    await runBilling(app.platform.subscriptions);
    const reminder = await mailOf(id, 'payment_reminder');
    expect(reminder.data).toMatchObject({ days: 3, amount: 9_000 });

    app.clock.advance(day);
    admin = await staffMember(app);
    await replenish(id, 2_000);
    const { status, body } = await resend(reminder.id);
    expect(status).toBe(201);
    const again = (await mailsOf(app, id)).find((mail) => mail.id === body.data.id);
    expect(again?.data).toMatchObject({ ...reminder.data, days: 2, amount: 7_000 });
    expect(again?.subject).not.toBe(reminder.subject);

    await replenish(id, 7_000);
    const refused = await resend(reminder.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'mail_outdated']);
    expect(refused.body.message).toBe('This e-mail is out of date: what it says has changed');
    const receipt = await resend((await mailOf(id, 'top_up_receipt')).id);
    const told = (await mailsOf(app, id)).find((mail) => mail.id === receipt.body.data.id);
    // A receipt adds up for ever, so it keeps the balance of its day.
    expect(told?.data).toMatchObject({ before: 1_000, amount: 2_000, balance: 3_000 });
  });

  it('names the plan that a free period ends with, in the client’s language, when sent and again', async () => {
    const { id } = await subscriber(app, { tariffId, status: 'trial', endsIn: 3.01 });
    app.clock.advance(0.02 * day);
    await runBilling(app.platform.subscriptions);
    const sent = await mailOf(id, 'trial_ending');
    const { name } = await app.platform.db
      .selectFrom('tariffs')
      .select(sql<string>`translations->'en'->>'name'`.as('name'))
      .where('id', '=', tariffId)
      .executeTakeFirstOrThrow();
    const plan = { tariff: name, monthly: 10_000, yearly: null };
    expect(sent).toMatchObject({ locale: 'en', data: { ...plan, days: 3, amount: 10_000 } });
    admin = await staffMember(app);
    const { status, body } = await resend(sent.id);
    expect(status).toBe(201);
    const again = (await mailsOf(app, id)).find((mail) => mail.id === body.data.id);
    expect(again?.data).toMatchObject(plan);
  });

  it('is refused for a state that is over, for whom time stands still too', async () => {
    const { id } = await subscriber(app, { tariffId, status: 'grace', endsIn: -7.01 });
    await runBilling(app.platform.subscriptions);
    const blocked = await mailOf(id, 'access_blocked');
    expect((await resend(blocked.id)).status).toBe(201);
    await replenish(id, 20_000);
    expect((await resend(blocked.id)).body.code).toBe('mail_outdated');
    const resumed = await mailOf(id, 'access_resumed');
    expect((await resend(resumed.id)).status).toBe(201);
    await app.call('PUT', `/api/admin/clients/${id}`, { token: admin.token, body: { status: 'blocked' } });
    for (const mail of [blocked, resumed]) expect((await resend(mail.id)).body.code).toBe('mail_outdated');
  });

  it('is refused for a state that is over by the clock, though nobody has written that yet', async () => {
    const { id } = await subscriber(app, { tariffId, endsIn: 2.9 });
    await runBilling(app.platform.subscriptions);
    app.clock.advance(2 * day);
    await runBilling(app.platform.subscriptions);
    const reminder = await mailOf(id, 'payment_reminder');
    app.clock.advance(day);
    admin = await staffMember(app);
    expect((await resend(reminder.id)).body.code).toBe('mail_outdated');
  });

  it('is refused for a limit that nobody is over any more', async () => {
    const own = await newTariff(app, { goods: 10 });
    const { id } = await subscriber(app, { tariffId: own, more: { goods_count: 9 } });
    const put = (goods_quantity: number) =>
      app.call('PUT', `/api/admin/clients/${id}`, { token: admin.token, body: { goods_quantity } });
    await put(7);
    const email = await mailOf(id, 'goods_exceeded');
    await put(8);
    const again = (await resend(email.id)).body.data.id;
    expect((await mailsOf(app, id)).find((mail) => mail.id === again)?.data).toMatchObject({
      used: 9,
      limit: 8,
    });
    await put(9);
    expect((await resend(email.id)).body.code).toBe('mail_outdated');
  });
});
