import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suspensionEmailSeconds } from '#contract/entities/client.ts';
import { deliverEmail } from '#server/mail/deliver-email.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  tariffId = await newTariff(app);
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown, { token } = admin) =>
  app.call(method, `/api/admin/clients/${path}`, {
    token,
    locale: 'en',
    ...(body !== undefined && { body }),
  });
const list = (query: string) => app.call('GET', `/api/admin/clients?${query}`, admin);
const newClient = async () => (await subscriber(app, { tariffId, balance: 20_000 })).id;
const lastEntry = async (id: string) => (await call('GET', `${id}/activity?limit=1`)).body.data[0];

describe('a block with a reason', () => {
  it('keeps the reason until a colleague lifts the block, and says it in the activity', async () => {
    const id = await newClient();
    const blocked = await call('PUT', id, { status: 'blocked', reason: '  Chargeback of the card  ' });
    expect(blocked.body.data).toMatchObject({ status: 'blocked', block_reason: 'Chargeback of the card' });
    expect((await lastEntry(id)).changes).toContainEqual({
      field: 'block_reason',
      before: null,
      after: 'Chargeback of the card',
    });
    const found = await app.call('GET', `/api/admin/clients?filter[block_reason][ilike]=%chargeback%`, admin);
    expect(found.body.data.map((row: { id: string }) => row.id)).toEqual([id]);
    const lifted = await call('PUT', id, { status: 'active' });
    expect(lifted.body.data).toMatchObject({ blocked_by_hand: false, block_reason: null });
  });

  it('blocks without one too, and takes one later', async () => {
    const id = await newClient();
    expect((await call('PUT', id, { status: 'blocked' })).body.data.block_reason).toBeNull();
    expect((await call('PUT', id, { status: 'blocked', reason: 'Fraud' })).body.data.block_reason).toBe(
      'Fraud',
    );
    // Blocking again without a word about it keeps it.
    expect((await call('PUT', id, { status: 'blocked' })).body.data.block_reason).toBe('Fraud');
    expect((await call('PUT', id, { status: 'blocked', reason: '' })).body.data.block_reason).toBeNull();
  });

  it.each([
    ['without a block', { reason: 'Why' }],
    ['of an unblocking', { status: 'active', reason: 'Why' }],
    ['that is too long', { status: 'blocked', reason: 'a'.repeat(256) }],
    ['of several lines', { status: 'blocked', reason: 'a\nb' }],
    ['that is no text', { status: 'blocked', reason: 5 }],
  ])('refuses a reason %s', async (_, body) => {
    const answer = await call('PUT', await newClient(), body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['reason']]);
  });

  it('needs the right to write', async () => {
    const reader = await staffMember(app, { permissions: ['clients.read'] });
    const readOnly = await staffMember(app, { permissions: ['clients.write', 'read_only'] });
    const id = await newClient();
    for (const person of [reader, readOnly]) {
      expect((await call('PUT', id, { status: 'blocked', reason: 'Why' }, person)).status).toBe(403);
    }
  });
});

