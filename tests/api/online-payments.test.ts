import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPayment } from '#server/payments/online/check-payment.ts';
import { recoverLostChecks } from '#server/payments/online/enqueue-check.ts';
import { deleteOldNotices } from '#server/payments/online/online-store.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { beginPayment, notify, sendNotice } from '#tests/support/processes/gateways/payments.ts';
import type { PlayedGateway } from '#tests/support/processes/gateways/played-gateway.ts';
import { playLiqpay } from '#tests/support/processes/gateways/played-liqpay.ts';
import { playMonobank } from '#tests/support/processes/gateways/played-monobank.ts';
import { playMontonio, signedToken } from '#tests/support/processes/gateways/played-montonio.ts';
import { playStripe, signedEvent } from '#tests/support/processes/gateways/played-stripe.ts';
import { confirmAddress, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { waitsForLock } from '#tests/support/races/waits-for-lock.ts';
import { clientRow, linesOf, mailsOf } from '#tests/support/subscriptions/subscribers.ts';

const names = ['stripe', 'monobank', 'liqpay', 'montonio'] as const;
let app: TestApp;
let played: Record<(typeof names)[number], PlayedGateway>;
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
});
afterAll(async () => {
  const proof = await verifyLedger(app.platform.database, app.clock.now());
  await app.close();
  for (const gateway of Object.values(played)) await gateway.close();
  expect(proof).toMatchObject({ broken_client_ids: [], findings: [] });
});

const own = async () => (customer = await registeredCustomer(app));
const paymentOf = async (id: string) =>
  (await app.call('GET', `/api/auth/me/payments/${id}`, { token: customer.token })).body.data;
const balanceOf = async () => (await clientRow(app, customer.id)).balance;
const check = (paymentId: string, number: string) =>
  checkPayment(app.platform, { paymentId, check: number }, app.clock.now());
const problemsOf = async (paymentId: string | null, reference?: string) => {
  let query = app.platform.db
    .selectFrom('payment_notices')
    .select('problem')
    .where('problem', 'is not', null);
  query =
    paymentId === null ? query.where('payment_id', 'is', null) : query.where('payment_id', '=', paymentId);
  if (reference !== undefined) query = query.where('reference', '=', reference);
  return (await query.execute()).map(({ problem }) => problem);
};

const waitingChecks = async (paymentId: string) => {
  const { rows } = await sql<{ question: string }>`
    select data->>'check' as question from jobs.job
    where name = 'check-payment' and state = 'created' and data->>'paymentId' = ${paymentId} order by 1`.execute(
    app.platform.db,
  );
  return rows.map(({ question }) => question);
};
/** As if its questions had been lost after `checks` of them. */
const forgetChecks = async (paymentId: string, checks = 0) => {
  await sql`delete from jobs.job where data->>'paymentId' = ${paymentId}`.execute(app.platform.db);
  await sql`update online_payments set checks = ${checks} where payment_id = ${paymentId}`.execute(
    app.platform.db,
  );
};

