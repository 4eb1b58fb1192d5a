import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventTypeNames } from '#contract/panel/event-types.ts';
import { recordEvents } from '#server/events/record-events.ts';
import { newId } from '#server/kernel/ids.ts';
import { deleteOldEvents } from '#server/webhooks/delivery/delivery-store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { exampleEvents } from '#tests/support/files/events-page.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import { type EventReceiver, type Received, receiveEvents } from '#tests/support/processes/event-receiver.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let readOnly: Person;
let keeper: Person;
let stranger: Person;
let tariffId: string;
let receiver: EventReceiver;
beforeAll(async () => {
  app = await startApp({ WEBHOOKS_ALLOW_PRIVATE: '1', ROLES: 'web,worker' });
  await signIn();
  tariffId = await newTariff(app);
});
beforeEach(async () => {
  receiver = await receiveEvents();
});
afterEach(async () => {
  await db().deleteFrom('webhooks').execute();
  await receiver.close();
});
afterAll(() => app.close());

const db = () => app.platform.database.db;

/** Sessions end when the time is moved. */
async function signIn() {
  admin = await staffMember(app);
  reader = await staffMember(app, { permissions: ['webhooks.read'] });
  readOnly = await staffMember(app, { permissions: ['webhooks.write', 'clients.read', 'read_only'] });
  keeper = await staffMember(app, { permissions: ['webhooks.write', 'clients.read'] });
  stranger = await staffMember(app, { permissions: ['clients.read'] });
}
const call = (method: string, path: string, body?: unknown, { token } = admin) =>
  app.call(method, `/api/admin/${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
const subscribe = async (events: readonly string[], url = receiver.url) =>
  (await call('POST', 'webhooks', { url, events })).body.data;
const deliveriesOf = async (id: string) => (await call('GET', `webhooks/${id}/deliveries`)).body.data;
const rename = (id: string, name: string) => call('PUT', `clients/${id}`, { name });
const arrived = (count: number, at = receiver) =>
  until(`${count} messages`, () => at.received.length >= count && at.received.slice(0, count));
const nobody = '01890000-0000-7000-8000-000000000000';

/** Whether the message carries the signature that the convention's library makes, whatever the time is. */
function isSigned({ headers, text }: Received, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Verifier(secret).sign(String(headers['webhook-id']), at, text);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

/** Waits until the message has had `attempts` tries and nobody is at it. */
const tried = (webhookId: string, attempts: number) =>
  until(`try ${attempts}`, () =>
    db()
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .where('attempts', '=', attempts)
      .where('lease', 'is', null)
      .executeTakeFirst(),
  );

describe('messages', () => {
  it('say what happened with the row as its GET gives it, signed by Standard Webhooks', async () => {
    const { id: webhookId, secret } = await subscribe(['client.changed']);
    const { id } = await subscriber(app, { tariffId });
    await rename(id, 'Сад і город');
    const [message] = await arrived(1);
    const verified = new Verifier(secret).verify(message!.text, message!.headers as Record<string, string>);
    expect(verified).toMatchObject({ type: 'client.changed', data: { id, name: 'Сад і город' } });
    const { body } = await call('GET', `clients/${id}`);
    expect(Object.keys(message!.body.data).sort()).toEqual(Object.keys(body.data).sort());
    expect(message!.headers['content-type']).toBe('application/json');
    await tried(webhookId, 1);
    expect(await deliveriesOf(webhookId)).toMatchObject([
      {
        type: 'client.changed',
        client_id: id,
        status: 'delivered',
        attempts: 1,
        response_status: 204,
        error: null,
      },
    ]);
  });

  it('go to those who asked for their type, and to nobody who is switched off', async () => {
    const { id: blocks } = await subscribe(['client.blocked']);
    const { id: off } = await subscribe(['client.changed']);
    await call('PUT', `webhooks/${off}`, { enabled: false });
    const { id } = await subscriber(app, { tariffId });
    await rename(id, 'Ніхто не питав');
    await call('PUT', `clients/${id}`, { status: 'blocked' });
    const [message] = await arrived(1);
    expect(message!.body.type).toBe('client.blocked');
    await tried(blocks, 1);
    expect(await deliveriesOf(off)).toEqual([]);
    expect(await deliveriesOf(blocks)).toHaveLength(1);
  });

  it('of one client go in order, and another client does not wait for them', async () => {
    const { id: webhookId } = await subscribe(['client.changed']);
    receiver.answer = { status: 500 };
    const [slow, quick] = [
      (await subscriber(app, { tariffId })).id,
      (await subscriber(app, { tariffId })).id,
    ];
    await rename(slow, 'Перша');
    await tried(webhookId, 1);
    await rename(slow, 'Друга');
    receiver.answer = { status: 200 };
    await rename(quick, 'Інший клієнт');
    await arrived(2);
    expect(receiver.received.map(({ body }) => body.data.id)).toEqual([slow, quick]);
    app.clock.advance(5);
    await arrived(4);
    expect(receiver.received.map(({ body }) => body.data.id)).toEqual([slow, quick, slow, slow]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids[2]).toBe(ids[0]);
    expect(receiver.received[3]!.body.data.name).toBe('Друга');
  });

  it('are tried over two days, then stay in the log and can be sent again', async () => {
    const { id: webhookId } = await subscribe(['client.changed']);
    receiver.answer = { status: 503 };
    const { id } = await subscriber(app, { tariffId });
    await rename(id, 'Не приймають');
    for (const [index, wait] of [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000].entries()) {
      const row = await tried(webhookId, index + 1);
      expect(row.status).toBe('waiting');
      const waits = row.next_at!.getTime() - row.tried_at!.getTime();
      expect([waits >= wait * 1000, waits < wait * 1000 + 60_000]).toEqual([true, true]);
      app.clock.advance(wait);
    }
    expect(await tried(webhookId, 9)).toMatchObject({ status: 'failed', next_at: null, error: 'rejected' });
    await signIn();
    expect((await call('GET', `webhooks/${webhookId}`)).body.data.failing_since).not.toBeNull();
    receiver.answer = { status: 200 };
    const [failed] = await deliveriesOf(webhookId);
    const again = await call('POST', `webhook-deliveries/${failed.id}/resend`);
    expect([again.status, again.body.data]).toMatchObject([200, { status: 'waiting', attempts: 0 }]);
    await until('the delivery', async () => (await deliveriesOf(webhookId))[0].status === 'delivered');
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await call('GET', `webhooks/${webhookId}`)).body.data.failing_since).toBeNull();
  });

  it.each([
    ['redirects', { status: 302, headers: { location: 'https://example.com/' } }, 'redirected'],
    ['answers without end', { status: 200, body: 'x'.repeat(70_000) }, 'answer_too_long'],
    ['refuses', { status: 404 }, 'rejected'],
  ])('fail where the receiver %s', async (_, answer, error) => {
    const { id: webhookId } = await subscribe(['client.changed']);
    receiver.answer = answer;
    await rename((await subscriber(app, { tariffId })).id, 'Ніяк');
    expect(await tried(webhookId, 1)).toMatchObject({ status: 'waiting', error });
  });

  it('fail where nobody listens', async () => {
    const { id: webhookId } = await subscribe(['client.changed']);
    await receiver.close();
    await rename((await subscriber(app, { tariffId })).id, 'Тиша');
    expect(await tried(webhookId, 1)).toMatchObject({ error: 'refused', response_status: null });
    receiver = await receiveEvents();
  });

  it('to a dead receiver delay no other', async () => {
    const dead = await receiveEvents();
    dead.answer = null;
    await subscribe(['client.changed'], dead.url);
    await subscribe(['client.changed']);
    const { id } = await subscriber(app, { tariffId });
    await rename(id, 'Перша');
    await arrived(1, dead);
    for (const name of ['Друга', 'Третя', 'Четверта']) await rename(id, name);
    await arrived(4);
    expect(dead.received).toHaveLength(1);
    await dead.close();
  });

  it('are forgotten after a while, but those that wait', async () => {
    const { id: webhookId } = await subscribe(['client.changed']);
    await rename((await subscriber(app, { tariffId })).id, 'Давно');
    await tried(webhookId, 1);
    receiver.answer = { status: 500 };
    await rename((await subscriber(app, { tariffId })).id, 'Чекає');
    await until('the failure', async () => (await deliveriesOf(webhookId))[0].attempts === 1);
    await deleteOldEvents(db(), new Date(app.clock.now().getTime() + 1000));
    expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'waiting' }]);
  });

  it('name a row that is gone', async () => {
    await subscribe(['client.erased']);
    const now = app.clock.now();
    const id = newId(now);
    await recordEvents(db(), now, [{ type: 'client.erased', clientId: id, subjectId: id }]);
    const [message] = await arrived(1);
    expect(message!.body.data).toEqual({ id });
  });
});

describe('the examples of docs/events.md', () => {
  it('arrive as they are written there', async () => {
    const examples = [...exampleEvents().values()];
    const { secret } = await subscribe(eventTypeNames);
    const now = app.clock.now();
    for (const { type, data } of examples) {
      await recordEvents(db(), now, [{ type, clientId: null, subjectId: newId(now), data }]);
    }
    const messages = await arrived(examples.length);
    expect(messages.every((message) => isSigned(message, secret))).toBe(true);
    const sent = new Map(messages.map(({ body }) => [body.type, body.data]));
    for (const { type, data } of examples) expect(sent.get(type)).toEqual(data);
  });
});

describe('a webhook that fails for five days', () => {
  it('is switched off, and those who may mend it are told', async () => {
    const { id: webhookId } = await subscribe(['client.changed']);
    receiver.answer = { status: 500 };
    const { id } = await subscriber(app, { tariffId });
    await rename(id, 'Початок');
    await tried(webhookId, 1);
    await rename(id, 'Чекає');
    // Signing in below makes new people, whom the end may come too early for.
    const [told, untold] = [[admin.email, keeper.email], reader.email];
    app.clock.advance(5 * 86_400);
    await signIn();
    const webhook = await until('the end', async () => {
      const { data } = (await call('GET', `webhooks/${webhookId}`)).body;
      return !data.enabled && data;
    });
    expect(webhook).toMatchObject({ enabled: false, waiting: 0 });
    expect(webhook.off_at).not.toBeNull();
    expect((await deliveriesOf(webhookId)).map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'failed',
    ]);
    const mails = await db()
      .selectFrom('emails')
      .select(['to_address', 'data'])
      .where('kind', '=', 'webhook_off')
      .execute();
    const addresses = mails.map(({ to_address }) => to_address);
    expect(addresses).toEqual(expect.arrayContaining(told));
    expect(addresses).not.toContain(untold);
    expect(mails[0]!.data).toMatchObject({ address: receiver.url });
    const log = await call('GET', 'audit?filter[action][eq]=webhook.off');
    expect(log.body.data[0]).toMatchObject({ actor: { kind: 'system' }, subject: { id: webhookId } });

    const [failed] = await deliveriesOf(webhookId);
    for (const path of [`webhooks/${webhookId}/test`, `webhook-deliveries/${failed.id}/resend`]) {
      const refused = await call('POST', path);
      expect([refused.status, refused.body.code]).toEqual([409, 'webhook_off']);
    }
    const on = await call('PUT', `webhooks/${webhookId}`, { enabled: true });
    expect(on.body.data).toMatchObject({ enabled: true, off_at: null, failing_since: null });
  });
});

describe('a secret', () => {
  it('is shown once, sealed in the database, and replaced with both valid for a day', async () => {
    const { id, secret } = await subscribe(['client.changed']);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect((await call('GET', `webhooks/${id}`)).body.data).not.toHaveProperty('secret');
    const row = await db().selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
    const rotated = await call('POST', `webhooks/${id}/rotate`);
    const next = rotated.body.data.secret;
    expect(next).not.toBe(secret);
    const client = (await subscriber(app, { tariffId })).id;
    await rename(client, 'Обидва');
    const [both] = await arrived(1);
    expect([isSigned(both!, secret), isSigned(both!, next)]).toEqual([true, true]);
    app.clock.advance(24 * 3600);
    await signIn();
    await rename(client, 'Лише новий');
    const [, only] = await arrived(2);
    expect([isSigned(only!, secret), isSigned(only!, next)]).toEqual([false, true]);
  });
});

describe('a test message', () => {
  it('is sent once, and says nothing of anybody', async () => {
    const { id, secret } = await subscribe(['client.changed']);
    receiver.answer = { status: 500 };
    const answer = await call('POST', `webhooks/${id}/test`, {});
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      { type: 'webhook.test', status: 'waiting' },
    ]);
    const [message] = await arrived(1);
    expect(isSigned(message!, secret)).toBe(true);
    expect(message!.body).toMatchObject({ type: 'webhook.test', data: { id, url: receiver.url } });
    expect(await tried(id, 1)).toMatchObject({ status: 'failed' });
    expect((await call('GET', `webhooks/${id}`)).body.data.failing_since).toBeNull();
  });
});

describe('webhooks', () => {
  it('are kept by those who may, with a trace in the audit log', async () => {
    const body = { url: receiver.url, events: ['client.deleted', 'client.changed'] };
    const created = await call('POST', 'webhooks', body, keeper);
    expect([created.status, created.body.data]).toMatchObject([
      201,
      { url: receiver.url, events: ['client.changed', 'client.deleted'], enabled: true, waiting: 0 },
    ]);
    const { id, updated_at } = created.body.data;
    expect((await call('GET', 'webhooks', undefined, reader)).body.data).toMatchObject([{ id }]);
    const changed = await call('PUT', `webhooks/${id}`, { events: ['client.changed'], updated_at }, keeper);
    expect(changed.body.data.events).toEqual(['client.changed']);
    const stale = await call('PUT', `webhooks/${id}`, { enabled: false, updated_at }, keeper);
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect((await call('DELETE', `webhooks/${id}`, undefined, keeper)).status).toBe(200);
    expect((await call('DELETE', `webhooks/${id}`, undefined, keeper)).status).toBe(404);
    const log = await call('GET', `audit?filter[subject_id][eq]=${id}&sort[at]=asc`);
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'webhook.create',
      'webhook.change',
      'webhook.delete',
    ]);
  });

  it.each([
    ['nothing', {}, ['url', 'events']],
    ['no address', { url: 'here', events: ['client.changed'] }, ['url']],
    ['another scheme', { url: 'ftp://example.com', events: ['client.changed'] }, ['url']],
    ['a password in it', { url: 'https://a:b@example.com', events: ['client.changed'] }, ['url']],
    ['no event', { url: 'https://example.com', events: [] }, ['events']],
    ['an unknown event', { url: 'https://example.com', events: ['client.born'] }, ['events.0']],
    ['a secret', { url: 'https://example.com', events: ['client.changed'], secret: 'x' }, ['secret']],
  ])('refuse %s', async (_, body, fields) => {
    const answer = await call('POST', 'webhooks', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });

  it('send only what their maker may read', async () => {
    const body = { url: receiver.url, events: ['payment.succeeded'] };
    const refused = await call('POST', 'webhooks', body, keeper);
    expect([refused.status, refused.body.code]).toEqual([403, 'above_own_permissions']);
    const { id } = await subscribe(['payment.succeeded']);
    expect((await call('PUT', `webhooks/${id}`, { url: 'https://example.com' }, keeper)).status).toBe(403);
    expect((await call('POST', `webhooks/${id}/rotate`, {}, keeper)).status).toBe(403);
    expect((await call('PUT', `webhooks/${id}`, { enabled: false }, keeper)).status).toBe(200);
  });

  it('lead nobody to messages of before whom they may not read, however the events are narrowed', async () => {
    const warden = await staffMember(app, { permissions: ['webhooks.write'] });
    const { id } = await subscribe(['client.changed', 'payment.succeeded']);
    await rename((await subscriber(app, { tariffId })).id, 'Таємниця');
    await tried(id, 1);
    const refused = async (method: string, path: string, body: object, by: Person) => {
      const answer = await call(method, path, body, by);
      expect([answer.status, answer.body.code], path).toEqual([403, 'above_own_permissions']);
    };
    // Nobody has to read what is not sent any more, but the messages of before are there, to be sent again.
    const cashier = await staffMember(app, { permissions: ['webhooks.write', 'payments.read'] });
    expect((await call('PUT', `webhooks/${id}`, { events: ['payment.succeeded'] }, cashier)).status).toBe(
      200,
    );
    await refused('PUT', `webhooks/${id}`, { url: 'https://example.com' }, cashier);
    await refused('POST', `webhooks/${id}/rotate`, {}, cashier);
    expect((await call('PUT', `webhooks/${id}`, { enabled: false }, warden)).status).toBe(200);
    const both = await staffMember(app, { permissions: ['webhooks.write', 'payments.read', 'clients.read'] });
    expect((await call('PUT', `webhooks/${id}`, { url: 'https://example.com' }, both)).status).toBe(200);
  });

  it('tell of alarms, which name clients, addresses and payers, only for who may know of each', async () => {
    const body = { url: receiver.url, events: ['alarm.raised'] };
    const kinds = ['clients.read', 'settings.read', 'payments.read', 'reports.read'] as const;
    for (const missing of kinds) {
      const permissions = ['webhooks.write' as const, ...kinds.filter((one) => one !== missing)];
      const refused = await call('POST', 'webhooks', body, await staffMember(app, { permissions }));
      expect([refused.status, refused.body.code], missing).toEqual([403, 'above_own_permissions']);
    }
    const whole = await staffMember(app, { permissions: ['webhooks.write', ...kinds] });
    expect((await call('POST', 'webhooks', body, whole)).status).toBe(201);
  });

  it('need the right to write, and to read', async () => {
    const { id } = await subscribe(['client.changed']);
    const body = { url: receiver.url, events: ['client.changed'] };
    for (const person of [reader, readOnly, stranger]) {
      expect((await call('POST', 'webhooks', body, person)).status).toBe(403);
      expect((await call('PUT', `webhooks/${id}`, { enabled: false }, person)).status).toBe(403);
      expect((await call('POST', `webhooks/${id}/test`, {}, person)).status).toBe(403);
    }
    expect((await call('GET', `webhooks/${id}/deliveries`, undefined, readOnly)).status).toBe(200);
    expect((await call('GET', 'webhooks', undefined, stranger)).status).toBe(403);
  });

  it('are unknown where they are', async () => {
    for (const [method, path] of [
      ['GET', `webhooks/${nobody}`],
      ['PUT', `webhooks/${nobody}`],
      ['POST', `webhooks/${nobody}/rotate`],
      ['POST', `webhooks/${nobody}/test`],
      ['GET', `webhooks/${nobody}/deliveries`],
      ['POST', `webhook-deliveries/${nobody}/resend`],
    ] as const) {
      expect((await call(method, path, method === 'GET' ? undefined : {})).status).toBe(404);
    }
  });
});

describe('the command events listen', () => {
  it('prints events as they happen, and leaves nothing behind', async () => {
    const words = ['events', 'listen', '--types', 'client.changed', '--count', '2'];
    const listening = cli(words, environmentOf(app), app.clock);
    await until('the listener', () => db().selectFrom('event_listeners').select('id').executeTakeFirst());
    const { id } = await subscriber(app, { tariffId });
    await rename(id, 'Раз');
    await call('PUT', `clients/${id}`, { status: 'blocked' });
    await rename(id, 'Два');
    const { code, out } = await listening;
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, lines]).toMatchObject([
      0,
      [
        { type: 'client.changed', data: { id } },
        { type: 'client.changed', data: { id } },
      ],
    ]);
    expect(await db().selectFrom('event_listeners').select('id').execute()).toEqual([]);
  });

  it('names a type that there is not', async () => {
    const { code, err } = await cli(['events', 'listen', '--types', 'client.born']);
    expect([code, err]).toEqual([2, expect.stringContaining('"client.born" is no type of event')]);
  });
});

describe('a private address', () => {
  it('is refused at once where it is written, and when it is called where a name leads there', async () => {
    const strict = await startApp({ ROLES: 'web,worker' });
    try {
      const { token } = await staffMember(strict);
      const add = (url: string) =>
        strict.call('POST', '/api/admin/webhooks', { token, body: { url, events: ['client.changed'] } });
      for (const url of ['http://127.0.0.1/', 'http://[::1]/', 'https://localhost/', 'http://10.1.2.3/']) {
        expect(Object.keys((await add(url)).body.errors)).toEqual(['url']);
      }
    } finally {
      await strict.close();
    }
  });
});
