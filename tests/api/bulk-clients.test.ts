import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recoverBulk, runBulk } from '#server/bulk/run-bulk.ts';
import { clientBulk } from '#server/clients/bulk/client-bulk.ts';
import type { Db } from '#server/db/tables.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { customerWithCabinet, type Person, staffMember } from '#tests/support/people.ts';
import { lineBehind } from '#tests/support/races/waits-for-lock.ts';
import { newTariff, subscriber, type SubscriberOptions } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Оля Адмін' });
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown, { token } = admin, headers = {}) =>
  app.call(method, `/api/admin/${path}`, {
    token,
    locale: 'en',
    headers,
    ...(body !== undefined && { body }),
  });
const bulk = (body: object, who?: Person, headers?: object) =>
  call('POST', 'clients/bulk', body, who, headers);
const clients = (count: number, options: Partial<SubscriberOptions> = {}) =>
  Promise.all(
    Array.from(
      { length: count },
      async () => (await subscriber(app, { tariffId, balance: 20_000, ...options })).id,
    ),
  );
const clientOf = async (id: string) => (await call('GET', `clients/${id}`)).body.data;
const runOf = async (id: string) => (await call('GET', `bulk/${id}`)).body.data;
const ended = (id: string) =>
  until('the end of the run', async () => {
    const run = await runOf(id);
    return ['done', 'stopped', 'undone'].includes(run.status) && run;
  });
/** By the client's id: result and code. */
const rowsOf = async (id: string) => {
  const { body } = await call('GET', `bulk/${id}/rows?limit=200`);
  return new Map<string, [string, string | null]>(
    body.data.map((row: { client: { id: string }; result: string; code: string | null }) => [
      row.client.id,
      [row.result, row.code],
    ]),
  );
};
const done = async (body: object, who?: Person) => {
  const answer = await bulk(body, who);
  expect(answer.status).toBe(202);
  return ended(answer.body.data.id);
};
const undone = async (id: string) => {
  expect((await call('POST', `bulk/${id}/undo`)).status).toBe(200);
  return ended(id);
};
const statusOf = async (id: string) => (await clientOf(id)).status;
const nobody = '01890000-0000-7000-8000-000000000000';

describe('a dry run', () => {
  it('says who will change, who can’t and why, and changes nothing', async () => {
    const [fine, blocked, deleted] = await clients(3);
    await call('PUT', `clients/${blocked}`, { status: 'blocked' });
    await call('DELETE', `clients/${deleted}/delete`);
    const ids = [fine, blocked, deleted, nobody];
    const { status, body } = await bulk({ act: 'block', input: { reason: 'Test' }, ids, dry_run: true });
    expect([status, body.data.total, body.data.will]).toEqual([200, 4, 1]);
    expect(body.data.wont.map(({ code }: { code: string }) => code).sort()).toEqual([
      'already_blocked',
      'deleted',
      'not_found',
    ]);
    const leftOf = (wanted: string) =>
      body.data.wont.find(({ code }: { code: string }) => code === wanted)?.sample;
    const { name } = await clientOf(blocked ?? '');
    expect(leftOf('already_blocked')).toEqual([{ id: blocked, name }]);
    expect(leftOf('not_found')).toEqual([]);
    expect(body.data.sample).toEqual([
      {
        client: { id: fine, name: expect.any(String) },
        changes: [{ field: 'status', before: 'active', after: 'blocked' }],
      },
    ]);
    expect(await statusOf(fine ?? '')).toBe('active');
  });

  it('names the first few of those who stay, and counts all of them', async () => {
    const blocked = await clients(5);
    await Promise.all(blocked.map((id) => call('PUT', `clients/${id}`, { status: 'blocked' })));
    const { body } = await bulk({ act: 'block', input: { reason: 'Test' }, ids: blocked, dry_run: true });
    expect(body.data.wont).toEqual([
      {
        code: 'already_blocked',
        count: 5,
        sample: blocked.slice(0, 3).map((id) => ({ id, name: expect.any(String) })),
      },
    ]);
  });

  it('sums up what a new tariff moves, and names whose balance is too low', async () => {
    const dear = await newTariff(app, { month: 15_000 });
    const rich = await clients(2);
    const poor = await clients(1, { balance: 100 });
    const input = { tariff_id: dear, when: 'now' };
    const { body } = await bulk({ act: 'tariff', input, ids: [...rich, ...poor], dry_run: true });
    expect(body.data).toMatchObject({
      will: 2,
      wont: [{ code: 'balance_too_low', count: 1 }],
      money: { charge: 30_000 },
    });
  });
});

