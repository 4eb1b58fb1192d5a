import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compareCabinets } from '#server/cabinets/comparison/compare-cabinets.ts';
import { identityOf } from '#server/cabinets/drivers/cabinet-identity.ts';
import { findCabinet } from '#server/cabinets/cabinet-store.ts';
import { continueDraining, drainHost } from '#server/cabinets/hosts/drain-hosts.ts';
import { seenHosts } from '#server/cabinets/hosts/host-store.ts';
import { moveCabinet } from '#server/cabinets/hosts/move-cabinet.ts';
import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import { startCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import type { TestApp } from '#tests/support/app.ts';
import { type RunningHost, startHosts } from '#tests/support/cabinets/cabinet-hosts.ts';
import { visit } from '#tests/support/cabinets/visit.ts';
import { staffMember } from '#tests/support/people.ts';
import { clientRow, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** Several cabinet hosts on one database (decision 213). */
const names = ['a', 'b', 'c'] as const;
let app: TestApp;
let hosts: Record<string, RunningHost>;
let tariffId: string;
beforeAll(async () => {
  ({ app, hosts } = await startHosts(names));
  tariffId = await newTariff(app, { month: 0 });
});
afterAll(() => app.close());
afterEach(async () => {
  for (const name of names) {
    await hosts[name]?.start();
    await drainHost(app.platform, name, false);
  }
});

const db = () => app.platform.database.db;
const at = (name: string): RunningHost => hosts[name] ?? expect.fail(`no host ${name}`);
const work = (id: string) => runTasks(app.platform, id);
const placeOf = (id: string) =>
  db()
    .selectFrom('cabinets')
    .select(['host', 'second_host', 'task'])
    .where('client_id', '=', id)
    .executeTakeFirstOrThrow();
const domainOf = async (id: string) => (await clientRow(app, id)).domain ?? expect.fail('no domain');
const stepsOf = async (id: string, task: 'move' | 'move_back' | 'create') =>
  (await findCabinet(db(), id))?.steps.filter((row) => row.task === task) ?? [];

async function begun(): Promise<string> {
  const { id } = await subscriber(app, { tariffId, status: 'active', endsIn: 20 });
  await db()
    .transaction()
    .execute((tx) => startCabinet(app.platform, tx, id, app.clock.now()));
  return id;
}

/** A cabinet that is open, with one good in it. */
async function opened(): Promise<{ id: string; domain: string; host: string }> {
  const id = await begun();
  await work(id);
  const { host } = await placeOf(id);
  if (!host) return expect.fail('no host');
  const cabinet = new DatabaseSync(at(host).fileOf(id));
  cabinet.exec("INSERT INTO goods (id, name, price, quantity, created_at) VALUES ('1', 'Хліб', 1, 1, 1)");
  cabinet.close();
  return { id, domain: await domainOf(id), host };
}

function goodsAt(host: string, id: string): unknown[] {
  const cabinet = new DatabaseSync(at(host).fileOf(id), { readOnly: true });
  const goods = cabinet.prepare('SELECT name FROM goods').all();
  cabinet.close();
  return goods;
}

/** The status of the health check at each host, as a proxy may choose any. */
const seenEverywhere = async (domain: string) =>
  Promise.all(names.map(async (name) => (await visit(at(name), domain)).status));

/** Somebody on the network who notes what is asked of them. */
async function anyServer() {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    response.end('not for you');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    requests,
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const after = (host: string) => names[(names.indexOf(host as 'a') + 1) % names.length] ?? 'a';

describe('several cabinet hosts', () => {
  it('share new cabinets by their free room', async () => {
    const made = [await opened(), await opened(), await opened()];
    expect(made.map(({ host }) => host).sort()).toEqual(['a', 'b', 'c']);
    for (const { id, host } of made) {
      expect(names.filter((name) => at(name).has(id))).toEqual([host]);
      expect((await clientRow(app, id)).cabinet_status).toBe('active');
    }
  });

  it('each answer for the cabinets of the others', async () => {
    const { domain } = await opened();
    expect(await seenEverywhere(domain)).toEqual([200, 200, 200]);
    for (const name of names) {
      const page = await visit(at(name), domain, { path: '/goods' });
      expect(page.status).toBe(303);
      expect(page.headers.location).toContain('/client/login');
      const sent = await visit(at(name), domain, {
        path: '/language',
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'locale=lt',
      });
      expect(sent.status).toBe(303);
    }
  });

  it('answer alike for a name that nobody has', async () => {
    for (const name of names) {
      expect((await visit(at(name), 'nobody.localhost')).status).toBe(503);
      expect((await visit(at(name), 'nobody.localhost', { path: '/' })).body).toContain('/account');
    }
  });

  it('pass a request on once', async () => {
    const { domain, host } = await opened();
    const answer = await visit(at(after(host)), domain, { headers: { 'x-cabinet-passed-on': host } });
    expect(answer.status).toBe(421);
  });

  it('call nobody whom the target of a request names', async () => {
    const { domain, host } = await opened();
    await using stranger = await anyServer();
    for (const path of [`//127.0.0.1:${stranger.port}/goods`, `http://127.0.0.1:${stranger.port}/goods`]) {
      await visit(at(after(host)), domain, { path });
    }
    expect(stranger.requests).toEqual([]);
  });
});

describe('a move', () => {
  it('takes the domain of its customer along, under which every host answers', async () => {
    const { id, host } = await opened();
    const own = 'kasa.on-several-hosts.example';
    const found = (await findCabinet(db(), id)) ?? expect.fail('no cabinet');
    const identity = { ...identityOf(app.platform, found), ownDomain: own };
    await app.platform.drivers.of('embedded').serveDomain?.(identity, { id: '' });
    await db().updateTable('cabinets').set({ told_domain: own }).where('client_id', '=', id).execute();
    expect(await seenEverywhere(own)).toEqual([200, 200, 200]);
    const target = after(host);
    expect(await moveCabinet(app.platform, id, target)).toBe('moving');
    await work(id);
    expect((await placeOf(id)).host).toBe(target);
    expect(await seenEverywhere(own)).toEqual([200, 200, 200]);
  });

  it('takes all data along, and every host knows at once', async () => {
    const { id, domain, host } = await opened();
    // Remembered before the move.
    await seenEverywhere(domain);
    const target = after(host);
    expect(await moveCabinet(app.platform, id, target)).toBe('moving');
    await work(id);
    expect(await placeOf(id)).toEqual({ host: target, second_host: null, task: null });
    expect(names.filter((name) => at(name).has(id))).toEqual([target]);
    expect(goodsAt(target, id)).toEqual([{ name: 'Хліб' }]);
    expect(await seenEverywhere(domain)).toEqual([200, 200, 200]);
    const { body } = await app.call('GET', `/api/admin/clients/${id}/activity`, {
      token: (await staffMember(app)).token,
    });
    expect(JSON.stringify(body.data)).toContain('cabinet.moved');
  });

  it('keeps a suspended cabinet suspended, for its own reason', async () => {
    const { id, domain, host } = await opened();
    await db().updateTable('clients').set({ status: 'blocked' }).where('id', '=', id).execute();
    await work(id);
    const target = after(host);
    await moveCabinet(app.platform, id, target);
    await work(id);
    expect((await placeOf(id)).host).toBe(target);
    const { status, body } = await visit(at(target), domain);
    expect([status, JSON.parse(body).code]).toEqual([503, 'suspended']);
    await db().updateTable('clients').set({ status: 'active' }).where('id', '=', id).execute();
    await work(id);
    expect(await seenEverywhere(domain)).toEqual([200, 200, 200]);
  });

  it('shows a page in the visitor’s language meanwhile', async () => {
    const { id, domain, host } = await opened();
    const { hosts: driver } = app.platform.drivers.of('embedded');
    const stored = (await findCabinet(db(), id)) ?? expect.fail('no cabinet');
    await driver?.of(host).hold(identityOf(app.platform, stored));
    const page = await visit(at(after(host)), domain, { path: '/', headers: { 'accept-language': 'lt' } });
    expect(page.status).toBe(503);
    expect(page.headers['retry-after']).toBe('3');
    expect(page.headers.refresh).toBe('3');
    expect(page.body).toContain('Darbo erdvė perkeliama');
    const { body } = await visit(at(host), domain);
    expect(JSON.parse(body).code).toBe('moving');
    await driver?.of(host).resume(identityOf(app.platform, stored), { id: '' });
  });

  it('is refused where it makes no sense', async () => {
    const { id, host } = await opened();
    expect(await moveCabinet(app.platform, id, host)).toBe('there');
    expect(await moveCabinet(app.platform, id, 'nowhere')).toBe('no_cabinet');
    expect(await moveCabinet(app.platform, id, after(host))).toBe('moving');
    expect(await moveCabinet(app.platform, id, after(host))).toBe('busy');
    await work(id);
    expect(await moveCabinet(app.platform, await begun(), 'b')).toBe('no_cabinet');
  });

  it('to a host that is away is given up, and the cabinet opens where it was', async () => {
    const { id, domain, host } = await opened();
    const target = after(host);
    await moveCabinet(app.platform, id, target);
    await at(target).stop();
    for (let tries = 0; tries < 3; tries += 1) await work(id);
    expect((await stepsOf(id, 'move_back')).length).toBeGreaterThan(0);
    await work(id);
    // Open again, and the rest waits for the other host.
    expect((await visit(at(host), domain)).status).toBe(200);
    expect(await placeOf(id)).toEqual({ host, second_host: target, task: 'move_back' });
    await at(target).start();
    await work(id);
    expect(await placeOf(id)).toEqual({ host, second_host: null, task: null });
    expect(names.filter((name) => at(name).has(id))).toEqual([host]);
    expect(goodsAt(host, id)).toEqual([{ name: 'Хліб' }]);
  });
});

describe('a host that is away', () => {
  it('leaves the others alone, and says so in the visitor’s language', async () => {
    const lost = await opened();
    const other = await opened();
    await at(lost.host).stop();
    const alive = names.filter((name) => name !== lost.host);
    for (const name of alive) {
      expect((await visit(at(name), other.domain)).status).toBe(200);
      const page = await visit(at(name), lost.domain, { path: '/', headers: { 'accept-language': 'de' } });
      expect([page.status, page.headers['retry-after']]).toEqual([503, '30']);
      expect(page.body).toContain('Dieser Arbeitsbereich antwortet nicht');
    }
    // What is to be done with it waits; new ones go elsewhere.
    await db().updateTable('clients').set({ status: 'blocked' }).where('id', '=', lost.id).execute();
    await work(lost.id);
    expect((await placeOf(lost.id)).task).toBe('suspend');
    const fresh = await opened();
    expect(alive).toContain(fresh.host);
    await at(lost.host).start();
    await work(lost.id);
    expect((await clientRow(app, lost.id)).cabinet_status).toBe('suspended');
  });

  it('that refuses the connection loses a creation to another', async () => {
    const id = await begun();
    const [first = 'a'] = (await seenHosts(db(), names))
      .toSorted((x, y) => x.cabinets - y.cabinets)
      .map(({ name }) => name);
    // Still taken for alive: it ended without saying so.
    await at(first).stop();
    await db()
      .updateTable('process_heartbeats')
      .set({ stopped_at: null })
      .where('cabinet_host', '=', first)
      .execute();
    await work(id);
    expect(await placeOf(id)).toMatchObject({ host: null, task: 'create' });
    await db()
      .updateTable('process_heartbeats')
      .set({ stopped_at: new Date() })
      .where('cabinet_host', '=', first)
      .execute();
    await work(id);
    const { host } = await placeOf(id);
    expect([host === first, (await clientRow(app, id)).cabinet_status]).toEqual([false, 'active']);
  });
});

describe('draining', () => {
  it('moves everything away, and places nothing new', async () => {
    const { host } = await opened();
    await drainHost(app.platform, host, true);
    for (const id of await onHost(host)) await work(id);
    expect(await onHost(host)).toEqual([]);
    expect((await opened()).host).not.toBe(host);
    expect(await continueDraining(app.platform)).toBe(0);
    await drainHost(app.platform, host, false);
    expect((await opened()).host).toBe(host);
  });

  it('of every host leaves the cabinets where they are, and a new one fails visibly', async () => {
    const { id, host } = await opened();
    for (const name of names) await drainHost(app.platform, name, true);
    expect((await placeOf(id)).host).toBe(host);
    const fresh = await begun();
    for (let tries = 0; tries < 5; tries += 1) await work(fresh);
    expect((await clientRow(app, fresh)).cabinet_status).toBe('failed');
    const [failed] = (await stepsOf(fresh, 'create')).filter(({ state }) => state === 'failed');
    expect(failed?.error_reason).toBe('quota');
  });
});

describe('a copy on a host that no longer has the cabinet', () => {
  it('is found by the comparison, and removed without touching the cabinet', async () => {
    const { id, host } = await opened();
    const other = after(host);
    const { hosts: driver } = app.platform.drivers.of('embedded');
    const stored = (await findCabinet(db(), id)) ?? expect.fail('no cabinet');
    await driver?.of(other).copyFrom(host, identityOf(app.platform, stored));
    for (const seconds of [0, 180, 180]) {
      app.clock.advance(seconds);
      await compareCabinets(app.platform);
    }
    const finding = await db()
      .selectFrom('cabinet_findings')
      .selectAll()
      .where('client_id', '=', id)
      .executeTakeFirst();
    expect(finding).toMatchObject({ kind: 'database_without_client', reason: 'second_copy', host: other });
    const repaired = await app.call('POST', `/api/admin/cabinets/${finding?.id}/repair`, {
      token: (await staffMember(app)).token,
    });
    expect(repaired.body.data.result).toBe('repaired');
    expect(names.filter((name) => at(name).has(id))).toEqual([host]);
  });
});

async function onHost(host: string): Promise<string[]> {
  const rows = await db().selectFrom('cabinets').select('client_id').where('host', '=', host).execute();
  return rows.map(({ client_id }) => client_id);
}