describe('a deletion with a reason', () => {
  it('keeps the reason until the client is restored, and says it in the activity', async () => {
    const id = await newClient();
    expect((await call('DELETE', `${id}/delete`, { reason: 'Asked for it' })).status).toBe(200);
    expect((await call('GET', id)).body.data.deleted_reason).toBe('Asked for it');
    expect((await lastEntry(id)).changes).toEqual([{ field: 'reason', before: null, after: 'Asked for it' }]);
    expect((await call('POST', `${id}/restore`, {})).body.data.deleted_reason).toBeNull();
  });

  it('is said in the list with who deleted, and with nobody where time did', async () => {
    const colleague = await staffMember(app, { permissions: ['clients.read', 'clients.delete'] });
    const [id, expired, live] = [await newClient(), await newClient(), await newClient()];
    expect((await call('DELETE', `${id}/delete`, undefined, colleague)).status).toBe(200);
    const { db } = app.platform.database;
    await db.updateTable('clients').set({ deleted_at: app.clock.now() }).where('id', '=', expired).execute();
    const listed = await list(`with_trashed=1&filter[id][in]=${id},${expired},${live}`);
    expect(listed.status, JSON.stringify(listed.body)).toBe(200);
    const deleters = Object.fromEntries(
      listed.body.data.map((row: { id: string; deleted_by: unknown }) => [row.id, row.deleted_by]),
    );
    const by = (await app.call('GET', '/api/admin/auth/me', colleague)).body.data;
    expect(deleters).toEqual({
      [id]: { id: colleague.id, name: by.name },
      [expired]: null,
      [live]: null,
    });
    expect((await call('GET', id)).body.data.deleted_by).toEqual(deleters[id]);
    const file = await list(`format=csv&with_trashed=1&columns=deleted_by&filter[id][in]=${id},${live}`);
    expect(String(file.body)).toContain(by.name);
    expect((await list('sort[deleted_by]=asc')).status).toBe(422);
    await call('POST', `${id}/restore`, {});
    expect((await call('GET', id)).body.data.deleted_by).toBeNull();
  });

  it.each([
    ['nothing', undefined],
    ['an empty body', {}],
    ['an empty one', { reason: '' }],
  ])('deletes with %s', async (_, body) => {
    const id = await newClient();
    expect((await call('DELETE', `${id}/delete`, body)).status).toBe(200);
    expect((await call('GET', id)).body.data.deleted_reason).toBeNull();
    expect((await lastEntry(id)).changes).toEqual([]);
  });

  it.each([
    [{ reason: 'a'.repeat(256) }, 'reason'],
    [{ why: 'x' }, 'why'],
  ])('refuses %o', async (body, field) => {
    const id = await newClient();
    const answer = await call('DELETE', `${id}/delete`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect((await call('GET', id)).body.data.deleted_at).toBeNull();
  });
});

describe('a suspension that is undone', () => {
  /** What the client is told of it, with the state of each email. */
  const told = async (id: string) => {
    const rows = await app.platform.database.db
      .selectFrom('emails')
      .select(['id', 'kind', 'status', 'created_at', 'leased_until'])
      .where('client_id', '=', id)
      .where('kind', 'in', ['access_stopped', 'access_resumed'])
      .orderBy('created_at')
      .execute();
    return rows;
  };
  const kinds = async (id: string) => (await told(id)).map(({ kind, status }) => `${kind} ${status}`);
  const undoneBulk = async (ids: string[]) => {
    const over = (run: string, status: string) =>
      until(`a run that is ${status}`, async () => {
        const { body } = await app.call('GET', `/api/admin/bulk/${run}`, { token: admin.token });
        return body.data.status === status;
      });
    const begun = await call('POST', 'bulk', { act: 'block', input: { reason: 'Wrong list' }, ids });
    const run = begun.body.data.id;
    await over(run, 'done');
    const held = await Promise.all(ids.map(kinds));
    await app.call('POST', `/api/admin/bulk/${run}/undo`, { token: admin.token });
    await over(run, 'undone');
    return held;
  };

  it('is told to nobody: its email waits, and neither it nor another one is sent', async () => {
    const id = await newClient();
    await call('PUT', id, { status: 'blocked', reason: 'Wrong client' });
    const [waiting] = await told(id);
    expect(waiting).toMatchObject({ kind: 'access_stopped', status: 'queued' });
    const waits = (waiting?.leased_until?.getTime() ?? 0) - (waiting?.created_at.getTime() ?? 0);
    expect(waits).toBe(suspensionEmailSeconds * 1000);
    expect((await call('PUT', id, { status: 'active' })).body.data.status).toBe('active');
    expect(await told(id)).toEqual([]);
    // Its job finds nothing to send.
    await deliverEmail(app.platform.mail, waiting?.id ?? '');
    expect(await told(id)).toEqual([]);
  });

  it('and made again is told once', async () => {
    const id = await newClient();
    for (const status of ['blocked', 'active', 'blocked']) await call('PUT', id, { status });
    expect(await kinds(id)).toEqual(['access_stopped queued']);
  });

  it('after its email was sent is told too', async () => {
    const id = await newClient();
    await call('PUT', id, { status: 'blocked' });
    const [waiting] = await told(id);
    await deliverEmail(app.platform.mail, waiting?.id ?? '');
    await call('PUT', id, { status: 'active' });
    expect((await told(id)).map(({ kind }) => kind)).toEqual(['access_stopped', 'access_resumed']);
  });

  it('together with others is told to none of them', async () => {
    const ids = [await newClient(), await newClient()];
    expect(await undoneBulk(ids)).toEqual([['access_stopped queued'], ['access_stopped queued']]);
    for (const id of ids) expect(await told(id)).toEqual([]);
  });
});
