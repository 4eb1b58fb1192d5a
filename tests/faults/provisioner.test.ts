import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProvisionerCall } from '#contract/cabinets/provisioner.ts';
import { attemptsPerStep } from '#server/cabinets/tasks/provisioning-steps.ts';
import { compareCabinets } from '#server/cabinets/comparison/compare-cabinets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { workOnCabinet } from '#tests/support/cabinets/cabinet-work.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import {
  type Behaviour,
  json,
  provisionerSecret,
  startProvisioner,
} from '#tests/support/cabinets/provisioner.ts';
import { until } from '#tests/support/until.ts';

type Provisioner = Awaited<ReturnType<typeof startProvisioner>>;

let app: TestApp;
let staff: Person;
let provisioner: Provisioner;
let port: number;

beforeAll(async () => {
  port = await freePort();
  provisioner = await startProvisioner(port);
  app = await startApp({
    CABINET_DRIVER: 'webhook',
    CABINET_PORT: String(port),
    CABINET_WEBHOOK_URL: provisioner.url,
    CABINET_WEBHOOK_SECRET: provisionerSecret,
    CABINET_WEBHOOK_ALLOW_PRIVATE: '1',
  });
  staff = await staffMember(app);
});
afterAll(async () => {
  await app.close();
  await provisioner.close();
});
beforeEach(() => provisioner.behave((_call, _response, usual) => usual()));

const db = () => app.platform.database.db;
const row = (id: string) =>
  db().selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const stepOf = (id: string, step: string) =>
  db()
    .selectFrom('cabinet_steps')
    .selectAll()
    .where('client_id', '=', id)
    .where('step', '=', step as 'database')
    .executeTakeFirst();
const callsFor = (id: string, type: ProvisionerCall['type']) =>
  provisioner.calls.filter((call) => call.cabinet.client_id === id && call.type === type);

async function confirmed(): Promise<Person> {
  const customer = await registeredCustomer(app);
  const hash = await app.linkTo(customer.email, 'confirm');
  await app.call('POST', '/api/auth/confirm', { body: { hash } });
  return customer;
}
const becomes = (id: string, status: string) =>
  until(`${status}`, async () => (await row(id)).cabinet_status === status);

/** DESIGN section 6: every client has a job, an active cabinet or a visible failure. */
async function expectNobodyLeft(): Promise<void> {
  const waiting = await db()
    .selectFrom('clients as c')
    .leftJoin('cabinets as k', 'k.client_id', 'c.id')
    .select(['c.id', 'c.cabinet_status', 'k.task'])
    .where('c.confirmed_at', 'is not', null)
    .execute();
  for (const { cabinet_status, task } of waiting) {
    if (cabinet_status === 'creating') expect(task).toBe('create');
    else expect(['active', 'suspended', 'failed', 'deleted']).toContain(cabinet_status);
  }
}

