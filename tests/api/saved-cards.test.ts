import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeCard } from '#server/payments/cards/charge-card.ts';
import { noteExpiringCards } from '#server/payments/cards/note-expiring-cards.ts';
import { runAutoTopUps } from '#server/payments/cards/run-auto-top-ups.ts';
import { checkPayment } from '#server/payments/online/check-payment.ts';
import { forecastSubscription } from '#server/subscriptions/forecast-subscription.ts';
import { settleSubscription } from '#server/subscriptions/settle-subscription.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { beginPayment, notify } from '#tests/support/processes/gateways/payments.ts';
import type { PlayedGateway } from '#tests/support/processes/gateways/played-gateway.ts';
import { playLiqpay } from '#tests/support/processes/gateways/played-liqpay.ts';
import { playMonobank } from '#tests/support/processes/gateways/played-monobank.ts';
import { playStripe } from '#tests/support/processes/gateways/played-stripe.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import {
  clientRow,
  linesOf,
  mailsOf,
  newTariff,
  pour,
  subscriber,
  type SubscriberOptions,
} from '#tests/support/subscriptions/subscribers.ts';

const names = ['stripe', 'monobank', 'liqpay'] as const;
const day = 86_400;
let app: TestApp;
let played: Record<(typeof names)[number], PlayedGateway>;
let tariffId: string;
beforeAll(async () => {
  played = { stripe: await playStripe(), monobank: await playMonobank(), liqpay: await playLiqpay() };
  const keys = Object.assign({}, ...Object.values(played).map(({ environment }) => environment));
  app = await startApp({ ROLES: 'web', PAYMENTS: names.join(','), ...keys });
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(async () => {
  const proof = await verifyLedger(app.platform.database, app.clock.now());
  await app.close();
  for (const gateway of Object.values(played)) await gateway.close();
  expect(proof).toMatchObject({ broken_client_ids: [], findings: [] });
});

const get = (path: string, { token }: Person) =>
  app.call('GET', `/api/auth/me/${path}`, { token, locale: 'en' });
const put = (body: unknown, { token }: Person) =>
  app.call('PUT', '/api/auth/me/auto-top-up', { token, body });

/** Pays and keeps the card; gives it as its owner sees it. */
async function savedCard(name: (typeof names)[number], customer: Person) {
  const { id, order } = await beginPayment(app, played[name], customer.token, { save_card: true });
  order.state = 'paid';
  await notify(app, played[name], order);
  // Stripe's notice names no card: its gateway is asked for it.
  await checkPayment(app.platform, { paymentId: id, check: 'card' }, app.clock.now());
  const { body } = await get('cards', customer);
  return { card: body.data[0], order };
}

describe.each(names)('a card saved by %s', (name) => {
  it('is there once, by its last digits, and its token is sealed', async () => {
    const customer = await registeredCustomer(app);
    const { card } = await savedCard(name, customer);
    expect(card).toMatchObject({ provider: name, last4: expect.stringMatching(/^\d{4}$/), brand: 'visa' });
    expect(card.exp_year).toBe(name === 'stripe' ? 2031 : null);
    await savedCard(name, customer);
    const { body } = await get('cards', customer);
    expect(body.data).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('token');
    const [row] = await app.platform.db
      .selectFrom('payment_cards')
      .selectAll()
      .where('client_id', '=', customer.id)
      .execute();
    expect(row?.token_sealed).not.toMatch(/card-of|pm_of/);
    expect(app.platform.secrets.open(row?.token_sealed ?? '')).toMatch(/card-of|pm_of/);
  });

  it('is not kept when nobody asked for it', async () => {
    const customer = await registeredCustomer(app);
    const { id, order } = await beginPayment(app, played[name], customer.token);
    order.state = 'paid';
    await notify(app, played[name], order);
    await checkPayment(app.platform, { paymentId: id, check: 'card' }, app.clock.now());
    expect((await get('cards', customer)).body.data).toEqual([]);
  });

  it('is charged by itself, once for its reason', async () => {
    const { id, charge } = await charged({ provider: name });
    await charge();
    await charge();
    expect((await clientRow(app, id)).balance).toBe(0); // 10 000 came, and paid the period that was due
    const lines = await linesOf(app, id);
    expect(lines.filter(({ kind }) => kind === 'top_up')).toMatchObject([
      { amount: 10_000, service: 'card' },
    ]);
    expect(await chargesOf(id)).toMatchObject([{ status: 'succeeded', tries: 1 }]);
    expect((await mailsOf(app, id)).map(({ kind }) => kind)).toContain('top_up_receipt');
  });

  it('pays an amount at one touch, once however often it is sent, and says what became of it', async () => {
    const customer = await registeredCustomer(app);
    const { card } = await savedCard(name, customer);
    const { balance } = await clientRow(app, customer.id);
    const body = { card_id: card.id, amount: 7_000 };
    const headers = { 'Idempotency-Key': `one-touch-${customer.id}` };
    const pay = () => app.call('POST', '/api/auth/me/payments', { token: customer.token, body, headers });
    const first = await pay();
    expect([first.status, first.body.data]).toEqual([
      201,
      { id: expect.any(String), status: 'pending', redirect_url: null },
    ]);
    expect((await pay()).body).toEqual(first.body);
    const { data } = (await get(`payments/${first.body.data.id}`, customer)).body;
    expect(data).toMatchObject({ status: 'succeeded', amount: 7_000, redirect_url: null });
    expect((await clientRow(app, customer.id)).balance).toBe(balance + 7_000);
    expect((await mailsOf(app, customer.id)).map(({ kind }) => kind)).toContain('top_up_receipt');
  });

  it('that is refused at one touch moves no money and is said', async () => {
    const customer = await registeredCustomer(app);
    const { card } = await savedCard(name, customer);
    const { balance } = await clientRow(app, customer.id);
    const row = await app.platform.db
      .selectFrom('payment_cards')
      .select('token_sealed')
      .where('id', '=', card.id)
      .executeTakeFirst();
    played[name].refuseCard(
      app.platform.secrets
        .open(row?.token_sealed ?? '')
        .split(' ')
        .at(-1) ?? '',
    );
    const answer = await app.call('POST', '/api/auth/me/payments', {
      token: customer.token,
      body: { card_id: card.id, amount: 7_000 },
    });
    const { data } = (await get(`payments/${answer.body.data.id}`, customer)).body;
    expect(data).toMatchObject({ status: 'failed', failure: expect.any(String) });
    expect((await clientRow(app, customer.id)).balance).toBe(balance);
  });

  it('that is refused is tried three times more over five days, and then no more', async () => {
    const { id, charge, token } = await charged({ provider: name });
    played[name].refuseCard(token);
    const at = app.clock.now();
    const days = (count: number) => new Date(at.getTime() + count * 86_400_000);
    for (const [day, tries] of [
      [0, 1],
      [0.9, 1],
      [1, 2],
      [2.9, 2],
      [3, 3],
      [5, 4],
      [9, 4],
    ] as const) {
      await charge(days(day));
      expect((await chargesOf(id))[0]?.tries).toBe(tries);
    }
    expect(await chargesOf(id)).toMatchObject([{ status: 'failed', next_try_at: null }]);
    const kinds = (await mailsOf(app, id)).map(({ kind }) => kind).filter((kind) => kind.startsWith('auto'));
    expect(kinds.toSorted()).toEqual([
      'auto_top_up_failed',
      'auto_top_up_failed',
      'auto_top_up_failed',
      'auto_top_up_off',
    ]);
    const setting = await settingOf(id);
    expect(setting).toMatchObject({ enabled: false, stopped: 'card_refused' });
    expect((await linesOf(app, id)).filter(({ kind }) => kind === 'top_up')).toEqual([]);
  });

  it('is never charged a second time when the answer was lost', async () => {
    const { id, charge } = await charged({ provider: name });
    const before = played[name].orders.length;
    played[name].be('forgetful');
    await charge();
    played[name].be('up');
    expect(played[name].orders.length).toBe(before + 1);
    // Nothing else is tried until it is known.
    await charge(new Date(app.clock.now().getTime() + 7 * 86_400_000));
    expect(played[name].orders.length).toBe(before + 1);
    const [payment] = await app.platform.db
      .selectFrom('payments')
      .select(['id', 'status'])
      .where('client_id', '=', id)
      .execute();
    expect(payment?.status).toBe('pending');
    await checkPayment(app.platform, { paymentId: payment?.id ?? '', check: '0' }, app.clock.now());
    expect(await chargesOf(id)).toMatchObject([{ status: 'succeeded', tries: 1 }]);
    expect((await linesOf(app, id)).filter(({ kind }) => kind === 'top_up')).toHaveLength(1);
  });
});

describe('an automatic top-up', () => {
  it('waits while the balance covers the period, and for another moment', async () => {
    const rich = await charged({ balance: 10_000 });
    await rich.charge();
    expect(await chargesOf(rich.id)).toEqual([]);
    const early = await charged({ endsIn: 3 });
    await early.charge();
    expect(await chargesOf(early.id)).toEqual([]);
  });

  it('charges what the period lacks, or the amount that was chosen', async () => {
    const lacking = await charged({ balance: 4_000, endsIn: 0.5, status: 'active' });
    await lacking.charge();
    expect((await chargesOf(lacking.id))[0]?.amount).toBe(6_000);
    const fixed = await charged({
      balance: 4_000,
      endsIn: 0.5,
      status: 'active',
      setting: { amount: 30_000 },
    });
    await fixed.charge();
    expect((await chargesOf(fixed.id))[0]?.amount).toBe(30_000);
  });

  it('charges what is still lacking when it is tried again', async () => {
    const { id, charge, token } = await charged({ balance: 1_000, endsIn: 0.5, status: 'active' });
    played.monobank.refuseCard(token);
    await charge();
    const payments = () =>
      app.platform.db
        .selectFrom('payments')
        .select('amount')
        .where('client_id', '=', id)
        .where('status', '=', 'failed')
        .orderBy('created_at')
        .execute();
    expect(await payments()).toEqual([{ amount: 9_000 }]);
    const { token: staff } = await staffMember(app, { permissions: ['clients.replenish'] });
    const paid = { token: staff, body: { service: 'cash', amount: 7_000 } };
    expect((await app.call('POST', `/api/admin/clients/${id}/replenish`, paid)).status).toBe(201);
    const dayLater = new Date(app.clock.now().getTime() + 86_400_000);
    await charge(dayLater);
    expect(await payments()).toEqual([{ amount: 9_000 }, { amount: 2_000 }]);
    const failed = (await mailsOf(app, id)).filter(({ kind }) => kind === 'auto_top_up_failed');
    expect(failed.map(({ data }) => data)).toMatchObject([{ amount: 9_000 }, { amount: 2_000 }]);
  });

  it.each([
    ['pays the end', 'active', {}, []],
    ['pays a part of it', 'active', { amount: 500 }, ['payment_reminder']],
    ['pays after a trial', 'trial', {}, ['card_payment_ahead']],
    ['pays a part after a trial', 'trial', { amount: 500 }, ['trial_ending']],
  ] as const)('reminds nobody whose card will pay: one that %s', async (_what, status, setting, kinds) => {
    const { id } = await charged({ balance: 0, endsIn: 2.9, status, setting });
    const settled_at = new Date(app.clock.now().getTime() - 86_400_000);
    await app.platform.db.updateTable('clients').set({ settled_at }).where('id', '=', id).execute();
    await settle(id);
    const mails = await mailsOf(app, id);
    expect(mails.map(({ kind }) => kind)).toEqual(kinds);
    const said = await forecastSubscription(app.platform.subscriptions, id, app.clock.now());
    expect(said.find(({ event }) => event === 'card_charge')).toMatchObject({ last4: '1902' });
  });

  it.each([
    ['a year', 'year', {}, ['card_payment_ahead']],
    ['a month', 'month', {}, []],
    ['a year, with the top-up off', 'year', { enabled: false }, []],
    ['a year, of which it pays a part', 'year', { amount: 500 }, []],
  ] as const)('is told of once, a week before the end of %s', async (_what, period, setting, kinds) => {
    const { db } = app.platform;
    const { enabled = true, ...wish }: { enabled?: boolean; amount?: number } = setting;
    const more = { billing_period: period };
    const { id } = await charged({ balance: 1_000, endsIn: 7.1, status: 'active', setting: wish, more });
    await db.updateTable('auto_top_ups').set({ enabled }).where('client_id', '=', id).execute();
    const told = async () =>
      (await mailsOf(app, id)).filter(
        ({ kind, reason }) => kind !== 'payment_reminder' && reason !== 'resent',
      );
    await settle(id);
    expect(await told()).toEqual([]);
    app.clock.advance(0.2 * day);
    await settle(id);
    await settle(id);
    app.clock.advance(3 * day);
    await settle(id);
    const mails = await told();
    expect(mails.map(({ kind }) => kind)).toEqual(kinds);
    if (mails.length === 0) return;
    const end = (await clientRow(app, id)).trial_ends;
    expect(mails[0]?.data).toMatchObject({
      amount: 99_000,
      card: '1902',
      renews_on: end?.toISOString(),
      charged_on: new Date(Number(end) - day * 1000).toISOString(),
      yearly: 100_000,
    });
    const { token } = await staffMember(app);
    const again = () => app.call('POST', `/api/admin/emails/${mails[0]?.id}/resend`, { token });
    expect((await again()).status).toBe(201);
    await db.updateTable('auto_top_ups').set({ enabled: false }).where('client_id', '=', id).execute();
    expect((await again()).body.code).toBe('mail_outdated');
  });

  it('comes to everybody, also behind those who lack nothing', async () => {
    const before = await charged({ balance: 10_000 });
    const poor = await charged({});
    const behind = await charged({ balance: 10_000 });
    await runAutoTopUps(app.platform, app.clock.now(), { atOnce: 1 });
    expect(await chargesOf(poor.id)).toHaveLength(1);
    for (const { id } of [before, behind]) expect(await chargesOf(id)).toEqual([]);
  });

  it('by a threshold is charged once for each charge that took the balance below it', async () => {
    const low = await charged({
      balance: 4_000,
      endsIn: 20,
      status: 'active',
      setting: { moment: 'below', threshold: 5_000, amount: 500 },
    });
    await low.charge();
    await low.charge();
    expect(await chargesOf(low.id)).toMatchObject([{ status: 'succeeded', amount: 500 }]);
    const enough = await charged({
      balance: 5_000,
      endsIn: 20,
      status: 'active',
      setting: { moment: 'below', threshold: 5_000 },
    });
    await enough.charge();
    expect(await chargesOf(enough.id)).toEqual([]);
  });

  it.each([
    ['a charge', { balance: 13_900 }, [], 1],
    ['a charge, before money went back', { balance: 13_900 }, ['payout'], 1],
    ['money that went back to the payer', { balance: 15_000 }, ['payout'], 0],
    ['a top-up that was reversed', { balance: 14_500 }, ['reversal'], 0],
    ['both', { balance: 16_500 }, ['payout', 'reversal'], 0],
    ['money that went back before any charge', { balance: 5_500, endsIn: 20 }, ['payout'], 0],
  ] as const)('by a threshold is charged by what a charge took: %s', async (_what, options, acts, count) => {
    const { id, charge } = await charged({
      endsIn: -0.5,
      status: 'active',
      setting: { moment: 'below', threshold: 5_000, amount: 500 },
      ...options,
    });
    await pour(app, id, 1_000);
    await settle(id);
    for (const act of acts) await giveBack(id, act);
    expect((await clientRow(app, id)).balance).toBeLessThan(5_000);
    await charge();
    await charge();
    expect(await chargesOf(id)).toHaveLength(count);
  });

  it.each([
    ['it was switched off', { enabled: false }],
    ['its card is gone', { card_id: null, enabled: false }],
  ])('drops a try that waits when %s', async (_what, change) => {
    const { id, charge, token } = await charged({});
    played.monobank.refuseCard(token);
    await charge();
    await app.platform.db.updateTable('auto_top_ups').set(change).where('client_id', '=', id).execute();
    await charge(new Date(app.clock.now().getTime() + 2 * 86_400_000));
    expect(await chargesOf(id)).toMatchObject([{ status: 'dropped', tries: 1, next_try_at: null }]);
  });

  it.each([
    ['blocked', { status: 'blocked' as const }],
    ['deleted', { more: { deleted_at: new Date('2026-01-01'), next_event_at: null } }],
    [
      'about to close the account',
      { status: 'active' as const, endsIn: 0.5, more: { closes_at: new Date('2026-01-01') } },
    ],
  ])('charges nobody who is %s', async (_what, options) => {
    const { id, charge } = await charged(options);
    await charge();
    expect(await chargesOf(id)).toEqual([]);
  });

  it('runs twice at once without a second charge', async () => {
    const { id, charge } = await charged({});
    await Promise.all([charge(), charge(), charge()]);
    expect(await chargesOf(id)).toMatchObject([{ tries: 1 }]);
    expect((await linesOf(app, id)).filter(({ kind }) => kind === 'top_up')).toHaveLength(1);
  });

  it('tells once of a card whose last month has come', async () => {
    const { id, cardId } = await charged({ balance: 10_000 });
    const now = app.clock.now();
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
    const change = { exp_year: year, exp_month: month };
    await app.platform.db.updateTable('payment_cards').set(change).where('id', '=', cardId).execute();
    await noteExpiringCards(app.platform, now);
    await noteExpiringCards(app.platform, now);
    const mails = (await mailsOf(app, id)).filter(({ kind }) => kind === 'card_expiring');
    expect(mails).toMatchObject([{ data: { card: '1902' } }]);
  });
});

describe('its settings', () => {
  it('are off at first, are kept, and are one’s own', async () => {
    const customer = await registeredCustomer(app);
    expect((await get('auto-top-up', customer)).body.data).toEqual({
      enabled: false,
      card_id: null,
      when: 'period_end',
      threshold: null,
      amount: 'period',
      stopped: null,
    });
    const { card } = await savedCard('monobank', customer);
    const wanted = { enabled: true, card_id: card.id, when: 'below', threshold: 100, amount: 5_000 };
    expect((await put(wanted, customer)).body.data).toEqual({ ...wanted, stopped: null });
    expect((await put(wanted, customer)).status).toBe(200);
    const other = await registeredCustomer(app);
    expect((await get('auto-top-up', other)).body.data.enabled).toBe(false);
    const foreign = await put(wanted, other);
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ['card_id']]);
  });

  it.each([
    ['nothing', {}, ['enabled', 'when', 'amount']],
    ['on without a card', { enabled: true, when: 'period_end', amount: 'period' }, ['card_id']],
    ['below without a threshold', { enabled: false, when: 'below', amount: 'period' }, ['threshold']],
    [
      'a threshold at the period’s end',
      { enabled: false, when: 'period_end', threshold: 1, amount: 100 },
      ['threshold'],
    ],
    ['an amount of nothing', { enabled: false, when: 'period_end', amount: 0 }, ['amount']],
    ['another moment', { enabled: false, when: 'daily', amount: 100 }, ['when']],
    ['an unknown key', { enabled: false, when: 'period_end', amount: 100, day: 3 }, ['day']],
  ])('refuse %s', async (_what, body, fields) => {
    const customer = await registeredCustomer(app);
    const answer = await put(body, customer);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });

  it.each([
    ["another's card", ({ id }: { id: string }) => ({ card_id: id, amount: 100 }), 'stranger', ['card_id']],
    [
      'a card and a method',
      ({ id }: { id: string }) => ({ card_id: id, method: 'stripe', amount: 100 }),
      'owner',
      ['method'],
    ],
    [
      'a card to save',
      ({ id }: { id: string }) => ({ card_id: id, save_card: true, amount: 100 }),
      'owner',
      ['save_card'],
    ],
    ['no amount', ({ id }: { id: string }) => ({ card_id: id }), 'owner', ['amount']],
  ])('pays nothing by %s', async (_what, bodyOf, who, fields) => {
    const customer = await registeredCustomer(app);
    const { card } = await savedCard('stripe', customer);
    const { token } = who === 'owner' ? customer : await registeredCustomer(app);
    const answer = await app.call('POST', '/api/auth/me/payments', { token, body: bodyOf(card) });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });

  it('end with the card', async () => {
    const customer = await registeredCustomer(app);
    const { card } = await savedCard('stripe', customer);
    await put({ enabled: true, card_id: card.id, when: 'period_end', amount: 'period' }, customer);
    const remove = (by: Person) => app.call('DELETE', `/api/auth/me/cards/${card.id}`, { token: by.token });
    expect((await remove(await registeredCustomer(app))).status).toBe(404);
    expect((await remove(customer)).status).toBe(200);
    expect((await remove(customer)).status).toBe(404);
    expect((await get('cards', customer)).body.data).toEqual([]);
    expect((await get('auto-top-up', customer)).body.data).toMatchObject({
      enabled: false,
      card_id: null,
      stopped: 'card_removed',
    });
    expect((await app.call('GET', '/api/auth/me/cards')).status).toBe(401);
  });
});

