import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueDueDocuments } from '#server/documents/month-end/month-end.ts';
import { recoverLostRefunds } from '#server/payments/refunds/enqueue-refund.ts';
import { sendRefund } from '#server/payments/refunds/send-refund.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { beginPayment, notify, sendNotice } from '#tests/support/processes/gateways/payments.ts';
import type { PlayedGateway, PlayedOrder } from '#tests/support/processes/gateways/played-gateway.ts';
import { playLiqpay } from '#tests/support/processes/gateways/played-liqpay.ts';
import { playMonobank } from '#tests/support/processes/gateways/played-monobank.ts';
import { playMontonio, signedToken } from '#tests/support/processes/gateways/played-montonio.ts';
import {
  disputeObject,
  playStripe,
  refundObject,
  signedEvent,
} from '#tests/support/processes/gateways/played-stripe.ts';
import { waitsForLock } from '#tests/support/races/waits-for-lock.ts';
import {
  clientRow,
  linesOf,
  mailsOf,
  newTariff,
  subscriber,
} from '#tests/support/subscriptions/subscribers.ts';

const names = ['stripe', 'monobank', 'liqpay', 'montonio'] as const;
let app: TestApp;
let played: Record<(typeof names)[number], PlayedGateway>;
let accountant: Person;
let customer: Person;
beforeAll(async () => {
  played = {
    stripe: await playStripe(),
    monobank: await playMonobank(),
    liqpay: await playLiqpay(),
    montonio: await playMontonio(),
  };
  const keys = Object.assign({}, ...Object.values(played).map(({ environment }) => environment));
  // Without workers: only the test lets time pass.
  app = await startApp({ ROLES: 'web', VARIANT: 'lt', PAYMENTS: names.join(','), ...keys });
  accountant = await staffMember(app, {
    permissions: ['payments.write', 'clients.replenish', 'clients.delete'],
  });
});
beforeEach(async () => {
  customer = await registeredCustomer(app);
});
afterAll(async () => {
  const proof = await verifyLedger(app.platform.database, app.clock.now());
  await app.close();
  for (const gateway of Object.values(played)) await gateway.close();
  expect(proof).toMatchObject({ broken_client_ids: [], findings: [] });
});