describe.each(names)('by %s', (name) => {
  const gateway = () => played[name];
  const begin = async (options = {}) => {
    await own();
    return beginPayment(app, gateway(), customer.token, options);
  };

  it('credits a payment once, however often and by whatever way it is told', async () => {
    const { id, order } = await begin();
    expect(order).toMatchObject({ amount: 25_000, currency: 'EUR' });
    expect(order.returnUrl).toMatch(new RegExp(`/account/wallet\\?payment=${id}$`));
    if (name === 'stripe') expect(order.leaveUrl).toBe(`${order.returnUrl}&left=1`);
    expect(await paymentOf(id)).toMatchObject({ status: 'pending', amount: 25_000, failure: null });
    order.state = 'paid';
    expect(await notify(app, gateway(), order)).toBe(200);
    expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', redirect_url: null });
    // Doubled, asked for, and two at once.
    expect(await notify(app, gateway(), order)).toBe(200);
    await check(id, '0');
    await check(id, 'card');
    await Promise.all([notify(app, gateway(), order), notify(app, gateway(), order)]);
    expect(await balanceOf()).toBe(25_000);
    const lines = await linesOf(app, customer.id);
    expect(lines).toMatchObject([{ kind: 'top_up', service: 'card', amount: 25_000, balance_after: 25_000 }]);
    const receipts = (await mailsOf(app, customer.id)).filter(({ kind }) => kind === 'top_up_receipt');
    expect(receipts).toMatchObject([{ reason: 'topped_up', data: { amount: 25_000, balance: 25_000 } }]);
    expect(await problemsOf(id)).toEqual([]);
  });

  it('asks for a payment whose notice is lost', async () => {
    const { id, order } = await begin();
    await check(id, '0');
    expect(await paymentOf(id)).toMatchObject({ status: 'pending' });
    order.state = 'paid';
    await check(id, '1');
    expect([await balanceOf(), (await paymentOf(id)).status]).toEqual([25_000, 'succeeded']);
  });

  it('takes notices in any order, and a success after all', async () => {
    const { id, order } = await begin();
    const early = await gateway().notice(order, app.clock.now());
    order.state = 'failed';
    await notify(app, gateway(), order);
    expect((await paymentOf(id)).status).toBe('failed');
    expect((await paymentOf(id)).failure).not.toBeNull();
    order.state = 'paid';
    await notify(app, gateway(), order);
    await sendNotice(app, name, early);
    expect([await balanceOf(), (await paymentOf(id)).status]).toEqual([25_000, 'succeeded']);
  });

  it('tells the payer of a failure, and credits nothing', async () => {
    const { id, order } = await begin();
    await confirmAddress(app, customer);
    order.state = 'failed';
    await notify(app, gateway(), order);
    await notify(app, gateway(), order);
    expect(await paymentOf(id)).toMatchObject({ status: 'failed' });
    expect(await balanceOf()).toBe(0);
    const mails = (await mailsOf(app, customer.id)).filter(({ kind }) => kind === 'payment_failed');
    expect(mails).toHaveLength(1);
  });

  it('tells no address that nobody has confirmed of a failure', async () => {
    const { id, order } = await begin();
    order.state = 'failed';
    await notify(app, gateway(), order);
    expect(await paymentOf(id)).toMatchObject({ status: 'failed' });
    expect((await mailsOf(app, customer.id)).map(({ kind }) => kind)).not.toContain('payment_failed');
  });

  it('gives up a page that closed, without an email', async () => {
    const { id, order } = await begin();
    order.state = 'expired';
    await check(id, '3');
    expect((await paymentOf(id)).status).toBe('failed');
    expect((await mailsOf(app, customer.id)).map(({ kind }) => kind)).not.toContain('payment_failed');
  });

  it.each([
    ['amount', { amount: 24_999 }],
    ['currency', { currency: 'USD' }],
  ])('keeps and shows another %s, and credits nothing', async (problem, paid) => {
    const { id, order } = await begin();
    Object.assign(order, { state: 'paid', paid });
    expect(await notify(app, gateway(), order)).toBe(200);
    await check(id, '0');
    expect([await balanceOf(), (await paymentOf(id)).status]).toEqual([0, 'pending']);
    expect(new Set(await problemsOf(id))).toEqual(new Set([problem]));
  });

  it('shows what the gateway took back after it said yes', async () => {
    const { id, order } = await begin();
    order.state = 'paid';
    await notify(app, gateway(), order);
    order.state = 'refunded';
    await notify(app, gateway(), order);
    expect(await problemsOf(id)).toEqual(['refunded_elsewhere']);
    order.state = 'failed';
    await notify(app, gateway(), order);
    expect(await problemsOf(id)).toContain('failed_after_success');
    expect([await balanceOf(), (await paymentOf(id)).status]).toEqual([25_000, 'succeeded']);
  });

  it('keeps a notice for nothing, and passes over that of another installation', async () => {
    const { id, order } = await begin();
    const unknown = {
      ...order,
      state: 'paid' as const,
      reference: order.reference.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
    };
    expect(await notify(app, gateway(), unknown)).toBe(200);
    expect(await problemsOf(null, unknown.reference)).toEqual(['unknown_payment']);
    const foreign = { ...order, state: 'paid' as const, reference: `00000000-${id}` };
    expect(await notify(app, gateway(), foreign)).toBe(200);
    expect(await problemsOf(null, foreign.reference)).toEqual([]);
    expect(await balanceOf()).toBe(0);
  });

  it('refuses a forged notice', async () => {
    const { order } = await begin();
    order.state = 'paid';
    const right = await gateway().notice(order, app.clock.now());
    const half = Math.floor(right.body.length / 2);
    const changed = right.body[half] === 'x' ? 'y' : 'x';
    const forged = [
      { ...right, body: right.body.slice(0, half) + changed + right.body.slice(half + 1) },
      // These two sign in a header.
      ...(name === 'stripe' || name === 'monobank' ? [{ ...right, headers: {} }] : []),
      { body: '', headers: {} },
      { body: '{', headers: right.headers },
      { body: JSON.stringify({ orderToken: 'a.b.c' }), headers: {} },
    ];
    for (const notice of forged) expect(await sendNotice(app, name, notice)).toBe(401);
    expect(await balanceOf()).toBe(0);
  });

  it.each(['down', 'broken', 'endless', 'shut'] as const)('says so when the gateway is %s', async (mood) => {
    await own();
    gateway().be(mood);
    const body = { method: name, amount: 500 };
    const answer = await app.call('POST', '/api/auth/me/payments', { token: customer.token, body });
    gateway().be('up');
    // LiqPay isn't asked before its payer comes.
    if (name === 'liqpay') return expect(answer.status).toBe(201);
    expect([answer.status, answer.body.code]).toEqual([503, 'gateway_unavailable']);
    const [payment] = await app.platform.db
      .selectFrom('payments')
      .select(['id', 'status'])
      .where('client_id', '=', customer.id)
      .execute();
    expect(payment?.status).toBe('failed');
    expect((await paymentOf(payment?.id ?? '')).failure).toBe('gateway_unavailable');
  });

  it('goes on asking a gateway that is away', async () => {
    const { id, order } = await begin();
    order.state = 'paid';
    gateway().be('down');
    await check(id, '0');
    gateway().be('endless');
    await check(id, '1');
    gateway().be('up');
    expect((await paymentOf(id)).status).toBe('pending');
    await check(id, '2');
    expect((await paymentOf(id)).status).toBe('succeeded');
  });

  it('is asked for again, and staff see it, after a failure of our own', async () => {
    const { id, order } = await begin();
    order.state = 'paid';
    const find = () => Promise.reject(new TypeError('ours'));
    const broken = { ...app.platform, gateways: { ...app.platform.gateways, find } };
    const inVain = (number: string) =>
      checkPayment(broken, { paymentId: id, check: number }, app.clock.now());
    await inVain('2');
    await inVain('3');
    expect((await paymentOf(id)).status).toBe('pending');
    expect(await problemsOf(id)).toEqual(['check_broken']);
    // The fourth question was the last one of a day; then comes one each day.
    expect(await waitingChecks(id)).toEqual(['0', '3', '4']);
    await check(id, '4');
    expect([(await paymentOf(id)).status, await balanceOf()]).toEqual(['succeeded', 25_000]);
    expect(await problemsOf(id)).toEqual([]);
    await inVain('5');
    expect(await problemsOf(id)).toEqual([]);
  });

  it('is asked for again when the question was lost, for a month', async () => {
    const { id } = await begin();
    await forgetChecks(id);
    const later = (minutes: number) =>
      recoverLostChecks(app.platform, new Date(app.clock.now().getTime() + minutes * 60_000));
    await later(61);
    expect(await waitingChecks(id)).toEqual([]);
    await later(63);
    await later(63);
    expect(await waitingChecks(id)).toEqual(['0']);
    await forgetChecks(id, 32);
    await later(33 * 24 * 60);
    expect(await waitingChecks(id)).toEqual(['32']);
    await forgetChecks(id, 33);
    await later(90 * 24 * 60);
    expect(await waitingChecks(id)).toEqual([]);
  });

  it('answers the same page to the same key, and makes one payment', async () => {
    await own();
    const ask = (amount: number, key: string) =>
      app.call('POST', '/api/auth/me/payments', {
        token: customer.token,
        body: { method: name, amount },
        headers: { 'idempotency-key': key },
      });
    const first = await ask(700, 'one');
    expect((await ask(700, 'one')).body).toEqual(first.body);
    expect((await ask(701, 'one')).body.code).toBe('idempotency_mismatch');
    expect((await ask(700, 'two')).body.data.id).not.toBe(first.body.data.id);
  });

  it('goes on during maintenance', async () => {
    const staff = await staffMember(app);
    const switched = (value: boolean) =>
      app.call('POST', '/api/admin/settings', { token: staff.token, body: { key: 'read_only', value } });
    const { id, order } = await begin();
    order.state = 'paid';
    await switched(true);
    expect(await notify(app, gateway(), order)).toBe(200);
    await switched(false);
    expect((await paymentOf(id)).status).toBe('succeeded');
  });
});