/** A client whose card is to be charged, unless said otherwise, and what runs its charges at a moment. */
async function charged({
  provider = 'monobank',
  setting = {},
  ...options
}: Partial<SubscriberOptions> & {
  provider?: (typeof names)[number];
  setting?: { moment?: 'below' | 'period_end'; threshold?: number; amount?: number };
}) {
  const { id } = await subscriber(app, { tariffId, status: 'grace', endsIn: -0.5, ...options });
  const { db, secrets } = app.platform;
  const now = app.clock.now();
  const cardId = newId(now);
  const token = provider === 'stripe' ? `cus_${id} pm_${id}` : `card-${id}`;
  const card = { client_id: id, provider, brand: 'visa', last4: '1902', created_at: now };
  await db
    .insertInto('payment_cards')
    .values({ ...card, id: cardId, token_sealed: secrets.seal(token) })
    .execute();
  await db
    .insertInto('auto_top_ups')
    .values({
      client_id: id,
      enabled: true,
      card_id: cardId,
      moment: 'period_end',
      ...setting,
      updated_at: now,
    })
    .execute();
  const charge = async (at = app.clock.now()) => {
    await runAutoTopUps(app.platform, at);
    const own = await chargesOf(id);
    for (const one of own) await chargeCard(app.platform, one.id, at);
  };
  return { id, cardId, token: token.split(' ').at(-1) ?? '', charge };
}

