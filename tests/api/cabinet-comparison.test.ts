import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedDriver } from '#server/cabinets/drivers/embedded/embedded-driver.ts';
import type { CabinetIdentity } from '#server/cabinets/drivers/driver.ts';
import { compareCabinets } from '#server/cabinets/comparison/compare-cabinets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { workOnCabinet } from '#tests/support/cabinets/cabinet-work.ts';
import { customerWithCabinet, type Person, staffMember } from '#tests/support/people.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await startApp();
  staff = await staffMember(app);
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const driver = () =>
  embeddedDriver({
    hostUrl: `http://127.0.0.1:${app.cabinetPort}`,
    hostSecret: app.platform.secrets.cabinetHostKey,
    now: app.clock.now,
  });
const identity = (clientId: string): CabinetIdentity => ({
  clientId,
  domain: '',
  ownDomain: null,
  url: '',
  secret: 'x'.repeat(20),
});
const id = () => randomUUID();
const fileOf = (clientId: string) => path.join(app.platform.config.dataDir, 'cabinets', `${clientId}.sqlite`);
const compare = async (times = 1) => {
  for (let time = 0; time < times; time += 1) {
    await compareCabinets(app.platform);
    app.clock.advance(180);
  }
  staff = await staffMember(app); // the other one's token has expired
};
const list = async (query = '') =>
  (await app.call('GET', `/api/admin/cabinets${query}`, { token: staff.token, locale: 'en' })).body;
const listedIds = async ({ platform }: TestApp) =>
  (
    await platform.database.db
      .selectFrom('cabinet_findings')
      .select('client_id')
      .where('confirmed_at', 'is not', null)
      .execute()
  ).map(({ client_id }) => client_id);
const repair = async (findingId: string) =>
  (await app.call('POST', `/api/admin/cabinets/${findingId}/repair`, { token: staff.token, locale: 'en' }))
    .body.data;

describe('cabinets compared with what is wanted', () => {
  it('show what differs after some looks, not before, and are repaired one by one', async () => {
    const [open, silent, lost, fine] = await Promise.all(
      ['Відкритий', 'Мовчазний', 'Загублений', 'Звичайний'].map((name) => customerWithCabinet(app, { name })),
    );
    if (!open || !silent || !lost || !fine) throw new Error('four customers');
    await db()
      .updateTable('clients')
      .set({ status: 'blocked', cabinet_status: 'suspended' })
      .where('id', '=', open.id)
      .execute();
    await driver().suspend(identity(silent.id), { id: id(), reason: 'unpaid' });
    rmSync(fileOf(lost.id));
    const stranger = randomUUID();
    await driver().create(identity(stranger), { id: id(), step: 'database' });

    await compare(2);
    expect((await list()).meta.total).toBe(0);
    await compare();
    const { data, meta } = await list('?sort[kind]=asc');
    expect(meta.total).toBe(4);
    const named = data.map(({ kind, client_name, detail }: Record<string, unknown>) => [
      kind,
      client_name,
      detail,
    ]);
    expect(named).toEqual([
      ['answers_blocked', 'Відкритий', 'HTTP 200'],
      ['client_without_database', 'Загублений', null],
      ['database_without_client', null, stranger],
      ['silent', 'Мовчазний', 'HTTP 503'],
    ]);
    expect((await list('?filter[kind][in]=silent,version_behind')).meta.total).toBe(1);
    expect((await list('?filter[search][ilike]=%25загуб%25')).meta.total).toBe(1);

    const reader = await staffMember(app, { permissions: ['clients.read'] });
    const forbidden = await app.call('POST', `/api/admin/cabinets/${data[0].id}/repair`, {
      token: reader.token,
    });
    expect(forbidden.status).toBe(403);
    const metrics = await fetch(`${app.url}/metrics`).then((answer) => answer.text());
    expect(metrics).toContain('tenantry_cabinet_findings{kind="silent"} 1');
    const comparison = await app.call('GET', '/api/admin/cabinets/comparison', { token: reader.token });
    expect(comparison.body.data).toMatchObject({ cabinets: 4, differing: 4 });

    for (const finding of data) {
      expect([finding.kind, await repair(finding.id)]).toEqual([
        finding.kind,
        { result: 'repaired', message: 'Everything is as it should be' },
      ]);
    }
    expect((await list()).meta.total).toBe(0);
    expect(
      (await app.call('POST', `/api/admin/cabinets/${data[0].id}/repair`, { token: staff.token })).status,
    ).toBe(404);
    expect(existsSync(fileOf(stranger))).toBe(false);
    expect(existsSync(fileOf(lost.id))).toBe(true);
    const gone = await db()
      .selectFrom('cabinet_deletions')
      .selectAll()
      .where('client_id', '=', stranger)
      .execute();
    expect(gone).toMatchObject([{ rule: 'no_client', by_id: staff.id, backup_id: expect.any(String) }]);
    await compare(3);
    expect((await list()).meta.total).toBe(0);
  });

  it('take what nobody owns away after a backup, unless they saw that it has no database', async () => {
    const [kept, unseen, empty] = [id(), id(), id()];
    for (const [name, stranger] of Object.entries({ kept, unseen, empty })) {
      const nobodys = { ...identity(stranger), domain: `${name}.localhost` };
      await driver().create(nobodys, { id: id(), step: 'database' });
      await driver().create(nobodys, { id: id(), step: 'instance' });
    }
    rmSync(fileOf(empty));
    await compare(3);
    // From a program that did not report it yet.
    await db()
      .updateTable('cabinet_findings')
      .set({ has_database: null })
      .where('client_id', '=', unseen)
      .execute();
    const { data } = await list();
    const messages = new Map(data.map(({ domain, message }: Record<string, string>) => [domain, message]));
    expect(messages.get('kept.localhost')).toBe('There is a database that belongs to no client');
    expect(messages.get('empty.localhost')).toBe(
      'There is a cabinet without a database that belongs to no client',
    );
    for (const finding of data) expect(await repair(finding.id)).toMatchObject({ result: 'repaired' });
    const gone = await db()
      .selectFrom('cabinet_deletions')
      .select(['client_id', 'backup_id'])
      .where('client_id', 'in', [kept, unseen, empty])
      .execute();
    expect(new Map(gone.map((one) => [one.client_id, one.backup_id !== null]))).toEqual(
      new Map([
        [kept, true],
        [unseen, true],
        [empty, false],
      ]),
    );
  });

  it('lose a finding by itself once it was not seen twice', async () => {
    const customer = await customerWithCabinet(app);
    await driver().suspend(identity(customer.id), { id: id(), reason: 'unpaid' });
    await compare(3);
    expect((await list()).meta.total).toBe(1);
    await driver().resume(identity(customer.id), { id: id() });
    await compare();
    expect((await list()).meta.total).toBe(1);
    await compare();
    expect((await list()).meta.total).toBe(0);
  });

  it('go on with what failed at a client that is deleted by now', async () => {
    const customer = await customerWithCabinet(app, { name: 'Видалений' });
    const { domain } = await db()
      .selectFrom('clients')
      .select('domain')
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow();
    await driver().destroy(identity(customer.id), { id: id() });
    const address = `/api/admin/clients/${customer.id}/delete`;
    expect((await app.call('DELETE', address, { token: staff.token })).status).toBe(200);
    for (let attempt = 0; attempt < 6; attempt += 1) await workOnCabinet(app, customer.id);
    const [finding] = (await list('?filter[kind][eq]=suspension_failed')).data;
    expect(finding).toMatchObject({ client_id: customer.id });

    // The server's own worker tries too, so the fix comes after the click.
    expect(await repair(finding.id)).toMatchObject({ result: 'failed' });
    const url = app.platform.urlOf(domain) ?? '';
    const there = { ...identity(customer.id), domain: String(domain), url };
    await driver().create(there, { id: id(), step: 'database' });
    await driver().create(there, { id: id(), step: 'instance' });
    await until('the cabinet to rest', async () => {
      const probed = await driver().probe(there);
      return probed.answered && probed.status === 503;
    });
    await until('an empty list', async () => (await list()).meta.total === 0);
  });

  it('say nothing of what is under way', async () => {
    const customer = await customerWithCabinet(app);
    await driver().suspend(identity(customer.id), { id: id(), reason: 'unpaid' });
    await db().updateTable('cabinets').set({ task: 'resume' }).where('client_id', '=', customer.id).execute();
    await compare(3);
    expect((await list()).meta.total).toBe(0);
    await workOnCabinet(app, customer.id);
  });
});

