import { sql } from 'kysely';
import type { Method } from '#contract/http/route.ts';
import { newId } from '#server/kernel/ids.ts';
import type { TestApp } from '#tests/support/app.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { memberOf, password, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

/** A call that a test makes on rows of its own: `params` in the order of the path. */
export interface Scene {
  params: string[];
  query?: string;
  body?: unknown;
  token: string;
}
export type SceneName = `${Method} /${string}`;

let counter = 0;

/**
 * Fresh rows and a call that succeeds on them, or is refused for what they are, for each route with an id in its
 * address.
 */
export async function scenesOf(app: TestApp): Promise<Partial<Record<SceneName, () => Promise<Scene>>>> {
  const { token } = await staffMember(app);
  // Rows that a worker changes are used once it has, so that two reads agree.
  const works = app.platform.config.roles.includes('worker');
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await app.call(method, `/api${path}`, { token, ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const tariffId = await newTariff(app, { month: 10_000 });
  const [feature] = await call('GET', '/admin/tariff-permissions');
  const client = async () => (await subscriber(app, { tariffId, balance: 1000 })).id;
  const deletedClient = async () => {
    const id = await client();
    await call('DELETE', `/admin/clients/${id}/delete`);
    return id;
  };
  const line = async (id: string) =>
    (await call('POST', `/admin/clients/${id}/replenish`, { service: 'cash', amount: 500 })).entry.id;
  /** Somebody's colleague, and the owner who may change and remove them. */
  const withMember = async () => {
    const owner = await registeredCustomer(app);
    const { id } = await memberOf(app, owner.id, 'billing');
    return { params: [id], token: owner.token };
  };
  const invited = async (): Promise<string> => {
    counter += 1;
    const body = { email: `scene-${counter}@example.com`, name: 'Scene', permissions: ['clients.read'] };
    return (await call('POST', '/admin/users', body)).id;
  };
  const linked = async (): Promise<string> =>
    (await call('POST', '/admin/tariffs', { ...tariffBody(), visibility: 'link' })).id;
  const tariff = async (): Promise<string> => (await call('POST', '/admin/tariffs', tariffBody())).id;
  const tariffBody = () => {
    counter += 1;
    return {
      price_month: 100,
      price_year: 1000,
      monthly_turnover_limit: null,
      goods_quantity: null,
      recommended_days: 30,
      permissions: [feature.id],
      translations: { uk: { name: `Сцена ${counter}`, description: '', subtitle: '' } },
    };
  };
  const named = () => ({ key: `scene-${(counter += 1)}`, translations: { uk: { name: 'Сцена' } } });
  const madeFeature = async (): Promise<string> =>
    (await call('POST', '/admin/tariff-permissions', named())).id;
  const metric = async (): Promise<string> =>
    (await call('POST', '/admin/metrics', { ...named(), unit: 'count', period: 'now' })).id;
  const code = () => `SCENE-${(counter += 1)}`;
  const partner = async (): Promise<string> =>
    (await call('POST', '/admin/partners', { code: code(), name: 'Bank', kind: 'bank' })).id;
  const promo = async (): Promise<string> =>
    (await call('POST', '/admin/promo-codes', { code: code(), effect: { kind: 'free_days', days: 3 } })).id;
  const view = async (): Promise<string> =>
    (await call('POST', '/admin/views', { resource: 'clients', name: code(), search: '' })).id;
  const email = async (): Promise<string> => {
    const id = await client();
    await line(id);
    const read = async () => (await call('GET', `/admin/emails?filter[client_id][eq]=${id}`))[0];
    if (!works) return (await read()).id;
    return until('a sent email', async () => {
      const mail = await read();
      return mail.status !== 'queued' && mail.id;
    });
  };
  const failedEmail = async (): Promise<string> => {
    const id = await email();
    await app.platform.database.db
      .updateTable('emails')
      .set({ status: 'failed' })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const setting = async (): Promise<string> =>
    (await call('POST', '/admin/settings', { key: 'free_period_days', value: 20 })).id;
  const own = async (): Promise<{ person: Person; session: string }> => {
    const person = await staffMember(app);
    await app.call('POST', '/api/admin/auth/login', { body: { email: person.email, password } });
    const { body } = await app.call('GET', '/api/admin/auth/sessions', person);
    const other = body.data.find(({ current }: { current: boolean }) => !current);
    return { person, session: other.id };
  };
  const passkey = async (table: 'user_passkeys' | 'person_passkeys', person: Person): Promise<Scene> => {
    const now = app.clock.now();
    const id = newId(now);
    const owner = table === 'user_passkeys' ? { user_id: person.id } : { person_id: person.id };
    const row = {
      id,
      credential_id: id,
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      name: 'Scene',
    };
    await app.platform.database.db
      .insertInto(table as 'user_passkeys')
      .values({ ...row, ...(owner as { user_id: string }), created_at: now })
      .execute();
    return { params: [id], token: person.token };
  };
  const lock = async (): Promise<string> => {
    const id = nobody();
    const now = app.clock.now();
    const end = new Date(now.getTime() + 900_000);
    await sql`insert into login_failures
      (key, id, scope, account_kind, email_key, address, failures, next_at, slowed_at, resets_at)
      values (${id}, ${id}, 'pair', 'customer', 'scene@example.com', '203.0.113.9', 5, ${end}, ${now}, ${end})`.execute(
      app.platform.database.db,
    );
    return id;
  };
  const document = async (): Promise<string> => {
    const value = {
      name: 'Оператор',
      account: 'UA213223130000026007233566001',
      code: '',
      bank: '',
      mfo: '',
      address: '',
      vat_number: '',
      director: '',
      tax_note: '',
    };
    await call('POST', '/admin/settings', { key: 'company_details', value });
    return (
      await call('POST', `/admin/clients/${await client()}/documents`, { kind: 'proforma', amount: 900 })
    ).id;
  };
  const bankLine = async (): Promise<string> => {
    const id = newId(app.clock.now());
    const now = app.clock.now();
    const day = now.toISOString().slice(0, 10);
    const { db } = app.platform.database;
    const statement = newId(now);
    await sql`insert into bank_statements (id, name, format, account, first_day, last_day, lines, new_lines,
        known_lines, outgoing, foreign_lines, total, created_at)
      values (${statement}, 'scene.csv', 'csv', 'UA21', ${day}, ${day}, 1, 1, 0, 0, 0, 700, ${now})`.execute(
      db,
    );
    await sql`insert into payments (id, status, method, amount, value_date, statement_id, created_at, updated_at)
      values (${id}, 'unmatched', 'bank', 700, ${day}, ${statement}, ${now}, ${now})`.execute(db);
    return id;
  };
  const notice = async (): Promise<string> => {
    const id = newId(app.clock.now());
    await sql`insert into payment_notices (id, provider, fingerprint, state, problem, received_at)
      values (${id}, 'stripe', sha256(${id}::text::bytea), 'succeeded', 'unknown_payment', ${app.clock.now()})`.execute(
      app.platform.database.db,
    );
    return id;
  };
  const tag = async (): Promise<string> =>
    (await call('POST', '/admin/tags', { name: code(), color: 'teal' })).id;
  const role = async (): Promise<string> =>
    (await call('POST', '/admin/roles', { name: code(), permissions: ['clients.read'] })).id;
  const key = async (): Promise<string> =>
    (await call('POST', '/admin/api-keys', { name: code(), permissions: ['clients.read'] })).id;
  const ownField = async (): Promise<string> =>
    (
      await call('POST', '/admin/client-fields', {
        key: `scene_${(counter += 1)}`,
        kind: 'text',
        translations: { uk: { name: 'Сцена' } },
      })
    ).id;
  /** Of an event that no scene causes, so that nothing is sent meanwhile. */
  const webhook = async (): Promise<string> => {
    const body = { url: 'https://receiver.example/events', events: ['client.erased'] };
    return (await call('POST', '/admin/webhooks', body)).id;
  };
  const failedMessage = async (): Promise<string> => {
    const { id } = await call('POST', `/admin/webhooks/${await webhook()}/test`, {});
    await app.platform.database.db
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', next_at: null, attempts: 9 })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const announcement = async (): Promise<string> => {
    const texts = { uk: { title: 'Сцена', body: 'Текст' } };
    const from = app.clock.now().toISOString();
    return (
      await call('POST', '/admin/announcements', { texts, audience: null, from, to: null, mail: false })
    ).id;
  };
  const noted = async (): Promise<string[]> => {
    const id = await client();
    return [id, (await call('POST', `/admin/clients/${id}/notes`, { text: 'Scene' })).id];
  };
  const begun = async (): Promise<string> => {
    const body = { act: 'unblock', input: {}, ids: [await client()] };
    const { id } = await call('POST', '/admin/clients/bulk', body);
    if (!works) return id;
    return until('the end of a run', async () => (await call('GET', `/admin/bulk/${id}`)).finished_at && id);
  };
  const onClient = (body?: unknown) => async () => ({ params: [await client()], token, body });
  const onUser = (body?: unknown) => async () => ({ params: [await invited()], token, body });
  const nobody = () => newId(app.clock.now());

  return {
    'DELETE /admin/auth/sessions/:id': async () => {
      const { person, session } = await own();
      return { params: [session], token: person.token };
    },
    'GET /admin/clients/:id': onClient(),
    'POST /admin/clients/:id/documents': async () => {
      await document();
      return { params: [await client()], token, body: { kind: 'proforma', amount: 900 } };
    },
    'GET /admin/clients/:id/vat-check': onClient(),
    'POST /admin/clients/:id/vat-check': onClient(),
    'GET /admin/documents/:id': async () => ({ params: [await document()], token }),
    'GET /admin/documents/:id/timeline': async () => ({
      // Written as a row: the state of its email would change between two answers.
      params: [(await openProforma(app, await client())).id],
      token,
    }),
    'POST /admin/documents/:id/send': async () => ({ params: [await document()], token }),
    'POST /admin/documents/:id/cancel': async () => ({
      params: [await document()],
      token,
      body: { reason: 'Wrong sum' },
    }),
    'GET /admin/payments/:id': async () => ({ params: [await bankLine()], token }),
    'POST /admin/payments/:id/refund': async () => {
      const id = await bankLine();
      await call('POST', `/admin/payments/${id}/match`, { client_id: await client() });
      return { params: [id], token, body: { amount: 1, reason: 'Paid twice', reference: 'T-1' } };
    },
    'POST /admin/payment-notices/:id/dismiss': async () => ({ params: [await notice()], token }),
    'POST /admin/payments/:id/match': async () => ({
      params: [await bankLine()],
      token,
      body: { client_id: await client() },
    }),
    'POST /admin/payments/:id/unmatch': async () => {
      const id = await bankLine();
      await call('POST', `/admin/payments/${id}/match`, { client_id: await client() });
      return { params: [id], token, body: { reason: 'Wrong client' } };
    },
    'POST /admin/payments/:id/ignore': async () => ({
      params: [await bankLine()],
      token,
      body: { reason: 'Not ours' },
    }),
    'POST /admin/clients/:id/cabinet/retry': onClient({}),
    'POST /admin/clients/:id/sign-in': onClient({ reason: 'A look' }),
    'GET /admin/tariffs/:id': async () => ({ params: [await tariff()], token }),
    'GET /admin/users/:id': onUser(),
    'GET /admin/emails/:id': async () => ({ params: [await email()], token }),
    'POST /admin/emails/:id/resend': async () => ({ params: [await email()], token, body: {} }),
    'POST /admin/emails/:id/dismiss': async () => ({ params: [await failedEmail()], token, body: {} }),
    'POST /admin/cabinets/:id/repair': async () => ({ params: [nobody()], token, body: {} }),
    'POST /admin/clients/:id/cabinet/give-up': onClient({}),
    'DELETE /admin/clients/:id/domain': onClient(),
    'POST /admin/clients/:id/cabinet/delete-without-backup': onClient({}),
    'GET /admin/clients/:id/backups/:backup': async () => ({ params: [await client(), nobody()], token }),
    'POST /admin/clients/:id/backups/:backup/restore': async () => ({
      params: [await client(), nobody()],
      token,
      body: {},
    }),
    'PUT /admin/clients/:id': onClient({ name: 'Інша назва' }),
    'DELETE /admin/clients/:id/delete': onClient(),
    // Erased already: the job of an erasure would go on while rows are counted.
    'POST /admin/clients/:id/erase': async () => {
      const id = await deletedClient();
      await sql`update clients set erased_at = deleted_at where id = ${id}`.execute(app.platform.database.db);
      return { params: [id], token, body: { reason: 'Asked for' } };
    },
    'POST /admin/clients/:id/restore': async () => ({ params: [await deletedClient()], token, body: {} }),
    'POST /admin/clients/:id/invitation': onClient({}),
    'GET /admin/clients/:id/settings': onClient(),
    'POST /admin/clients/:id/settings': onClient({ free_period_days: 33 }),
    'GET /admin/clients/:id/activity': onClient(),
    'GET /admin/bulk/:id': async () => ({ params: [await begun()], token }),
    'GET /admin/bulk/:id/rows': async () => ({ params: [await begun()], token }),
    'POST /admin/bulk/:id/stop': async () => ({ params: [await begun()], token, body: {} }),
    'POST /admin/bulk/:id/undo': async () => ({ params: [await begun()], token, body: {} }),
    'GET /admin/clients/:id/members': onClient(),
    'GET /admin/clients/:id/mentions': onClient(),
    'DELETE /admin/auth/passkeys/:id': async () => passkey('user_passkeys', await staffMember(app)),
    'DELETE /auth/passkeys/:id': async () => passkey('person_passkeys', await registeredCustomer(app)),
    'DELETE /admin/clients/:id/members/:person/two-factor': async () => {
      const owner = await registeredCustomer(app);
      return { params: [owner.id, owner.id], token };
    },
    'GET /admin/clients/:id/members/:person/sign-in-methods': async () => {
      const owner = await registeredCustomer(app);
      return { params: [owner.id, owner.id], token };
    },
    'DELETE /admin/clients/:id/members/:person/passkeys/:passkey': async () => {
      const owner = await registeredCustomer(app);
      const { params } = await passkey('person_passkeys', owner);
      return { params: [owner.id, owner.id, ...params], token };
    },
    'GET /admin/users/:id/sign-in-methods': async () => ({ params: [(await staffMember(app)).id], token }),
    'DELETE /admin/users/:id/passkeys/:passkey': async () => {
      const colleague = await staffMember(app);
      const { params } = await passkey('user_passkeys', colleague);
      return { params: [colleague.id, ...params], token };
    },
    'GET /admin/clients/:id/notes': onClient(),
    'GET /admin/clients/:id/timeline': onClient(),
    'POST /admin/clients/:id/notes': onClient({ text: 'Called back' }),
    'PUT /admin/clients/:id/notes/:note': async () => ({
      params: await noted(),
      token,
      body: { text: 'Other' },
    }),
    'DELETE /admin/clients/:id/notes/:note': async () => ({ params: await noted(), token }),
    'PUT /admin/tags/:id': async () => ({ params: [await tag()], token, body: { color: 'red' } }),
    'DELETE /admin/tags/:id': async () => ({ params: [await tag()], token }),
    'PUT /admin/client-fields/:id': async () => ({
      params: [await ownField()],
      token,
      body: { kind: 'date' },
    }),
    'DELETE /admin/client-fields/:id': async () => ({ params: [await ownField()], token }),
    'POST /admin/clients/:id/replenish': onClient({ service: 'cash', amount: 700 }),
    'POST /admin/clients/:id/replenish/preview': onClient({ service: 'cash', amount: 700 }),
    'POST /admin/clients/:id/bonus': onClient({ amount: 5, note: 'Thanks' }),
    'GET /admin/clients/:id/discounts': onClient(),
    'GET /admin/clients/:id/waiting-payments': onClient(),
    'POST /admin/clients/:id/discounts': onClient({ percent: 5, periods: 2, reason: 'Scene' }),
    'GET /admin/clients/:id/ledger': onClient(),
    'POST /admin/clients/:id/ledger/:entry/reverse': async () => {
      const id = await client();
      return { params: [id, await line(id)], token, body: { note: 'Wrong client' } };
    },
    'DELETE /admin/clients/:id/discounts/:discount': async () => {
      const id = await client();
      const body = { percent: 5, periods: 2, reason: 'Scene' };
      const given = await call('POST', `/admin/clients/${id}/discounts`, body);
      return { params: [id, given.id], token };
    },
    'GET /admin/clients/:id/forecast': onClient(),
    'POST /admin/clients/:id/tariff': async () => ({
      params: [await client()],
      token,
      body: { tariff_id: await tariff(), when: 'now' },
    }),
    'POST /admin/clients/:id/tariff/preview': async () => ({
      params: [await client()],
      token,
      body: { tariff_id: await tariff(), when: 'now' },
    }),
    'PUT /admin/roles/:id': async () => ({ params: [await role()], token, body: { name: code() } }),
    'DELETE /admin/roles/:id': async () => ({ params: [await role()], token }),
    'DELETE /admin/api-keys/:id': async () => ({ params: [await key()], token }),
    'PUT /admin/users/:id': onUser({ name: 'Other' }),
    'DELETE /admin/users/:id': onUser(),
    'POST /admin/users/:id/restore': async () => {
      const id = await invited();
      await call('DELETE', `/admin/users/${id}`);
      return { params: [id], token, body: {} };
    },
    'POST /admin/users/:id/invitation': onUser({}),
    'DELETE /admin/users/:id/sessions': async () => ({ params: [(await staffMember(app)).id], token }),
    'DELETE /admin/users/:id/two-factor': async () => ({ params: [(await staffMember(app)).id], token }),
    'DELETE /admin/users/:id/oidc': async () => ({ params: [(await staffMember(app)).id], token }),
    'PUT /admin/tariffs/:id': async () => ({ params: [await tariff()], token, body: { price_month: 200 } }),
    'POST /admin/tariffs/:id/link-code': async () => ({ params: [await linked()], token }),
    'GET /admin/tariffs/:id/prices': async () => ({ params: [await tariff()], token }),
    'POST /admin/tariffs/:id/price-preview': async () => ({
      params: [await tariff()],
      token,
      body: { price_month: 300, price_year: 3000, existing: 'change' },
    }),
    'DELETE /admin/tariffs/:id/prices/:version': async () => {
      const id = await tariff();
      await call('PUT', `/admin/tariffs/${id}`, { price_month: 200 });
      const [version] = await call('GET', `/admin/tariffs/${id}/prices`);
      return { params: [id, version.id], token };
    },
    'GET /admin/tariffs/:id/exceeding': async () => ({
      params: [await tariff()],
      query: 'monthly_turnover_limit=1&goods_quantity=1',
      token,
    }),
    'PUT /admin/tariff-permissions/:id': async () => ({
      params: [await madeFeature()],
      token,
      body: { archived: true },
    }),
    'DELETE /admin/tariff-permissions/:id': async () => ({ params: [await madeFeature()], token }),
    'PUT /admin/metrics/:id': async () => ({ params: [await metric()], token, body: { unit: 'minutes' } }),
    'DELETE /admin/metrics/:id': async () => ({ params: [await metric()], token }),
    'DELETE /admin/settings/:id': async () => ({ params: [await setting()], token }),
    'GET /admin/partners/:id': async () => ({ params: [await partner()], token }),
    'PUT /admin/partners/:id': async () => ({ params: [await partner()], token, body: { name: 'Other' } }),
    'DELETE /admin/partners/:id': async () => ({ params: [await partner()], token }),
    'GET /admin/promo-codes/:id': async () => ({ params: [await promo()], token }),
    'PUT /admin/promo-codes/:id': async () => ({ params: [await promo()], token, body: { uses_left: 3 } }),
    'DELETE /admin/promo-codes/:id': async () => ({ params: [await promo()], token }),
    'PUT /admin/views/:id': async () => ({ params: [await view()], token, body: { shared: true } }),
    'DELETE /admin/views/:id': async () => ({ params: [await view()], token }),
    'GET /admin/webhooks/:id': async () => ({ params: [await webhook()], token }),
    'PUT /admin/webhooks/:id': async () => ({ params: [await webhook()], token, body: { enabled: false } }),
    'DELETE /admin/webhooks/:id': async () => ({ params: [await webhook()], token }),
    'POST /admin/webhooks/:id/rotate': async () => ({ params: [await webhook()], token, body: {} }),
    'POST /admin/webhooks/:id/test': async () => ({ params: [await webhook()], token, body: {} }),
    'GET /admin/webhooks/:id/deliveries': async () => ({ params: [await webhook()], token }),
    'POST /admin/webhook-deliveries/:id/resend': async () => ({
      params: [await failedMessage()],
      token,
      body: {},
    }),
    'GET /admin/announcements/:id': async () => ({ params: [await announcement()], token }),
    'PUT /admin/announcements/:id': async () => ({
      params: [await announcement()],
      token,
      body: { mail: true },
    }),
    'DELETE /admin/announcements/:id': async () => ({ params: [await announcement()], token }),
    'PUT /auth/me/members/:id': async () => ({ ...(await withMember()), body: { role: 'admin' } }),
    'DELETE /auth/me/members/:id': withMember,
    'GET /auth/me/documents/:id/code': async () => {
      await document(); // the operator has a bank account
      const person = await registeredCustomer(app);
      const made = await app.call('POST', '/api/auth/me/documents', {
        token: person.token,
        body: { amount: 900 },
      });
      return { params: [made.body.data.id], token: person.token };
    },
    'DELETE /auth/me/announcements/:id': async () => ({
      params: [await announcement()],
      token: (await registeredCustomer(app)).token,
    }),
    'DELETE /admin/login-locks/:id': async () => ({ params: [await lock()], token }),
  };
}