const db = () => app.platform.database.db;
const call = (method: string, path: string, body?: object, { token = accountant.token, key = '' } = {}) =>
  app.call(method, `/api/admin/${path}`, {
    token,
    locale: 'en',
    ...(body && { body }),
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const payment = async (id: string) => (await call('GET', `payments/${id}`)).body.data;
const refund = (id: string, body: object, options = {}) =>
  call('POST', `payments/${id}/refund`, { reason: 'Paid twice', ...body }, options);
const byHand = (id: string, body: object = {}, options = {}) =>
  refund(id, { amount: 300, reference: 'T-17', ...body }, options);
const balance = async () => (await clientRow(app, customer.id)).balance;
const kinds = async () => (await linesOf(app, customer.id)).map(({ kind, amount }) => [kind, amount]);
const mails = async (...wanted: string[]) =>
  (await mailsOf(app, customer.id)).map(({ kind }) => kind).filter((kind) => wanted.includes(kind));

/** A payment of 1000 in cash, and its line. */
async function cash(): Promise<{ id: string; entry: string }> {
  const { body } = await call('POST', `clients/${customer.id}/replenish`, { service: 'cash', amount: 1000 });
  const entry = body.data.entry.id;
  const row = await db()
    .selectFrom('payments')
    .select('id')
    .where('ledger_entry_id', '=', entry)
    .executeTakeFirstOrThrow();
  return { id: row.id, entry };
}

describe('money that somebody pays back by hand', () => {
  it('leaves the wallet by a payout with its reference, in parts until nothing is left', async () => {
    const { id } = await cash();
    const first = await byHand(id);
    expect([first.status, first.body.data]).toMatchObject([
      200,
      {
        status: 'succeeded',
        refunded: 300,
        refundable: 700,
        client_balance: 700,
        refunds: [
          {
            status: 'succeeded',
            amount: 300,
            reference: 'T-17',
            reason: 'Paid twice',
            created_by: { id: accountant.id },
          },
        ],
        entries: [
          { kind: 'top_up' },
          { kind: 'payout', amount: -300, balance_after: 700, note: 'Paid twice' },
        ],
      },
    ]);
    expect(await mails('money_returned')).toEqual(['money_returned']);
    expect((await byHand(id, { amount: 700 })).body.data).toMatchObject({
      status: 'refunded',
      refundable: 0,
    });
    expect((await byHand(id, { amount: 1 })).body.errors ?? {}).toHaveProperty('amount');
    expect(await kinds()).toEqual([
      ['top_up', 1000],
      ['payout', -300],
      ['payout', -700],
    ]);
    const own = await app.call('GET', '/api/auth/me/ledger?filter[kind][eq]=payout', {
      token: customer.token,
    });
    expect(own.body.data).toHaveLength(2);
    expect(own.body.data[0]).not.toHaveProperty('note');
    const ledger = await call('GET', `ledger?filter[client_id][eq]=${customer.id}`);
    expect(ledger.body.meta.sums).toMatchObject({ top_up: 1000, payout: -1000 });
    const audit = await db()
      .selectFrom('audit_entries')
      .select('changes')
      .where('action', '=', 'client.refund')
      .execute();
    expect(JSON.stringify(audit)).toContain('T-17');
  });

  it('counts once for one key, and two at once take no more than there is', async () => {
    const { id } = await cash();
    await byHand(id, { amount: 400 }, { key: 'r1' });
    expect((await byHand(id, { amount: 400 }, { key: 'r1' })).body.data.refunded).toBe(400);
    const other = await byHand(id, { amount: 1 }, { key: 'r1' });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
    const both = await Promise.all([byHand(id, { amount: 500 }), byHand(id, { amount: 500 })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect([await balance(), (await payment(id)).refunded]).toEqual([100, 900]);
  });

  it('is to be sent again when another write is in its way', async () => {
    const { id } = await cash();
    const connection = new pg.Client({ connectionString: app.databaseUrl });
    await connection.connect();
    // The other side finds the circle.
    await connection.query(`set deadlock_timeout = '1min'`);
    await connection.query('begin');
    await connection.query('select 1 from payments where id = $1 for update', [id]);
    const answer = byHand(id);
    await waitsForLock(app);
    await connection.query('select 1 from clients where id = $1 for update', [customer.id]);
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([503, 'unavailable']);
    await connection.query('commit');
    await connection.end();
    expect((await byHand(id)).status).toBe(200);
  });

  it('never takes more than the wallet has without a word', async () => {
    const tariffId = await newTariff(app, { month: 600 });
    const { id: owner } = await subscriber(app, { tariffId, status: 'blocked', balance: 0 });
    await call('POST', `clients/${owner}/replenish`, { service: 'cash', amount: 1000 });
    const [{ id }] = (await call('GET', `payments?filter[client_id][eq]=${owner}`)).body.data;
    const tooMuch = await byHand(id, { amount: 500 });
    expect([tooMuch.status, tooMuch.body.code, Object.keys(tooMuch.body.errors)]).toEqual([
      422,
      'balance_too_low',
      ['amount'],
    ]);
    expect((await byHand(id, { amount: 400 })).body.data.client_balance).toBe(0);
    const agreed = await byHand(id, { amount: 600, below_zero: true });
    expect(agreed.body.data).toMatchObject({ status: 'refunded', client_balance: -600 });
  });

  it('counts today, whatever became of the month of its payment', async () => {
    const { id } = await cash();
    const month = new Date(app.clock.now().getTime() - 40 * 86_400_000).toISOString().slice(0, 8);
    await db()
      .insertInto('closed_months')
      .values({
        month: `${month}01`,
        closed_at: app.clock.now(),
        closed_by: null,
        closing: 0,
        last_position: 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db()
      .updateTable('payments')
      .set({ value_date: `${month}02` })
      .where('id', '=', id)
      .execute();
    const { entries } = (await byHand(id)).body.data;
    expect(entries[1].value_date > `${month}31`).toBe(true);
  });

  it('is refused for what is not in a wallet, and for a deleted client', async () => {
    const { id, entry } = await cash();
    expect((await refund(id, { amount: 1 })).body.errors).toHaveProperty('reference');
    for (const wrong of [{ amount: 0 }, { amount: 1.5 }, { reason: '' }, { reference: '' }, { more: 1 }]) {
      expect((await byHand(id, wrong)).status, JSON.stringify(wrong)).toBe(422);
    }
    await call('POST', `clients/${customer.id}/ledger/${entry}/reverse`, { note: 'x' });
    expect((await byHand(id)).body.code).toBe('not_matched');
    const { id: other } = await cash();
    await call('DELETE', `clients/${customer.id}/delete`);
    expect([(await byHand(other)).status, (await byHand(other)).body.code]).toEqual([409, 'deleted']);
  });

  it('needs its permission, and no restriction to reading', async () => {
    const { id } = await cash();
    expect((await byHand('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    const reader = await staffMember(app, { permissions: ['payments.read', 'clients.replenish'] });
    const looker = await staffMember(app, { permissions: ['payments.write', 'read_only'] });
    for (const { token } of [reader, looker]) expect((await byHand(id, {}, { token })).status).toBe(403);
    expect((await byHand(id, {}, { token: customer.token })).status).toBeGreaterThanOrEqual(401);
    expect(await balance()).toBe(1000);
  });

  it('keeps its payment from being reversed, until it is taken back itself', async () => {
    const { id, entry } = await cash();
    const { entries } = (await byHand(id)).body.data;
    const reverse = (line: string) =>
      call('POST', `clients/${customer.id}/ledger/${line}/reverse`, { note: 'It came back' });
    expect((await reverse(entry)).body.code).toBe('payment_refunded');
    expect((await reverse(entries[1].id)).status).toBe(201);
    expect(await payment(id)).toMatchObject({
      status: 'succeeded',
      refunded: 0,
      refunds: [{ status: 'failed' }],
    });
    expect((await reverse(entry)).status).toBe(201);
    expect(await balance()).toBe(0);
  });
});

describe.each(names)('money that %s sends back', (name) => {
  const gateway = () => played[name];
  const waiting = async (id: string) =>
    (await payment(id)).refunds.find(({ status }: { status: string }) => status === 'pending')?.id;
  const ask = (refundId: string, question = '0') =>
    sendRefund(app.platform, { refundId, question }, app.clock.now());
  const paid = async (): Promise<{ id: string; order: PlayedOrder }> => {
    const begun = await beginPayment(app, gateway(), customer.token, { amount: 1000 });
    begun.order.state = 'paid';
    await notify(app, gateway(), begun.order);
    return begun;
  };
  const begin = async (amount = 1000, state?: PlayedOrder['refundState']) => {
    const { id, order } = await paid();
    if (state) order.refundState = state;
    const { status, body } = await refund(id, { amount });
    expect([status, body.data?.refunds?.[0]?.status], JSON.stringify(body)).toEqual([200, 'pending']);
    return { id, order, refundId: String(await waiting(id)) };
  };

  it('waits for its yes, and goes once', async () => {
    const { id, order, refundId } = await begin(400);
    expect(await payment(id)).toMatchObject({
      status: 'succeeded',
      refunded: 400,
      refund_by: 'gateway',
      client_balance: 600,
    });
    expect(await mails('money_returned')).toEqual([]);
    await Promise.all([ask(refundId), ask(refundId)]);
    await ask(refundId);
    expect([order.refunded, (await payment(id)).refunds[0].status]).toEqual([400, 'succeeded']);
    expect(await mails('money_returned', 'balance_corrected')).toEqual(['money_returned']);
    const rest = await refund(id, { amount: 600 });
    expect(rest.body.data.status).toBe('succeeded');
    await ask(await waiting(id));
    expect([order.refunded, (await payment(id)).status]).toEqual([1000, 'refunded']);
  });

  it('is in the wallet again after a no, and staff know', async () => {
    const { id, refundId } = await begin(400, 'failed');
    await ask(refundId);
    expect(await payment(id)).toMatchObject({
      status: 'succeeded',
      refunded: 0,
      refundable: 1000,
      refunds: [{ status: 'failed' }],
    });
    expect(await kinds()).toEqual([
      ['top_up', 1000],
      ['payout', -400],
      ['reversal', 400],
    ]);
    expect(await mails('money_returned', 'balance_corrected')).toEqual([]);
    const told = await db()
      .selectFrom('emails')
      .select('kind')
      .where('user_id', '=', accountant.id)
      .where('kind', '=', 'refund_failed')
      .execute();
    expect(told.length).toBeGreaterThan(0);
    const notices = await call('GET', 'payment-notices?filter[problem][eq]=refund_failed');
    expect(notices.body.data[0]).toMatchObject({ payment_id: id, amount: 400, client_id: customer.id });
  });

  it.each(['down', 'broken', 'forgetful'] as const)(
    'goes once when the gateway is %s at first',
    async (mood) => {
      const { id, order, refundId } = await begin(1000);
      gateway().be(mood);
      await ask(refundId);
      gateway().be('up');
      expect(await payment(id)).toMatchObject({
        status: 'succeeded',
        refunds: [{ status: 'pending' }],
        client_balance: 0,
      });
      await ask(refundId, '1');
      const isUnknown = name === 'liqpay' && mood !== 'forgetful';
      expect(order.refunded).toBe(isUnknown ? 0 : 1000);
      expect((await payment(id)).status).toBe(isUnknown ? 'succeeded' : 'refunded');
    },
  );

  it.each(['shut', 'mute'] as const)(
    'is not put back when the gateway was forgetful and is %s when it is asked again',
    async (mood) => {
      const { id, order, refundId } = await begin(400);
      gateway().be('forgetful');
      await ask(refundId);
      gateway().be(mood);
      await ask(refundId, '1');
      gateway().be('up');
      // It has sent the money.
      expect([order.refunded, await balance()]).toEqual([400, 600]);
      // Montonio is not looked into: it is asked by the same key.
      const isTold = name === 'montonio' && mood === 'mute';
      expect((await payment(id)).refunds[0].status).toBe(isTold ? 'succeeded' : 'pending');
      await ask(refundId, '2');
      const done = name === 'liqpay' ? 'pending' : 'succeeded';
      expect([order.refunded, (await payment(id)).refunds[0].status]).toEqual([400, done]);
    },
  );

  it('is no matter for staff, but what the gateway sent back besides is', async () => {
    const { id, order, refundId } = await begin(400);
    await ask(refundId);
    const shown = async () =>
      (await call('GET', 'payment-notices?filter[problem][eq]=refunded_elsewhere')).body.data.filter(
        ({ payment_id }: { payment_id: string }) => payment_id === id,
      ).length;
    await notify(app, gateway(), order);
    expect(await shown()).toBe(0);
    Object.assign(order, { refunded: 1000, state: 'refunded' });
    await notify(app, gateway(), order);
    expect([await shown(), await balance()]).toEqual([1, 600]);
  });

  it('is in the wallet again when the first question is refused for its key', async () => {
    const { id, order, refundId } = await begin(400);
    gateway().be('shut');
    await ask(refundId);
    gateway().be('up');
    expect([order.refunded, (await payment(id)).refunds[0].status]).toEqual([0, 'failed']);
    expect(await balance()).toBe(1000);
  });

  it('is asked for again, and staff see it, after a failure of our own', async () => {
    const { id, order, refundId } = await begin(300);
    const find = () => Promise.reject(new TypeError('ours'));
    const broken = { ...app.platform, gateways: { ...app.platform.gateways, find } };
    await sendRefund(broken, { refundId, question: '0' }, app.clock.now());
    expect(await payment(id)).toMatchObject({ refunded: 300, refunds: [{ status: 'pending' }] });
    const notices = await call('GET', 'payment-notices?filter[problem][eq]=refund_broken');
    expect(notices.body.data[0]).toMatchObject({ payment_id: id, amount: 300 });
    expect(await waitingQuestions(refundId)).toEqual(['0', '1']);
    await ask(refundId, '1');
    // LiqPay can't tell whether it was asked before.
    const done = name === 'liqpay' ? [0, 'pending'] : [300, 'succeeded'];
    expect([order.refunded, (await payment(id)).refunds[0].status]).toEqual(done);
    const after = await call('GET', `payment-notices?filter[problem][eq]=refund_broken`);
    const isShown = after.body.data.some(({ payment_id }: { payment_id: string }) => payment_id === id);
    expect(isShown).toBe(name === 'liqpay');
  });

  it('is back for a client who was deleted meanwhile, without an email', async () => {
    const { id, refundId } = await begin(400, 'failed');
    await call('DELETE', `clients/${customer.id}/delete`);
    const before = (await mailsOf(app, customer.id)).length;
    await ask(refundId);
    expect([await balance(), (await payment(id)).refunds[0].status]).toEqual([1000, 'failed']);
    expect(await mailsOf(app, customer.id)).toHaveLength(before);
  });

  it('is not asked for when its payer was paid by hand', async () => {
    const { id, order } = await paid();
    expect((await byHand(id)).body.data.refunds).toMatchObject([{ status: 'succeeded', reference: 'T-17' }]);
    expect(order.refunded).toBe(0);
  });
});

/** The numbers of the questions that jobs wait to ask. */
async function waitingQuestions(refundId: string): Promise<string[]> {
  const { rows } = await sql<{ question: string }>`
    select data->>'question' as question from jobs.job
    where name = 'send-refund' and state = 'created' and data->>'refundId' = ${refundId} order by 1`.execute(
    db(),
  );
  return rows.map(({ question }) => question);
}

describe('money that a payer’s bank takes back', () => {
  const dispute = async (refunded: number) => {
    const { id, order } = await beginPayment(app, played.stripe, customer.token, { amount: 1000 });
    order.state = 'paid';
    await notify(app, played.stripe, order);
    if (refunded > 0) await refund(id, { amount: refunded });
    const tell = (type: string, status: string, reference = order) =>
      sendNotice(
        app,
        'stripe',
        signedEvent({ type, data: { object: disputeObject(reference, 400, status) } }, app.clock.now()),
      );
    const shown = async () =>
      (await call('GET', 'payment-notices?filter[problem][eq]=refunded_elsewhere')).body.data.filter(
        ({ payment_id }: { payment_id: string }) => payment_id === id,
      );
    return { id, order, tell, shown };
  };

  it.each([0, 600])('is shown to staff once, with its sum, after a refund of %d', async (refunded) => {
    const { tell, shown } = await dispute(refunded);
    expect(await tell('charge.dispute.created', 'needs_response')).toBe(200);
    expect(await tell('charge.dispute.funds_withdrawn', 'needs_response')).toBe(200);
    expect(await shown()).toMatchObject([
      { amount: 400, currency: 'EUR', client_id: customer.id, state: 'disputed' },
    ]);
    expect(await balance()).toBe(1000 - refunded);
  });

  it('is not shown while the bank only asks, nor of a payment that is not ours', async () => {
    const { order, tell, shown } = await dispute(0);
    await tell('charge.dispute.created', 'warning_needs_response');
    expect(await shown()).toEqual([]);
    const strange = await tell('charge.dispute.created', 'needs_response', {
      ...order,
      externalId: 'pi_of_a_shop',
    });
    expect([strange, await shown()]).toEqual([200, []]);
    played.stripe.be('down');
    expect(await tell('charge.dispute.funds_withdrawn', 'needs_response')).toBe(503);
    played.stripe.be('up');
    expect(await tell('charge.dispute.funds_withdrawn', 'needs_response')).toBe(200);
    expect(await shown()).toHaveLength(1);
  });
});

describe('an answer that comes late', () => {
  const pendingAt = async (name: 'stripe' | 'montonio') => {
    const begun = await beginPayment(app, played[name], customer.token, { amount: 1000 });
    begun.order.state = 'paid';
    begun.order.refundState = 'pending';
    await notify(app, played[name], begun.order);
    const { body } = await refund(begun.id, { amount: 1000 });
    const refundId: string = body.data.refunds[0].id;
    await sendRefund(app.platform, { refundId, question: '0' }, app.clock.now());
    expect(await payment(begun.id)).toMatchObject({ status: 'succeeded', refunds: [{ status: 'pending' }] });
    return { ...begun, refundId };
  };

  it('is asked for once more when its question was lost', async () => {
    const { refundId } = await pendingAt('montonio');
    await sql`delete from jobs.job where name = 'send-refund'`.execute(db());
    const hoursLater = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000);
    await recoverLostRefunds(app.platform, hoursLater(24));
    expect(await waitingQuestions(refundId)).toEqual([]);
    await recoverLostRefunds(app.platform, hoursLater(26));
    await recoverLostRefunds(app.platform, hoursLater(26));
    expect(await waitingQuestions(refundId)).toEqual(['3']);
  });

  it('is taken from a notice, and a no after the yes puts the money back', async () => {
    const { id, order } = await pendingAt('stripe');
    const tell = async (state: 'succeeded' | 'failed') => {
      const [one] = order.refunds;
      if (!one) throw new Error('nothing was sent back');
      const object = refundObject(order, { ...one, state });
      const type = state === 'failed' ? 'refund.failed' : 'refund.updated';
      return sendNotice(app, 'stripe', signedEvent({ type, data: { object } }, app.clock.now()));
    };
    await tell('succeeded');
    expect([(await payment(id)).status, await mails('money_returned')]).toEqual([
      'refunded',
      ['money_returned'],
    ]);
    await tell('failed');
    await tell('failed');
    expect(await payment(id)).toMatchObject({ status: 'succeeded', refunded: 0, client_balance: 1000 });
    expect(await mails('balance_corrected')).toEqual(['balance_corrected']);
    await tell('succeeded');
    const problems = await call('GET', 'payment-notices?filter[problem][eq]=refunded_elsewhere');
    expect(problems.body.data[0]).toMatchObject({ payment_id: id });
    expect(await balance()).toBe(1000);
  });

  it('is asked for when a notice doesn’t say which', async () => {
    const { id, order, refundId } = await pendingAt('montonio');
    const [one] = order.refunds;
    if (one) one.state = 'failed';
    const refundToken = signedToken({
      accessKey: 'montonio-access-key',
      merchantReference: order.reference,
      exp: 9e9,
    });
    const body = JSON.stringify({ refundToken });
    expect(await sendNotice(app, 'montonio', { body, headers: { 'content-type': 'application/json' } })).toBe(
      200,
    );
    await sendRefund(app.platform, { refundId, question: '1' }, app.clock.now());
    expect(await payment(id)).toMatchObject({ refunded: 0, client_balance: 1000 });
  });

  it('can be given up by hand after a day, and staff are told to', async () => {
    const { id, refundId } = await pendingAt('stripe');
    const payout = (await payment(id)).entries[1].id;
    const reverse = () =>
      call('POST', `clients/${customer.id}/ledger/${payout}/reverse`, { note: 'Never went' });
    expect((await reverse()).body.code).toBe('refund_by_gateway');
    await sendRefund(app.platform, { refundId, question: '3' }, app.clock.now());
    const notices = await call('GET', 'payment-notices?filter[problem][eq]=refund_unanswered');
    expect(notices.body.data[0]).toMatchObject({ payment_id: id });
    const dayAgo = new Date(app.clock.now().getTime() - 86_400_001);
    await db().updateTable('refunds').set({ created_at: dayAgo }).where('id', '=', refundId).execute();
    expect((await reverse()).status).toBe(201);
    expect(await payment(id)).toMatchObject({ refunded: 0, client_balance: 1000 });
  });
});

describe('with a document for each payment', () => {
  it('a credit note comes once the money has gone, and not for what a gateway refused', async () => {
    const { token } = await staffMember(app);
    const save = (key: string, value: unknown) =>
      app.call('POST', '/api/admin/settings', { token, body: { key, value } });
    const company = { name: 'UAB Sodas', code: '1', vat_number: '', bank: '', account: '', address: '' };
    expect((await save('company_details', company)).status).toBe(201);
    expect((await save('document_rhythm', 'payment')).status).toBe(201);
    const issued = async () => {
      const now = new Date(app.clock.now().getTime() + 1000);
      await issueDueDocuments(app.platform, { now, billedUntil: now });
      const rows = await db()
        .selectFrom('documents')
        .select(['kind', 'total'])
        .where('client_id', '=', customer.id)
        .orderBy('created_at')
        .orderBy('kind', 'desc')
        .execute();
      return rows.map(({ kind, total }) => [kind, total]);
    };
    const invoice = ['invoice', 1000];
    const { id } = await cash();
    expect(await issued()).toEqual([invoice]);
    await byHand(id, { amount: 250 });
    expect(await issued()).toEqual([invoice, ['credit_note', 250]]);
    const { id: online, order } = await beginPayment(app, played.stripe, customer.token, { amount: 500 });
    order.state = 'paid';
    order.refundState = 'failed';
    await notify(app, played.stripe, order);
    const { body } = await refund(online, { amount: 500 });
    expect(await issued()).toEqual([invoice, ['credit_note', 250], ['invoice', 500]]);
    await sendRefund(app.platform, { refundId: body.data.refunds[0].id, question: '0' }, app.clock.now());
    expect(await issued()).toHaveLength(3);
  });
});