describe('cabinets of another version than they should have', () => {
  it('are started again by a command, some first and then the others', async () => {
    const old = await startApp({ CABINET_VERSION: '99.0.0' });
    try {
      const customers = [await customerWithCabinet(old), await customerWithCabinet(old)];
      const upgrade = (...words: string[]) =>
        cli(['cabinet', 'upgrade', ...words, '--json'], environmentOf(old), old.clock);
      expect((await upgrade('all')).json()).toEqual({ ok: true, begun: [], left: 0 });
      for (let look = 0; look < 3; look += 1) {
        await compareCabinets(old.platform);
        old.clock.advance(180);
      }
      const wrong = await upgrade('all', '--count', 'one');
      expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--count takes a number')]);
      const ids = customers.map((customer) => customer.id).sort();
      const first = await upgrade('all', '--count', '1');
      expect(first.json()).toEqual({ ok: true, begun: [ids[0]], left: 1 });
      await until('the repair', async () => !(await listedIds(old)).includes(ids[0] ?? ''));
      const second = await upgrade(customers.find(({ id }) => id === ids[1])?.email ?? '');
      expect(second.json()).toEqual({ ok: true, begun: [ids[1]], left: 0 });
      await until('the other', async () => (await listedIds(old)).length === 0);
      const none = await upgrade(ids[0] ?? '');
      expect([none.code, none.json()]).toEqual([1, { ok: false, begun: [], left: 0 }]);
      const entries = await old.platform.database.db
        .selectFrom('audit_entries')
        .select('subject_id')
        .where('action', '=', 'cabinet.repair')
        .execute();
      expect(entries.map((entry) => entry.subject_id).sort()).toEqual(ids);
    } finally {
      await old.close();
    }
  });
});

describe('a repair that does not help', () => {
  it('says so, and leaves the cabinet on the list', async () => {
    const old = await startApp({ CABINET_VERSION: '99.0.0' });
    try {
      await customerWithCabinet(old, { name: 'Старий' });
      for (let look = 0; look < 3; look += 1) {
        await compareCabinets(old.platform);
        old.clock.advance(180);
      }
      const { token } = await staffMember(old);
      const listed = async () => (await old.call('GET', '/api/admin/cabinets', { token })).body.data;
      const [finding] = await listed();
      expect(finding).toMatchObject({ kind: 'version_behind', client_name: 'Старий' });
      const repaired = await old.call('POST', `/api/admin/cabinets/${finding.id}/repair`, { token });
      expect(repaired.body.data.result).toBe('failed');
      expect(await listed()).toMatchObject([{ kind: 'version_behind', client_name: 'Старий' }]);
    } finally {
      await old.close();
    }
  });
});