describe('an own provisioner', () => {
  it('makes, suspends, resumes, backs up and destroys; each act has an id of its own', async () => {
    const { id } = await confirmed();
    await becomes(id, 'active');
    expect(provisioner.cabinets.get(id)).toMatchObject({ database: true, state: 'active' });
    for (const [status, cabinet_status, state] of [
      ['blocked', 'suspended', 'suspended'],
      ['active', 'active', 'active'],
    ] as const) {
      await db().updateTable('clients').set({ status }).where('id', '=', id).execute();
      await workOnCabinet(app, id);
      expect([(await row(id)).cabinet_status, provisioner.cabinets.get(id)?.state]).toEqual([
        cabinet_status,
        state,
      ]);
    }
    await db().updateTable('clients').set({ status: 'archived' }).where('id', '=', id).execute();
    await workOnCabinet(app, id);
    expect((await row(id)).cabinet_status).toBe('deleted');
    expect(provisioner.cabinets.has(id)).toBe(false);
    const [backup] = await db()
      .selectFrom('cabinet_backups')
      .selectAll()
      .where('client_id', '=', id)
      .execute();
    const file = path.join(app.platform.config.backupDir, `${backup?.id}.backup`);
    expect(readFileSync(file, 'utf8')).toBe('the data of one cabinet');
    const operations = provisioner.calls.filter(({ cabinet }) => cabinet.client_id === id);
    expect(new Set(operations.map(({ operation }) => operation)).size).toBe(operations.length);
  });

  it('that answers 500 after doing the work is asked again under the same id, and does it once', async () => {
    let failures = 2;
    provisioner.behave((call, response, usual) => {
      if (call.type !== 'cabinet.create' || failures-- <= 0) return usual();
      provisioner.work(call);
      json(response, 500, { status: 'oops' });
    });
    const { id } = await confirmed();
    await becomes(id, 'active');
    const database = callsFor(id, 'cabinet.create').slice(0, 3);
    expect(new Set(database.map(({ operation }) => operation)).size).toBe(1);
  });

  it('may take its time: a call-back ends the waiting, and a second one changes nothing', async () => {
    provisioner.behave((call, response, usual) => {
      if (call.type !== 'cabinet.create' || call.step !== 'instance') return usual();
      json(response, 202, { status: 'pending', look_again_seconds: 600 });
    });
    const { id } = await confirmed();
    const call = await until('the instance to be asked for', () => callsFor(id, 'cabinet.create')[1]);
    await until('the waiting', async () => (await stepOf(id, 'instance'))?.waiting_since);
    await expectNobodyLeft();
    provisioner.work(call);
    const result = { operation: call.operation, status: 'done' };
    expect((await provisioner.callBack(call.callback_url, result, { secret: 'x'.repeat(40) })).status).toBe(
      401,
    );
    expect((await provisioner.callBack(call.callback_url, result, { id: 'msg_once' })).status).toBe(200);
    expect((await provisioner.callBack(call.callback_url, result, { id: 'msg_once' })).status).toBe(401);
    await becomes(id, 'active');
    expect((await provisioner.callBack(call.callback_url, result)).status).toBe(200);
    const failed = { operation: call.operation, status: 'failed', message: 'too late' };
    expect((await provisioner.callBack(call.callback_url, failed)).status).toBe(200);
    expect((await row(id)).cabinet_status).toBe('active');
    expect(callsFor(id, 'cabinet.create')).toHaveLength(2);
  });

  it('whose call-back is lost is asked again, and only then believed', async () => {
    let pending = 2;
    provisioner.behave((call, response, usual) => {
      if (call.type !== 'cabinet.create' || call.step !== 'database' || pending-- <= 0) return usual();
      json(response, 202, { status: 'pending', look_again_seconds: 1 });
    });
    const { id } = await confirmed();
    await becomes(id, 'active');
    expect((await stepOf(id, 'database'))?.attempts).toBe(1);
  });

  it('that says why it failed is tried again, as a new operation', async () => {
    let failures = 1;
    provisioner.behave((call, response, usual) => {
      if (call.type !== 'cabinet.create' || failures-- <= 0) return usual();
      json(response, 200, { status: 'failed', message: 'no disk left on node 7' });
    });
    const { id } = await confirmed();
    await becomes(id, 'active');
    const [first, second] = callsFor(id, 'cabinet.create');
    expect(first?.operation).not.toBe(second?.operation);
  });

  it('that says done when it is not is found out, the failure shown, and given up at a click', async () => {
    let isHeld = true;
    provisioner.behave((call, response, usual) => {
      if (call.type !== 'cabinet.create') return usual();
      if (isHeld) return json(response, 202, { status: 'pending', look_again_seconds: 1 });
      json(response, 200, { status: 'done', domain: 'nobody-answers-here.invalid' });
    });
    const { id } = await confirmed();
    await until('the waiting', async () => (await stepOf(id, 'database'))?.waiting_since);
    // Its last try at once, because the four before it take half a minute.
    await db()
      .updateTable('cabinet_steps')
      .set({ attempts: attemptsPerStep - 1 })
      .where('client_id', '=', id)
      .where('step', '=', 'health')
      .execute();
    isHeld = false;
    await becomes(id, 'failed');
    await expectNobodyLeft();
    const show = async () =>
      (await app.call('GET', `/api/admin/clients/${id}`, { token: staff.token, locale: 'en' })).body.data;
    expect((await show()).cabinet.error.message).toBe('No answer came in time');

    provisioner.behave((_call, _response, usual) => usual());
    const gaveUp = await app.call('POST', `/api/admin/clients/${id}/cabinet/give-up`, { token: staff.token });
    expect(gaveUp.status).toBe(200);
    await until('the rest to be gone', async () => (await show()).cabinet.task === null);
    expect(await show()).toMatchObject({ cabinet_status: 'failed', domain: null });
    expect((await show()).cabinet.deletions).toMatchObject([{ rule: 'given_up', by: { id: staff.id } }]);
    const again = await app.call('POST', `/api/admin/clients/${id}/cabinet/retry`, { token: staff.token });
    expect(again.status).toBe(200);
    await becomes(id, 'active');
    expect((await row(id)).status).toBe('trial');
  });

  it('that says closed and destroyed when it is not is asked again, as a new act, until nothing answers', async () => {
    const { id } = await confirmed();
    await becomes(id, 'active');
    const lie: Behaviour = (_call, response) => json(response, 200, { status: 'done' });
    provisioner.behave(lie);
    await db().updateTable('clients').set({ status: 'blocked' }).where('id', '=', id).execute();
    await workOnCabinet(app, id);
    expect(provisioner.cabinets.get(id)?.state).toBe('active');
    // It reports wrongly until that was noticed: the worker's next try can't come before that look.
    let isLying = true;
    provisioner.behave((call, response, usual) =>
      call.type === 'cabinet.destroy' && isLying ? lie(call, response, usual) : usual(),
    );
    await db().updateTable('clients').set({ status: 'archived' }).where('id', '=', id).execute();
    await workOnCabinet(app, id);
    await until('the lie to be seen', async () => (await stepOf(id, 'gone'))?.error_reason === 'still_there');
    expect((await row(id)).cabinet_status).toBe('suspended');
    const lies = new Set(callsFor(id, 'cabinet.destroy').map(({ operation }) => operation));
    isLying = false;
    await becomes(id, 'deleted');
    expect(provisioner.cabinets.has(id)).toBe(false);
    expect(lies).not.toContain(callsFor(id, 'cabinet.destroy').at(-1)?.operation);
  });

  it('whose list has what nobody owns is asked to end it, as one act over several clicks', async () => {
    const stranger = randomUUID();
    provisioner.cabinets.set(stranger, {
      domain: 'nobody.localhost',
      ownDomain: null,
      database: true,
      state: 'active',
    });
    for (let look = 0; look < 3; look += 1) {
      await compareCabinets(app.platform);
      // The provisioner's clock can't be moved.
      await sql`update cabinet_findings set first_seen_at = first_seen_at - interval '180 s'`.execute(db());
    }
    const find = async () =>
      (await app.call('GET', '/api/admin/cabinets', { token: staff.token })).body.data.find(
        (finding: { kind: string; domain: string | null }) =>
          finding.kind === 'database_without_client' && finding.domain === 'nobody.localhost',
      );
    const repair = async () => {
      const answer = await app.call('POST', `/api/admin/cabinets/${(await find()).id}/repair`, {
        token: staff.token,
      });
      return answer.body.data.result;
    };
    expect(await find()).toMatchObject({ domain: 'nobody.localhost', driver: 'webhook' });

    provisioner.behave((_call, response) => json(response, 200, { status: 'failed', message: 'not now' }));
    expect(await repair()).toBe('failed');
    provisioner.behave((call, response, usual) =>
      call.type === 'cabinet.backup' ? usual() : json(response, 202, { status: 'pending' }),
    );
    expect(await repair()).toBe('under_way');
    provisioner.behave((_call, _response, usual) => usual());
    expect(await repair()).toBe('repaired');
    expect(provisioner.cabinets.has(stranger)).toBe(false);
    const acts = provisioner.calls.filter(({ cabinet }) => cabinet.client_id === stranger);
    expect(acts.map(({ type }) => type)).toEqual([
      'cabinet.backup',
      'cabinet.backup',
      'cabinet.destroy',
      'cabinet.destroy',
    ]);
    const [failed, backup, destroy, again] = acts.map(({ operation }) => operation);
    expect(new Set([failed, backup, destroy]).size).toBe(3);
    expect(again).toBe(destroy);
    const [gone] = await db()
      .selectFrom('cabinet_deletions')
      .selectAll()
      .where('client_id', '=', stranger)
      .execute();
    expect(gone).toMatchObject({ rule: 'no_client', by_id: staff.id, backup_id: backup });
    expect(await find()).toBeUndefined();
  });

  it('that is down while somebody pays is asked until it is back: nobody stays blocked', async () => {
    const { id } = await confirmed();
    await becomes(id, 'active');
    await db().updateTable('clients').set({ status: 'blocked' }).where('id', '=', id).execute();
    await workOnCabinet(app, id);
    await provisioner.close();
    await db().updateTable('clients').set({ status: 'active' }).where('id', '=', id).execute();
    await workOnCabinet(app, id);
    await until('the refusal', async () => (await stepOf(id, 'resume'))?.error_reason === 'refused');
    await expectNobodyLeft();
    provisioner = await startProvisioner(port);
    await becomes(id, 'active');
  });
});