describe('what a customer asks', () => {
  const start = (body: unknown, token = customer.token) =>
    app.call('POST', '/api/auth/me/payments', { token, body });

  it.each([
    ['nothing', {}, ['method', 'amount']],
    ['an unknown method', { method: 'paypal', amount: 100 }, ['method']],
    ['the test where it is off', { method: 'test', amount: 100 }, ['method']],
    ['zero', { method: 'stripe', amount: 0 }, ['amount']],
    ['a part of a unit', { method: 'stripe', amount: 1.5 }, ['amount']],
    ['too much', { method: 'stripe', amount: 100_000_000_001 }, ['amount']],
    ['a card of who keeps none', { method: 'montonio', amount: 100, save_card: true }, ['save_card']],
    ['an unknown key', { method: 'stripe', amount: 100, client_id: 'x' }, ['client_id']],
  ])('is refused for %s at its field', async (_what, body, fields) => {
    await own();
    const answer = await start(body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });

  it('asks before the same sum is paid or begun twice, and never says no', async () => {
    const begin = (amount: number, unless_same?: string) =>
      app.call('POST', '/api/auth/me/payments', {
        token: customer.token,
        body: { method: 'monobank', amount, ...(unless_same && { unless_same }) },
      });
    await own();
    const { id, order } = await beginPayment(app, played.monobank, customer.token, { amount: 31_100 });
    const open = await begin(31_100, 'paid_or_open');
    expect([open.status, open.body.code, open.body.current.is]).toEqual([409, 'same_payment', 'open']);
    // Who left that page knows of it.
    expect((await begin(31_200, 'paid_or_open')).status).toBe(201);
    expect((await begin(31_100, 'paid')).status).toBe(201);
    order.state = 'paid';
    await notify(app, played.monobank, order);
    const paid = await begin(31_100, 'paid');
    expect([paid.status, paid.body.current.is]).toEqual([409, 'paid']);
    expect((await begin(31_100)).status).toBe(201);
    const longAgo = new Date(app.clock.now().getTime() - 11 * 60_000);
    await app.platform.db.updateTable('payments').set({ updated_at: longAgo }).where('id', '=', id).execute();
    expect((await begin(31_100, 'paid')).status).toBe(201);
    const other = await registeredCustomer(app);
    const theirs = { method: 'monobank', amount: 31_100, unless_same: 'paid_or_open' };
    const answer = await app.call('POST', '/api/auth/me/payments', { token: other.token, body: theirs });
    expect(answer.status).toBe(201);
  });

  it('is its own alone', async () => {
    await own();
    const { id } = await beginPayment(app, played.monobank, customer.token);
    const other = await registeredCustomer(app);
    const answer = await app.call('GET', `/api/auth/me/payments/${id}`, { token: other.token });
    expect(answer.status).toBe(404);
    expect((await app.call('GET', `/api/auth/me/payments/${id}`)).status).toBe(401);
    expect((await app.call('GET', '/api/auth/me/payments/none', { token: other.token })).status).toBe(404);
  });

  it.each(['stripe', 'monobank', 'montonio'] as const)(
    'keeps the page of %s that was opened while another answer was lost, and what was paid on it',
    async (name) => {
      await own();
      const ask = () =>
        app.call('POST', '/api/auth/me/payments', {
          token: customer.token,
          body: { method: name, amount: 700 },
          headers: { 'idempotency-key': 'twice' },
        });
      let second: Awaited<ReturnType<typeof ask>> | undefined;
      played[name].cutNext(async () => (second = await ask()));
      const first = await ask();
      expect([first.status, first.body]).toEqual([201, second?.body]);
      const { id } = first.body.data;
      expect(await paymentOf(id)).toMatchObject({ status: 'pending', failure: null });
      const order = played[name].orders.at(-1);
      if (order) Object.assign(order, { state: 'paid' });
      await check(id, '0');
      expect(await balanceOf()).toBe(700);
    },
  );

  it('lists the ways to pay', async () => {
    await own();
    const { body } = await app.call('GET', '/api/auth/me/payment', { token: customer.token, locale: 'en' });
    expect(body.data.methods).toEqual([
      { id: 'stripe', title: 'Bank card', saves_cards: true },
      { id: 'monobank', title: 'Card, Apple Pay or Google Pay (monobank)', saves_cards: true },
      { id: 'liqpay', title: 'Card or Privat24 (LiqPay)', saves_cards: true },
      { id: 'montonio', title: 'Online bank (Montonio)', saves_cards: false },
    ]);
  });

  it('has a limit', async () => {
    await own();
    const answers = [];
    for (let count = 0; count < 31; count += 1) answers.push((await start({})).status);
    expect(answers.filter((status) => status === 422)).toHaveLength(30);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('a client who is gone', () => {
  it('is not credited, and staff see the money', async () => {
    await own();
    const { id, order } = await beginPayment(app, played.monobank, customer.token);
    await app.platform.db
      .updateTable('clients')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', customer.id)
      .execute();
    order.state = 'paid';
    expect(await notify(app, played.monobank, order)).toBe(200);
    expect(await problemsOf(id)).toEqual(['client_deleted']);
    expect(await linesOf(app, customer.id)).toEqual([]);
  });
});

describe('notices', () => {
  it('are a 404 where no gateway of that name is configured', async () => {
    for (const name of ['test', 'paypal', 'x'.repeat(51)]) {
      expect(await sendNotice(app, name, { body: '{}', headers: {} })).toBe(404);
    }
  });

  it('of another payment by a paid name are shown', async () => {
    await own();
    const { id, order } = await beginPayment(app, played.monobank, customer.token);
    order.state = 'paid';
    await notify(app, played.monobank, order);
    await notify(app, played.monobank, { ...order, externalId: 'another' });
    expect(await problemsOf(id)).toEqual(['paid_twice']);
    expect(await balanceOf()).toBe(25_000);
  });

  it.each(['a notice', 'a question'])('lock the client before the payment, by %s', async (by) => {
    await own();
    const { id, order } = await beginPayment(app, played.monobank, customer.token);
    order.state = 'paid';
    const connection = new pg.Client({ connectionString: app.databaseUrl });
    await connection.connect();
    await connection.query('begin');
    await connection.query('select 1 from clients where id = $1 for update', [customer.id]);
    const settled = by === 'a notice' ? notify(app, played.monobank, order) : check(id, '0');
    await waitsForLock(app);
    // Who has the client's row gets the payment's too: nobody waits in a circle.
    await connection.query('select 1 from payments where id = $1 for update nowait', [id]);
    await connection.query('commit');
    await connection.end();
    await settled;
    expect(await balanceOf()).toBe(25_000);
  });

  it('about something that was never ours are passed over', async () => {
    const object = { object: 'checkout.session', id: 'cs_shop', payment_status: 'paid', metadata: {} };
    const notice = signedEvent({ type: 'checkout.session.completed', data: { object } }, app.clock.now());
    expect(await sendNotice(app, 'stripe', notice)).toBe(200);
    const other = signedEvent({ type: 'customer.created', data: { object: {} } }, app.clock.now());
    expect(await sendNotice(app, 'stripe', other)).toBe(200);
  });

  it('of Stripe that are old, and tokens of Montonio by another algorithm, are forged', async () => {
    const old = signedEvent(
      { type: 'customer.created', data: { object: {} } },
      new Date(app.clock.now().getTime() - 400_000),
    );
    expect(await sendNotice(app, 'stripe', old)).toBe(401);
    for (const orderToken of [
      signedToken({ accessKey: 'montonio-access-key' }, 'another secret'),
      signedToken({ accessKey: 'montonio-access-key' }, undefined, 'none'),
      signedToken({ accessKey: 'another store' }),
      signedToken({ accessKey: 'montonio-access-key', exp: 1 }),
    ]) {
      const body = JSON.stringify({ orderToken });
      expect(await sendNotice(app, 'montonio', { body, headers: {} })).toBe(401);
    }
  });

  it('are asked for again while the key that proves them is out of reach', async () => {
    const alone = await playMonobank();
    const fresh = await startApp({ ROLES: 'web', PAYMENTS: 'monobank', ...alone.environment });
    const { token } = await registeredCustomer(fresh);
    const { order } = await beginPayment(fresh, alone, token);
    order.state = 'paid';
    alone.be('down');
    expect(await notify(fresh, alone, order)).toBe(503);
    alone.be('up');
    expect(await notify(fresh, alone, order)).toBe(200);
    await fresh.close();
    await alone.close();
  });
});

describe('staff', () => {
  it('see the gateways and the notices that credited nothing', async () => {
    const staff = await staffMember(app, { permissions: ['payments.read'] });
    const gateways = await app.call('GET', '/api/admin/payment-gateways', {
      token: staff.token,
      locale: 'en',
    });
    expect(gateways.status).toBe(200);
    expect(gateways.body.data.map(({ id }: { id: string }) => id)).toEqual(names);
    expect(gateways.body.data[0]).toMatchObject({
      is_test: false,
      notice_url: expect.stringMatching(/\/api\/payments\/stripe\/events$/),
      last_notice_at: expect.any(String),
    });
    expect(JSON.stringify(gateways.body)).not.toMatch(/-of-tests|sk_test/);
    const notices = await app.call('GET', '/api/admin/payment-notices?filter[problem][eq]=amount&limit=1', {
      token: staff.token,
    });
    expect(notices.status).toBe(200);
    expect(notices.body.meta.total).toBeGreaterThan(0);
    expect(notices.body.data[0]).toMatchObject({ problem: 'amount', client_id: expect.any(String) });
  });

  it('dismiss one that they dealt with, and the gateway that repeats it opens it no more', async () => {
    await own();
    const { order } = await beginPayment(app, played.monobank, customer.token);
    Object.assign(order, { state: 'paid', paid: { amount: 1 } });
    await notify(app, played.monobank, order);
    const staff = await staffMember(app, { permissions: ['payments.write'] });
    const listed = async () =>
      (
        await app.call('GET', `/api/admin/payment-notices?filter[reference][eq]=${order.reference}`, {
          token: staff.token,
        })
      ).body.data;
    const dismiss = (id: string, { token }: Pick<Person, 'token'> = staff) =>
      app.call('POST', `/api/admin/payment-notices/${id}/dismiss`, { token });
    const [{ id }] = await listed();
    const reader = await staffMember(app, { permissions: ['payments.read'] });
    const looker = await staffMember(app, { permissions: ['payments.write', 'read_only'] });
    for (const who of [reader, looker]) expect((await dismiss(id, who)).status).toBe(403);
    expect((await dismiss('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect([(await dismiss(id)).status, (await dismiss(id)).status]).toEqual([200, 200]);
    await notify(app, played.monobank, order);
    expect(await listed()).toEqual([]);
    const audited = await app.platform.db
      .selectFrom('audit_entries')
      .select('subject_id')
      .where('action', '=', 'payment_notices.dismiss')
      .execute();
    expect(audited).toEqual([{ subject_id: id }]);
  });

  it('lose all of them after ninety days', async () => {
    await own();
    const { order } = await beginPayment(app, played.monobank, customer.token);
    Object.assign(order, { state: 'paid', paid: { amount: 1 } });
    await notify(app, played.monobank, order);
    const kept = async () =>
      (await problemsOf(null, undefined)).length + (await problemsOf(orderId())).length;
    const orderId = () => order.reference.slice(9);
    const now = app.clock.now().getTime();
    await deleteOldNotices(app.platform.db, new Date(now - 1000));
    expect(await kept()).toBeGreaterThan(0);
    await deleteOldNotices(app.platform.db, new Date(now + 1000));
    expect(await kept()).toBe(0);
  });

  it('need the permission', async () => {
    const stranger = await staffMember(app, { permissions: ['tariffs.read'] });
    for (const path of ['payment-gateways', 'payment-notices']) {
      expect((await app.call('GET', `/api/admin/${path}`, { token: stranger.token })).status).toBe(403);
      expect((await app.call('GET', `/api/admin/${path}`)).status).toBe(401);
    }
  });
});