describe('an act', () => {
  it('changes all of a filter, in the name of who asked, and is undone', async () => {
    const manager = await staffMember(app, { name: 'Менеджер' });
    const other = await newTariff(app);
    const ids = await clients(3, { tariffId: other });
    const query = `filter[tariff_id][eq]=${other}`;
    const run = await done({ act: 'manager', input: { manager_id: manager.id }, query, total: 3 });
    expect(run).toMatchObject({ status: 'done', total: 3, done: 3, skipped: 0, failed: 0 });
    for (const id of ids) expect((await clientOf(id)).manager.id).toBe(manager.id);
    const { body } = await call('GET', `clients/${ids[0]}/activity?limit=1`);
    expect(body.data[0]).toMatchObject({ action: 'client.change', actor: { name: 'Оля Адмін' } });
    const back = await undone(run.id);
    expect(back).toMatchObject({ status: 'undone', undone: 3, done: 0, undo_until: null });
    for (const id of ids) expect((await clientOf(id)).manager).toBeNull();
    expect((await call('POST', `bulk/${run.id}/undo`)).body.code).toBe('undo_over');
  });

  it('leaves rows that changed since the dry run, and says why', async () => {
    const [one, two] = await clients(2);
    const request = { act: 'block', input: {}, ids: [one, two] };
    expect((await bulk({ ...request, dry_run: true })).body.data.will).toBe(2);
    await call('PUT', `clients/${two}`, { status: 'blocked' });
    const run = await done(request);
    expect(run).toMatchObject({ done: 1, skipped: 1 });
    expect((await rowsOf(run.id)).get(two ?? '')).toEqual(['skipped', 'already_blocked']);
  });

  it('is refused when its filter finds others than in the dry run', async () => {
    const other = await newTariff(app);
    await clients(1, { tariffId: other });
    const request = { act: 'unblock', input: {}, query: `filter[tariff_id][eq]=${other}`, total: 2 };
    const answer = await bulk(request);
    expect([answer.status, answer.body.code]).toEqual([409, 'selection_changed']);
  });

  it('is begun once for a key', async () => {
    const [id] = await clients(1, { status: 'trial' });
    const before = (await clientOf(id ?? '')).trialEnds;
    const body = { act: 'prolong', input: { days: 7 }, ids: [id] };
    const headers = { 'idempotency-key': 'bulk-1' };
    const answers = await Promise.all([bulk(body, admin, headers), bulk(body, admin, headers)]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    await ended(answers[0]?.body.data.id);
    const days = (Date.parse((await clientOf(id ?? '')).trialEnds) - Date.parse(before)) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  it('moves the end of periods, and back to the very end that was', async () => {
    const [trial, active] = [...(await clients(1, { status: 'trial' })), ...(await clients(1))];
    const late = await clients(1, { status: 'grace', endsIn: -2, balance: 0 });
    const ids = [trial, active, ...late];
    const ends = await Promise.all([trial, active].map(async (id) => (await clientOf(id ?? '')).trialEnds));
    const run = await done({ act: 'prolong', input: { days: 10 }, ids });
    expect(run).toMatchObject({ done: 2, skipped: 1 });
    expect((await rowsOf(run.id)).get(late[0] ?? '')).toEqual(['skipped', 'no_period']);
    await undone(run.id);
    const after = await Promise.all([trial, active].map(async (id) => (await clientOf(id ?? '')).trialEnds));
    expect(after).toEqual(ends);
    // An end that moves back is no extension.
    const { body } = await call('GET', `clients/${trial}/timeline?filter[kind][in]=change&limit=2`);
    expect(body.data.map(({ verb }: { verb: string }) => verb)).toEqual([
      'client.prolong_undone',
      'client.prolong',
    ]);
  });

  it('resumes those whom a colleague suspended, and suspends them again with their reason', async () => {
    const [held, same, other] = await clients(3);
    for (const id of [held, same])
      await call('PUT', `clients/${id}`, {
        status: 'blocked',
        reason: 'Chargeback',
      });
    const run = await done({
      act: 'unblock',
      input: {},
      ids: [held, same, other],
    });
    expect(run).toMatchObject({ done: 2, skipped: 1 });
    expect((await rowsOf(run.id)).get(other ?? '')).toEqual(['skipped', 'not_blocked']);
    expect([await statusOf(held ?? ''), await statusOf(same ?? '')]).toEqual(['active', 'active']);
    expect(await undone(run.id)).toMatchObject({ undone: 2 });
    expect(await clientOf(held ?? '')).toMatchObject({
      status: 'blocked',
      block_reason: 'Chargeback',
    });
    expect(await statusOf(other ?? '')).toBe('active');
  });

  it('adds and removes tags, and restores those that were', async () => {
    const tag = async (name: string) => (await call('POST', 'tags', { name, color: 'red' })).body.data.id;
    const [vip, late] = [await tag('Bulk VIP'), await tag('Bulk late')];
    const [one, two] = await clients(2);
    await call('PUT', `clients/${one}`, { tag_ids: [late] });
    const run = await done({ act: 'tags', input: { add: [vip], remove: [late] }, ids: [one, two] });
    const tagsOf = async (id = '') => (await clientOf(id)).tags.map(({ id: own }: { id: string }) => own);
    expect(await tagsOf(one)).toEqual([vip]);
    await undone(run.id);
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([[late], []]);
  });

  it('plans another tariff and takes it back, but returns no money', async () => {
    const cheap = await newTariff(app, { month: 5_000 });
    const ids = await clients(2);
    const planned = await done({ act: 'tariff', input: { tariff_id: cheap }, ids });
    expect((await clientOf(ids[0] ?? '')).next_tariff.id).toBe(cheap);
    await undone(planned.id);
    expect((await clientOf(ids[0] ?? '')).next_tariff).toBeNull();
    const now = await done({ act: 'tariff', input: { tariff_id: cheap, when: 'now' }, ids });
    expect((await clientOf(ids[0] ?? '')).tariff_id).toBe(cheap);
    const back = await undone(now.id);
    expect(back).toMatchObject({ undone: 0, done: 2 });
    expect((await rowsOf(now.id)).get(ids[0] ?? '')).toEqual(['done', 'money_moved']);
  });

  it('deletes with a reason, restores, and deletes again with the same reason', async () => {
    const ids = await clients(2);
    await done({ act: 'delete', input: { reason: 'Closed' }, ids });
    expect((await clientOf(ids[0] ?? '')).deleted_reason).toBe('Closed');
    const restored = await done({ act: 'restore', input: {}, ids });
    expect(restored.done).toBe(2);
    await undone(restored.id);
    expect((await clientOf(ids[0] ?? '')).deleted_reason).toBe('Closed');
  });

  it('writes an e-mail to confirmed addresses, and can’t unwrite it', async () => {
    const [fine] = await clients(1);
    const [strange] = await clients(1, { more: { confirmed_at: null } });
    const input = {
      subject: 'Works on Sunday',
      body: 'We are closed.\n\nSee <b>you</b> on Monday.\nAt 9..11 o’clock.',
    };
    const run = await done({ act: 'notify', input, ids: [fine, strange] });
    expect(run).toMatchObject({ done: 1, skipped: 1, undo_until: null });
    const { body } = await call('GET', `emails?filter[client_id][eq]=${fine}`);
    expect(body.data[0]).toMatchObject({ kind: 'message', subject: 'Works on Sunday' });
    const { html } = (await call('GET', `emails/${body.data[0].id}`)).body.data;
    expect(html).toContain('See &lt;b&gt;you&lt;/b&gt; on Monday.\nAt 9..11 o’clock.');
    expect(html).toMatch(/white-space:\s*pre-line[^>]*>See /);
    expect((await call('POST', `bulk/${run.id}/undo`)).body.code).toBe('undo_over');
  });
});

describe('an undo', () => {
  it('finds clients as the run left them, though their cabinets were suspended since', async () => {
    const { id } = await customerWithCabinet(app);
    const cabinet = (status: string) =>
      until(`a cabinet that is ${status}`, async () => (await clientOf(id)).cabinet_status === status);
    await cabinet('active');
    const run = await done({ act: 'block', input: { reason: 'Wrong list' }, ids: [id] });
    expect(run).toMatchObject({ done: 1 });
    await cabinet('suspended');
    expect(await undone(run.id)).toMatchObject({ undone: 1 });
    await cabinet('active');
    expect(await statusOf(id)).toBe('trial');
  });

  it('leaves rows that somebody changed since, and names them', async () => {
    const [same, changed] = await clients(2);
    const run = await done({ act: 'block', input: { reason: 'Wrong list' }, ids: [same, changed] });
    await call('PUT', `clients/${changed}`, { contact_person: 'Олена' });
    const back = await undone(run.id);
    expect(back).toMatchObject({ undone: 1, done: 1 });
    expect((await rowsOf(run.id)).get(changed ?? '')).toEqual(['done', 'changed_since']);
    expect([await statusOf(same ?? ''), await statusOf(changed ?? '')]).toEqual(['active', 'blocked']);
  });
});

describe('a run', () => {
  /** Begins a run while its clients' rows are held, and acts once the worker waits for the first of them. */
  const whileHeld = <Done>(
    held: string[],
    begin: () => ReturnType<typeof bulk>,
    act: (id: string, line: () => Promise<number[]>, tx: Db) => Promise<Done>,
  ) => {
    const { db, pool } = app.platform.database;
    return db.transaction().execute(async (tx) => {
      await tx.selectFrom('clients').select('id').where('id', 'in', held).forUpdate().execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const line = () => lineBehind(pool, rows[0]?.pid ?? 0);
      const { id } = (await begin()).body.data;
      await until('a worker at a row', async () => (await line()).length > 0);
      return act(id, line, tx);
    });
  };
  /** A run whose worker has died at its first row, and whose job is lost. */
  const abandoned = (
    ids: string[],
    body: object = { act: 'block', input: {} },
    begin = () => bulk({ ...body, ids }),
  ) =>
    whileHeld(ids, begin, async (id, line, tx) => {
      await sql`delete from jobs.job where data->>'runId' = ${id}`.execute(tx);
      for (const pid of await line()) await sql`select pg_terminate_backend(${pid})`.execute(tx);
      return id;
    });

  /** Three times 25 rows are at work at once. */
  const atWork = { rows: 75, all: 80, lanes: 3 };
  const expectRest = async (id: string, ids: readonly string[], code: string) => {
    const rows = await rowsOf(id);
    expect(ids.map((one) => rows.get(one)?.join(' ').trim())).toEqual([
      ...Array.from({ length: atWork.rows }, () => 'done'),
      ...Array.from({ length: atWork.all - atWork.rows }, () => `skipped ${code}`),
    ]);
  };

  it('is stopped: what is done stays done, the rest is left', async () => {
    const ids = await clients(atWork.all);
    const { id, answer } = await whileHeld(
      ids,
      () => bulk({ act: 'block', input: {}, ids }),
      async (run, line, tx) => {
        await until('all that are at work at once', async () => (await line()).length === atWork.lanes);
        const stopping = call('POST', `bulk/${run}/stop`);
        await until('the stop behind them', async () => (await line()).length === atWork.lanes + 1);
        // The worker may take no other row once the stop waits for those that it is at.
        const free = await tx
          .selectFrom('bulk_rows')
          .select('id')
          .where('run_id', '=', run)
          .where('result', 'is', null)
          .forUpdate()
          .skipLocked()
          .execute();
        expect(free).toEqual([]);
        return { id: run as string, answer: { stopping } };
      },
    );
    const stopped = await answer.stopping;
    expect(stopped.status).toBe(200);
    expect(stopped.body.data).toMatchObject({ status: 'stopped', done: 75, skipped: 5 });
    expect(await runOf(id)).toEqual(stopped.body.data);
    await expectRest(id, ids, 'stopped');
    expect((await call('POST', `bulk/${id}/stop`)).body.code).toBe('bulk_over');
    expect((await undone(id)).undone).toBe(75);
  });

  it('whose worker died and whose job is lost is taken up again', async () => {
    const ids = await clients(3);
    const id = await abandoned(ids);
    expect(await runOf(id)).toMatchObject({ status: 'running', done: 0 });
    const { rows } = await sql`select from jobs.job where data->>'runId' = ${id}`.execute(
      app.platform.database.db,
    );
    expect(rows).toEqual([]);
    await recoverBulk(app.platform);
    expect(await ended(id)).toMatchObject({ status: 'done', done: 3 });
    for (const one of ids) expect(await statusOf(one)).toBe('blocked');
  });

  it('goes on with an undo whose worker died and whose job is lost', async () => {
    const ids = await clients(3);
    const run = await done({
      act: 'block',
      input: { reason: 'Wrong list' },
      ids,
    });
    const id = await abandoned(ids, {}, () => call('POST', `bulk/${run.id}/undo`));
    expect(id).toBe(run.id);
    expect(await runOf(id)).toMatchObject({ status: 'undoing', undone: 0 });
    await recoverBulk(app.platform);
    expect(await ended(id)).toMatchObject({
      status: 'undone',
      undone: 3,
      done: 0,
    });
    for (const one of ids) expect(await statusOf(one)).toBe('active');
  });

  it('does each row once, however many workers take it up', async () => {
    const ids = await clients(5, { status: 'trial' });
    const before = (await clientOf(ids[0] ?? '')).trialEnds;
    const id = await abandoned(ids, { act: 'prolong', input: { days: 3 } });
    const nouns = [clientBulk(app.platform)];
    await Promise.all([
      recoverBulk(app.platform),
      runBulk(app.platform, nouns, id),
      runBulk(app.platform, nouns, id),
    ]);
    expect(await ended(id)).toMatchObject({ status: 'done', done: 5 });
    const days = (Date.parse((await clientOf(ids[0] ?? '')).trialEnds) - Date.parse(before)) / 86_400_000;
    expect(Math.round(days)).toBe(3);
  });

  it('ends when who asked for it may no longer do it', async () => {
    const ids = await clients(atWork.all);
    const colleague = await staffMember(app, { permissions: ['clients.write'] });
    const id = await whileHeld(
      ids,
      () => bulk({ act: 'block', input: {}, ids }, colleague),
      async (run, line) => {
        await until('all that are at work at once', async () => (await line()).length === atWork.lanes);
        await call('PUT', `users/${colleague.id}`, { permissions: ['clients.read'] });
        return run as string;
      },
    );
    expect((await ended(id)).status).toBe('stopped');
    await expectRest(id, ids, 'no_permission');
  });

  it('does the others of a row that fails', async () => {
    const ids = await clients(3);
    const { db } = app.platform.database;
    await sql`alter table clients add constraint fails check (id <> ${sql.lit(ids[1])} or status <> 'blocked')`.execute(
      db,
    );
    try {
      const run = await done({ act: 'block', input: {}, ids });
      expect(run).toMatchObject({ status: 'done', done: 2, failed: 1 });
      const rows = await rowsOf(run.id);
      expect(ids.map((one) => rows.get(one))).toEqual([
        ['done', null],
        ['failed', 'internal'],
        ['done', null],
      ]);
      expect((await undone(run.id)).undone).toBe(2);
    } finally {
      await sql`alter table clients drop constraint fails`.execute(db);
    }
  });

  it('lists its rows as a file', async () => {
    const ids = await clients(2);
    const run = await done({ act: 'block', input: {}, ids });
    const { body } = await call('GET', `bulk/${run.id}/rows?format=csv&columns=client_id,result,code`);
    for (const id of ids) expect(body).toContain(`${id},Changed,`);
    const list = await call('GET', 'bulk?filter[act][eq]=block&limit=1');
    expect(list.body.data[0]).toMatchObject({ id: run.id, created_by: { name: 'Оля Адмін' } });
  });
});

describe('a colleague', () => {
  it.each([
    ['prolong', { days: 1 }, 'clients.replenish'],
    ['block', {}, 'clients.write'],
    ['delete', {}, 'clients.delete'],
  ])('needs the right of %s itself', async (act, input, right) => {
    const [id] = await clients(1);
    const others = ['clients.write', 'clients.delete', 'clients.replenish'].filter((one) => one !== right);
    const body = { act, input, ids: [id], dry_run: true };
    const without = await staffMember(app, { permissions: others as never });
    expect((await bulk(body, without)).body.code).toBe('forbidden');
    expect((await bulk(body, await staffMember(app, { permissions: [right] as never }))).status).toBe(200);
    const readOnly = await staffMember(app, { permissions: [right, 'read_only'] as never });
    expect((await bulk(body, readOnly)).body.code).toBe('read_only');
  });

  it('may not stop or undo what they may not do', async () => {
    const [id] = await clients(1);
    const run = await done({ act: 'delete', input: {}, ids: [id] });
    const writer = await staffMember(app, { permissions: ['clients.write'] });
    expect((await call('POST', `bulk/${run.id}/undo`, undefined, writer)).status).toBe(403);
    const stranger = await staffMember(app, { permissions: ['tariffs.read'] });
    expect((await call('GET', `bulk/${run.id}`, undefined, stranger)).status).toBe(403);
    expect((await call('GET', `bulk/${nobody}`)).status).toBe(404);
  });
});

describe('bad input', () => {
  it.each([
    ['neither ids nor query', { act: 'block', input: {} }, 'ids'],
    ['both', { act: 'block', input: {}, ids: [nobody], query: '' }, 'ids'],
    ['an unknown act', { act: 'shout', input: {}, ids: [nobody] }, 'act'],
    ['no days', { act: 'prolong', input: { days: 0 }, ids: [nobody] }, 'input.days'],
    ['an unknown tariff', { act: 'tariff', input: { tariff_id: nobody }, ids: [nobody] }, 'input.tariff_id'],
    [
      'a stranger as manager',
      { act: 'manager', input: { manager_id: nobody }, ids: [nobody] },
      'input.manager_id',
    ],
    ['no tags', { act: 'tags', input: {}, ids: [nobody] }, 'input.add'],
    ['an unknown tag', { act: 'tags', input: { add: [nobody] }, ids: [nobody] }, 'input.add'],
    [
      'an e-mail without text',
      { act: 'notify', input: { subject: 'A', body: ' ' }, ids: [nobody] },
      'input.body',
    ],
    ['a filter that is no filter', { act: 'block', input: {}, query: 'filter[colour][eq]=red' }, 'query'],
    ['a filter that finds nobody', { act: 'block', input: {}, query: `filter[id][eq]=${nobody}` }, 'query'],
    ['an unknown field', { act: 'block', input: {}, ids: [nobody], colour: 'red' }, 'colour'],
  ])('is refused at its field: %s', async (_, body, field) => {
    const answer = await bulk(body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });
});

// Last, because it moves the time.
describe('a day later', () => {
  it('nothing is undone any more', async () => {
    const [id] = await clients(1);
    const run = await done({ act: 'manager', input: { manager_id: admin.id }, ids: [id] });
    app.clock.advance(25 * 3600);
    const later = await staffMember(app);
    expect((await call('POST', `bulk/${run.id}/undo`, undefined, later)).body.code).toBe('undo_over');
  });
});
