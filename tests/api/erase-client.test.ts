import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientTexts } from '#contract/entities/client.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { erasedTables, nothingPersonal } from '#server/erasures/erased-tables-store.ts';
import { eraseAgain } from '#server/erasures/erase-client.ts';
import { erasedBefore } from '#server/erasures/erased-list.ts';
import { finishErasure } from '#server/erasures/finish-erasure.ts';
import { newId } from '#server/kernel/ids.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import {
  confirmedCustomer,
  customerWithCabinet,
  giveBalance,
  memberOf,
  password,
  type Person,
  registeredCustomer,
  staffMember,
} from '#tests/support/people.ts';
import { type EventReceiver, receiveEvents } from '#tests/support/processes/event-receiver.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

/** A client is erased for good (docs/decisions/0196). */
let app: TestApp;
let admin: Person;
let tariffId: string;
let receiver: EventReceiver;
beforeAll(async () => {
  app = await startApp({ WEBHOOKS_ALLOW_PRIVATE: '1' });
  admin = await staffMember(app, { name: 'Оля Адмін' });
  tariffId = await newTariff(app);
  receiver = await receiveEvents();
  app.closeFirst(() => receiver.close());
});
afterAll(() => app.close());

const db = () => app.platform.db;
const call = (method: string, at: string, body?: unknown, { token } = admin) =>
  app.call(method, `/api/admin/${at}`, { token, locale: 'en', ...(body !== undefined && { body }) });