/** Runs the lifecycle of one client, which charges the period that is due. */
function settle(id: string) {
  const { db, subscriptions } = app.platform;
  return db.transaction().execute((tx) => settleSubscription(subscriptions, tx, id, app.clock.now()));
}

/** Pays a client's first top-up partly back to its payer, or reverses the latest one: by 2 000 or by 1 000. */
async function giveBack(id: string, act: 'payout' | 'reversal'): Promise<void> {
  const { token } = await staffMember(app, { permissions: ['clients.replenish', 'payments.write'] });
  const topUps = (await linesOf(app, id)).filter(({ kind }) => kind === 'top_up');
  const call = (path: string, body: object) => app.call('POST', `/api/admin/${path}`, { token, body });
  const { id: payment } = await app.platform.db
    .selectFrom('payments')
    .select('id')
    .where('ledger_entry_id', '=', topUps[0]?.id ?? '')
    .executeTakeFirstOrThrow();
  const answer =
    act === 'payout'
      ? await call(`payments/${payment}/refund`, { amount: 2_000, reason: 'Paid twice', reference: 'T-17' })
      : await call(`clients/${id}/ledger/${topUps.at(-1)?.id}/reverse`, { note: 'A mistake' });
  expect(answer.status).toBeLessThan(300);
}

function chargesOf(clientId: string) {
  return app.platform.db.selectFrom('auto_charges').selectAll().where('client_id', '=', clientId).execute();
}

function settingOf(clientId: string) {
  return app.platform.db
    .selectFrom('auto_top_ups')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}