const done = async (method: string, at: string, body?: unknown) => {
  const answer = await call(method, at, body);
  expect(answer.status, `${method} ${at}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body.data;
};
const erase = (id: string, who?: Person, body: unknown = { reason: 'Art. 17' }) =>
  call('POST', `clients/${id}/erase`, body, who);
const clientOf = (id: string) => done('GET', `clients/${id}`);
/** Until nothing is left to do. */
const finished = (id: string) =>
  until('the end of the erasure', async () => {
    await finishErasure(app.platform, id, app.clock.now());
    const { erasure } = await clientOf(id);
    return erasure.finished_at !== null && erasure;
  });
const someClient = async () => (await subscriber(app, { tariffId })).id;

/** A domain of the client's own, in use, as the check of its records would leave it. */
async function useOwnDomain(client_id: string, domain: string): Promise<void> {
  const at = app.clock.now();
  const times = { asked_at: at, checked_at: at, proved_at: at, active_at: at, troubled_since: null };
  const row = { client_id, domain, token: `token-of-${domain}`, state: 'active' as const, reason: null };
  const next_check_at = new Date(at.getTime() + 86_400_000);
  await db()
    .insertInto('own_domains')
    .values({ ...row, ...times, next_check_at })
    .execute();
  await db().updateTable('clients').set({ own_domain: domain }).where('id', '=', client_id).execute();
  await db()
    .updateTable('cabinets')
    .set({ told_domain: domain })
    .where('client_id', '=', client_id)
    .execute();
}

const tables = async () => {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`.execute(db());
  return rows;
};

/** Which tables say a text, in whatever column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const wanted = texts.flatMap((text) => [
    JSON.stringify(text.toLowerCase()).slice(1, -1),
    Buffer.from(text).toString('hex'),
  ]);
  for (const { schema, name } of await tables()) {
    const { rows } = await sql<{ part: string }>`
      select distinct part from ${sql.table(`${schema}.${name}`)} as t, unnest(${wanted}::text[]) as part
      where position(part in lower(to_jsonb(t)::text)) > 0`.execute(db());
    found.push(...rows.map(({ part }) => `${name}: ${part}`));
  }
  return found.toSorted();
}

describe('erasing a client', () => {
  it('names every table: what is erased from it, or why nothing is', async () => {
    const known = [...erasedTables.map(([table]) => table as string), ...Object.keys(nothingPersonal)];
    const there = (await tables()).filter(({ schema }) => schema === 'public').map(({ name }) => name);
    expect(known.toSorted()).toEqual(there.toSorted());
  });

  it('leaves none of its values in any table but the documents', async () => {
    await done('POST', 'webhooks', { url: receiver.url, events: ['client.changed', 'client.erased'] });
    const owner = await customerWithCabinet(app, { name: 'Квітослава Мряченко', ident: '3141592653' });
    const { id } = owner;
    const member = await memberOf(app, id, 'admin');
    await db().updateTable('persons').set({ name: 'Ярополк Невідь' }).where('id', '=', member.id).execute();
    const invited = `zaproshenyi-${Date.now()}@example.com`;
    await app.call('POST', '/api/auth/me/members', {
      token: owner.token,
      body: { email: invited, role: 'billing' },
    });
    const field = await done('POST', 'client-fields', {
      key: `erased_words_${Date.now()}`,
      kind: 'text',
      translations: { uk: { name: 'Слова' } },
    });
    await done('PUT', `clients/${id}`, {
      address: 'вулиця Пригорілова, 77',
      contact_person: 'Зореслава Контактна',
      vat_number: 'DE314159265',
      payment_payer: 'Платниця Мряченкова',
      payment_account: 'UA903052992990004149123456789',
      documents_email: 'bukhhalterka@mriachenko.example',
      custom: { [field.key]: 'власне слово Кваздра' },
    });
    // Every other text that a client may have, those of tomorrow too.
    const client = await clientOf(id);
    const others = clientTexts.filter((name) => client[name] === null && name !== 'promo_code');
    const said = Object.fromEntries(others.map((name) => [name, `Невловиме ${name}`]));
    await db().updateTable('clients').set(said).where('id', '=', id).execute();
    await useOwnDomain(id, 'kasa.zorepad-test.com');
    await done('POST', `clients/${id}/notes`, { text: 'нотатка про Хуртовину', pinned: true });
    await done('POST', `clients/${id}/replenish`, {
      service: 'cash',
      amount: 70_000,
      note: 'примітка Грімнява',
    });
    await done('POST', `clients/${id}/discounts`, { percent: 5, periods: 1, reason: 'знижка Жмеринська' });
    const document = await openProforma(app, id);
    await startBulk(id);
    // A block has ended the sessions.
    const login = await app.call('POST', '/api/auth/login', { body: { email: owner.email, password } });
    const { access_token: token } = login.body;
    await payment(id);
    await app.call('POST', '/api/auth/login', { body: { email: owner.email, password: 'wrong-password-1' } });
    await app.call('POST', '/api/auth/reset', { body: { email: owner.email } });
    expect((await app.call('POST', '/api/auth/me/export', { token })).status).toBe(202);
    const exported = await until('the file of all data', () =>
      db()
        .selectFrom('data_exports')
        .select('id')
        .where('client_id', '=', id)
        .where('ready_at', 'is not', null)
        .executeTakeFirst(),
    );
    const { domain, phone_e164: phone } = await clientOf(id);
    const file = path.join(app.platform.config.backupDir, 'exports', `${exported.id}.backup`);
    const cabinet = path.join(app.platform.config.dataDir, 'cabinets');
    expect(existsSync(file)).toBe(true);
    const values: string[] = [
      ['Квітослава Мряченко', '3141592653', 'Ярополк Невідь', owner.email, member.email, invited, phone],
      ['Пригорілова', 'Зореслава', '314159265', 'Платниця', 'UA903052992990004149123456789', 'mriachenko'],
      ['zorepad-test', ...Object.values(said)],
      ['Кваздра', 'Хуртовину', 'Грімнява', 'Жмеринська', 'Вітрогонова', 'Сніговійна', domain],
      ['Переказувачка', 'UA213223130000026007233566999', 'за товар Люботин', 'Тест-Браузер'],
    ].flat();
    for (const value of values) expect(await tablesWith([value]), value).not.toEqual([]);

    const answer = await erase(id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.data).toMatchObject({
      name: `— ${id.slice(-8)}`,
      email: '',
      phone: '',
      address: null,
      deleted_at: expect.any(String),
      erased_at: expect.any(String),
      erasure: { reason: 'Art. 17', by: { id: admin.id, name: 'Оля Адмін' } },
    });
    await finished(id);
    const left = await tablesWith(values);
    expect(left.filter((one) => !one.startsWith('documents: '))).toEqual([]);
    expect(await tablesWith([document.number])).toContain(`documents: ${document.number.toLowerCase()}`);
    expect(existsSync(file)).toBe(false);
    expect(await clientOf(id)).toMatchObject({ cabinet_status: 'deleted', domain: null });
    expect(JSON.stringify(await readdirDeep(cabinet))).not.toContain(id);
  });

  it('proves the audit log and the wallets afterwards', async () => {
    const { id } = await confirmedCustomer(app);
    await giveBalance(app, id, 12_300);
    expect((await erase(id)).status).toBe(200);
    await finished(id);
    const { broken, erased } = await verifyAudit(db(), { progress: () => undefined });
    expect([broken, erased > 0]).toEqual([0, true]);
    expect(await clientOf(id)).toMatchObject({ balance: 12_300 });
    expect(await verifyLedger(app.platform.database, app.clock.now())).toMatchObject({
      broken_client_ids: [],
    });
    const log = await done('GET', `audit?filter[client_id][eq]=${id}`);
    const erasing = log.find(({ action }: { action: string }) => action === 'client.erase');
    expect(erasing).toMatchObject({
      actor: { name: 'Оля Адмін' },
      subject: { name: `— ${id.slice(-8)}` },
      changes: [{ field: 'reason', before: null, after: 'Art. 17' }],
    });
    // Colleagues stay who they were.
    const removal = log.find(({ action }: { action: string }) => action === 'client.delete');
    expect(removal).toMatchObject({ actor: { name: 'Оля Адмін' }, subject: { name: null } });
  });

  it('sends one last email, and forgets it', async () => {
    const customer = await confirmedCustomer(app);
    await erase(customer.id);
    const { email_id: emailId } = await db()
      .selectFrom('erasures')
      .select('email_id')
      .where('client_id', '=', customer.id)
      .executeTakeFirstOrThrow();
    expect(emailId).not.toBeNull();
    await finished(customer.id);
    const mails = await db().selectFrom('emails').select('id').where('id', '=', emailId).execute();
    expect(mails).toEqual([]);
    // Whose address is not known to be theirs isn't written to.
    const unconfirmed = await registeredCustomer(app);
    await erase(unconfirmed.id);
    const row = await db()
      .selectFrom('erasures')
      .select('email_id')
      .where('client_id', '=', unconfirmed.id)
      .executeTakeFirstOrThrow();
    expect(row.email_id).toBeNull();
  });

  it('shuts everybody out, and gives the addresses free', async () => {
    const owner = await confirmedCustomer(app);
    const member = await memberOf(app, owner.id, 'member');
    await erase(owner.id);
    for (const { token } of [owner, member]) {
      expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401);
    }
    const login = await app.call('POST', '/api/auth/login', { body: { email: owner.email, password } });
    expect([login.status, login.body.code]).toEqual([401, 'invalid_credentials']);
    const again = await registeredCustomer(app, { email: owner.email });
    expect(again.id).not.toBe(owner.id);
  });

  it('keeps a person who belongs to another client too, with name and sign-in', async () => {
    const owner = await confirmedCustomer(app, { name: 'Дві Компанії' });
    const other = await confirmedCustomer(app);
    const now = app.clock.now();
    await db()
      .insertInto('members')
      .values({ client_id: other.id, person_id: owner.id, role: 'admin', created_at: now })
      .execute();
    await erase(owner.id);
    await finished(owner.id);
    const login = await app.call('POST', '/api/auth/login', { body: { email: owner.email, password } });
    expect(login.status).toBe(200);
    expect(login.body.data).toMatchObject({ id: other.id, person: { id: owner.id, name: 'Дві Компанії' } });
    const members = await done('GET', `clients/${other.id}/members`);
    expect(members).toHaveLength(2);
    // Theirs and nobody else's: a change of the person reaches no erased client.
    await db().updateTable('persons').set({ locale: 'de' }).where('id', '=', owner.id).execute();
    expect(await clientOf(owner.id)).toMatchObject({ email: '', locale: 'uk' });
  });
});

describe('an erased client', () => {
  it('is found with deleted ones only, can’t be restored, and refuses every act', async () => {
    const id = await someClient();
    await erase(id);
    const listed = async (query: string) =>
      (await done('GET', `clients?filter[id][eq]=${id}${query}`)).map((row: { name: string }) => row.name);
    expect(await listed('')).toEqual([]);
    expect(await listed('&only_trashed=1')).toEqual([`— ${id.slice(-8)}`]);
    const acts: [method: string, at: string, body: unknown, code: string][] = [
      ['POST', 'restore', {}, 'erased'],
      ['POST', 'erase', { reason: 'again' }, 'erased'],
      ['POST', 'notes', { text: 'Олена' }, 'erased'],
      ['DELETE', 'delete', {}, 'deleted'],
      ['POST', 'invitation', {}, 'deleted'],
      ['POST', 'replenish', { service: 'cash', amount: 100 }, 'deleted'],
      ['POST', 'discounts', { percent: 5, periods: 1, reason: 'x' }, 'deleted'],
    ];
    for (const [method, at, body, code] of acts) {
      const answer = await call(method, `clients/${id}/${at}`, body);
      expect([at, answer.status, answer.body.code]).toEqual([at, 409, code]);
      expect([at, answer.body.message]).toEqual([at, 'This client’s data was erased for good']);
    }
    const changed = await call('PUT', `clients/${id}`, { name: 'Олена' });
    expect([changed.status, changed.body.code]).toEqual([409, 'deleted']);
  });

  it('is named beforehand with the clients whose notes have its contacts', async () => {
    const [id, other, third] = [await someClient(), await someClient(), await someClient()];
    const phone = { country_code: 'UA', phone: '671234567', phone_e164: '+380671234567' };
    await db().updateTable('clients').set(phone).where('id', '=', id).execute();
    const { email } = await clientOf(id);
    await call('POST', `clients/${id}/notes`, { text: `Own: ${email}` });
    expect(await done('GET', `clients/${id}/mentions`)).toEqual({ count: 0, clients: [] });
    await call('POST', `clients/${other}/notes`, { text: `Write to ${email.toUpperCase()} instead` });
    await call('POST', `clients/${third}/notes`, { text: 'The partner: 067 123-45-67.' });
    await call('POST', `clients/${third}/notes`, { text: 'Owes 1234567' });
    const found = await done('GET', `clients/${id}/mentions`);
    expect(found.count).toBe(2);
    expect(found.clients.map((one: { id: string }) => one.id).toSorted()).toEqual([other, third].toSorted());
    const without = await staffMember(app, { permissions: ['clients.write'] });
    expect((await call('GET', `clients/${id}/mentions`, undefined, without)).status).toBe(403);
    expect((await call('GET', `clients/${newId(app.clock.now())}/mentions`)).status).toBe(404);
    await erase(id);
    expect((await done('GET', `clients/${id}/mentions`)).count).toBe(0);
  });

  it('is erased once, however many ask at the same time', async () => {
    const id = await someClient();
    const second = await staffMember(app);
    const answers = await Promise.all([erase(id), erase(id), erase(id, second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual([
      'erased',
      'erased',
    ]);
    await finished(id);
  });

  it('may have been deleted before, and is erased again after an older backup', async () => {
    const id = await someClient();
    await done('DELETE', `clients/${id}/delete`, { reason: 'пішла Ольга' });
    const again = { reason: 'repeated', now: app.clock.now() };
    expect(await eraseAgain(app.platform, id, again)).toBe(true);
    expect(await eraseAgain(app.platform, id, again)).toBe(false);
    expect(await eraseAgain(app.platform, newId(app.clock.now()), again)).toBe(false);
    await finished(id);
    expect(await erasedBefore(app.platform.config)).toContain(id);
    expect(
      await readFile(path.join(app.platform.config.backupDir, 'erased-clients.txt'), 'utf8'),
    ).not.toContain('Ольга');
    expect((await clientOf(id)).deleted_reason).toBeNull();
  });

  it('is for those who may, and needs a reason', async () => {
    const id = await someClient();
    const deleter = await staffMember(app, { permissions: ['clients.write', 'clients.delete'] });
    const looker = await staffMember(app, { permissions: ['clients.erase', 'read_only'] });
    const eraser = await staffMember(app, { permissions: ['clients.erase'] });
    expect((await erase(id, { ...admin, token: '' })).status).toBe(401);
    expect((await erase(id, deleter)).body.code).toBe('forbidden');
    expect((await erase(id, looker)).body.code).toBe('read_only');
    expect((await erase(newId(app.clock.now()), eraser)).status).toBe(404);
    for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(2000) }, { reason: 'x', more: 1 }]) {
      expect((await erase(id, eraser, body)).status, JSON.stringify(body)).toBe(422);
    }
    expect((await clientOf(id)).erased_at).toBeNull();
    expect((await erase(id, eraser)).status).toBe(200);
  });

  it('waits for what holds the client, and is refused nothing by it', async () => {
    const id = await someClient();
    let erased: Promise<unknown> = Promise.resolve();
    let isAnswered = false;
    await db()
      .transaction()
      .execute(async (tx) => {
        await sql`select from clients where id = ${id} for update`.execute(tx);
        erased = erase(id).then((answer) => {
          isAnswered = true;
          expect(answer.status).toBe(200);
        });
        await until('the erasure waits', async () => {
          const { rows } = await sql<{ waits: boolean }>`
            select exists (select from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock') as waits`.execute(db());
          return rows[0]?.waits;
        });
        expect(isAnswered).toBe(false);
      });
    await erased;
  });
});

describe('a process that dies', () => {
  /** The platform on a connection that dies at the nth statement. */
  const dying = (at: number) => {
    let sent = 0;
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        if (sent++ === at) throw new Error('died');
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    return { ...app.platform, db: db().withPlugin(plugin) };
  };
  const isDead = (error: unknown) => {
    if (error instanceof Error && error.message === 'died') return true;
    throw error;
  };
  /** Dies at the first statement, then at the second, until it gets through. */
  async function dyingEverywhere(
    work: (platform: typeof app.platform) => Promise<unknown>,
    after: () => Promise<void>,
  ) {
    for (let at = 0; ; at += 1) {
      const died = await work(dying(at)).then(() => false, isDead);
      await after();
      if (!died) return at;
    }
  }

  it('before the erasure is written has erased nothing', async () => {
    const { id } = await confirmedCustomer(app, { name: 'Стійка Назва' });
    const again = { reason: 'again', now: app.clock.now() };
    const died = await dyingEverywhere(
      (platform) => eraseAgain(platform, id, again),
      async () => {
        const { name, erased_at } = await clientOf(id);
        expect([erased_at === null, name === 'Стійка Назва']).toEqual(
          erased_at === null ? [true, true] : [false, false],
        );
      },
    );
    expect(died).toBeGreaterThan(erasedTables.length);
    expect(
      await db().selectFrom('erasures').select('client_id').where('client_id', '=', id).execute(),
    ).toHaveLength(1);
    await finished(id);
  });

  it('while it finishes one lets the next finish it, at whatever statement', async () => {
    const customer = await confirmedCustomer(app, { name: 'Стійка Назва Друга' });
    await erase(customer.id);
    for (let isOver = false; !isOver;) {
      await dyingEverywhere(
        (platform) => finishErasure(platform, customer.id, app.clock.now()),
        () => Promise.resolve(),
      );
      isOver = (await clientOf(customer.id)).erasure.finished_at !== null;
    }
    expect(await tablesWith(['Стійка Назва Друга', customer.email])).toEqual([]);
    const { broken } = await verifyAudit(db(), { progress: () => undefined });
    expect(broken).toBe(0);
    expect((await erasedBefore(app.platform.config)).filter((id) => id === customer.id)).toHaveLength(1);
  });
});

/** Words of colleagues in acts on many. */
async function startBulk(id: string): Promise<void> {
  for (const body of [
    { act: 'notify', input: { subject: 'тема Вітрогонова', body: 'лист Сніговійна' } },
    { act: 'block', input: { reason: 'борг Вітрогонова' } },
    { act: 'unblock', input: {} },
  ]) {
    const run = await done('POST', 'clients/bulk', { ...body, ids: [id] });
    await until('the end of the run', async () => (await done('GET', `bulk/${run.id}`)).status === 'done');
  }
}

/** A payment from a statement, and a card. */
async function payment(clientId: string): Promise<void> {
  const now = app.clock.now();
  await db()
    .insertInto('payments')
    .values({
      id: newId(now),
      status: 'ignored',
      method: 'bank',
      amount: 500,
      value_date: now.toISOString().slice(0, 10),
      payer_name: 'Переказувачка Мряченко',
      payer_code: '3141592653',
      payer_account: 'UA213223130000026007233566999',
      purpose: 'за товар Люботин',
      reason: 'Переказувачка помилилася',
      client_id: clientId,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db()
    .updateTable('sessions')
    .set({ user_agent: 'Тест-Браузер' })
    .where('account_id', '=', clientId)
    .execute();
}

async function readdirDeep(folder: string): Promise<string[]> {
  const { readdir } = await import('node:fs/promises');
  return readdir(folder, { recursive: true }).catch(() => []);
}
