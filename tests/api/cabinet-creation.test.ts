import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCabinetHost } from '#cabinet/host/cabinet-host.ts';
import { attemptsPerStep } from '#server/cabinets/tasks/provisioning-steps.ts';
import { recoverCabinets } from '#server/cabinets/tasks/recover-cabinets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { workOnCabinet } from '#tests/support/cabinets/cabinet-work.ts';
import { customerWithCabinet, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const state = async (app: TestApp, { token }: Pick<Person, 'token'>, locale = 'uk') =>
  (await app.call('GET', '/api/cabinet/status', { token, locale })).body.data;
const steps = ['address', 'database', 'instance', 'health', 'ready'];

describe('a cabinet', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  const db = () => app.platform.database.db;
  const client = (id: string) =>
    db().selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const resolved = (token: string, domain: unknown) =>
    app.call('POST', '/api/cabinet/domain-resolved', { token, body: { domain }, locale: 'uk' });

  it('is none before the confirmation', async () => {
    const customer = await registeredCustomer(app);
    expect(await state(app, customer)).toEqual({
      status: 'none',
      cabinet_url: null,
      step: null,
      steps: steps.map((key) => ({ key, state: 'pending' })),
      estimate_seconds: null,
      is_host_away: false,
      error: null,
    });
  });

  it('is active in the end, with an address and a database of its own, and the free period begun', async () => {
    const customer = await customerWithCabinet(app, { name: 'ТОВ «Щедрий дім»' });
    const row = await client(customer.id);
    expect(row).toMatchObject({
      status: 'trial',
      cabinet_status: 'active',
      domain: 'shchedryi-dim.localhost',
    });
    expect(await state(app, customer)).toEqual({
      status: 'active',
      cabinet_url: `http://${row.domain}:${app.cabinetPort}`,
      step: null,
      steps: steps.map((key) => ({ key, state: 'done' })),
      estimate_seconds: null,
      is_host_away: false,
      error: null,
    });
    const file = path.join(app.platform.config.dataDir, 'cabinets', `${customer.id}.sqlite`);
    expect(existsSync(file)).toBe(true);
    const days = ((row.trial_ends?.getTime() ?? 0) - app.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    const audit = await db()
      .selectFrom('audit_entries')
      .select(['action', 'actor_kind'])
      .where('client_id', '=', customer.id)
      .where('action', 'like', 'cabinet.%')
      .execute();
    expect(audit).toEqual([{ action: 'cabinet.ready', actor_kind: 'system' }]);
    const mails = await db()
      .selectFrom('emails')
      .select('kind')
      .where('client_id', '=', customer.id)
      .where('kind', '=', 'cabinet_ready')
      .execute();
    expect(mails).toHaveLength(1);
    const login = await app.call('GET', '/api/auth/me', { token: customer.token });
    expect(login.body.data.cabinet_url).toBe(`http://${row.domain}:${app.cabinetPort}`);
  });

  it('of a client with the same name has another address', async () => {
    const name = 'Назва Однакова';
    const three = await Promise.all([1, 2, 3].map(() => customerWithCabinet(app, { name })));
    const domains = await Promise.all(three.map(async ({ id }) => (await client(id)).domain));
    expect(domains.sort()).toEqual(
      ['nazva-odnakova', 'nazva-odnakova-2', 'nazva-odnakova-3'].map((slug) => `${slug}.localhost`).sort(),
    );
  });

  it('is not made twice when its job runs again', async () => {
    const customer = await customerWithCabinet(app);
    const before = await client(customer.id);
    await workOnCabinet(app, customer.id);
    await recoverCabinets(app.platform);
    expect(await client(customer.id)).toEqual(before);
  });

  it('that the browser has heard of stays as it is: only its own domain is taken', async () => {
    const [customer, other] = await Promise.all([customerWithCabinet(app), customerWithCabinet(app)]);
    const { domain } = await client(customer.id);
    const answer = await resolved(customer.token, domain?.toUpperCase());
    expect([answer.status, answer.body.data.status]).toEqual([200, 'active']);
    for (const wrong of [(await client(other.id)).domain, 'nobody.localhost', 'example.com', `${domain}.`]) {
      const refused = await resolved(customer.token, wrong);
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toEqual({ domain: ['Такого варіанта немає'] });
    }
    for (const wrong of [undefined, '', 5, 'x'.repeat(256)]) {
      expect(Object.keys((await resolved(customer.token, wrong)).body.errors)).toEqual(['domain']);
    }
    const { token } = await registeredCustomer(app);
    expect((await resolved(token, 'nobody.localhost')).status).toBe(422);
  });

  it('is tried again only when it failed', async () => {
    const customer = await customerWithCabinet(app);
    const staff = await staffMember(app);
    for (const answer of [
      await app.call('POST', '/api/cabinet/retry', { token: customer.token }),
      await app.call('POST', `/api/admin/clients/${customer.id}/cabinet/retry`, { token: staff.token }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'cabinet_not_failed']);
    }
    const unknown = '/api/admin/clients/0197a3c0-0000-7000-8000-000000000001/cabinet/retry';
    expect((await app.call('POST', unknown, { token: staff.token })).status).toBe(404);
  });

  it('has its free period by the client, the partner, the promo code, or the general setting', async () => {
    const now = app.clock.now();
    const stamps = { created_at: now, updated_at: now };
    const ids = ['0197a3c0-0000-7000-8000-0000000000a1', '0197a3c0-0000-7000-8000-0000000000a2'] as const;
    await db()
      .insertInto('partners')
      .values({ id: ids[0], code: 'ally', name: 'Ally', kind: 'alliance', free_period_days: 60, ...stamps })
      .execute();
    await db()
      .insertInto('promo_codes')
      .values({ id: ids[1], code: 'PLUS10', extra_free_days: 10, ...stamps })
      .execute();
    const customer = await customerWithCabinet(app, { partner: 'ally', promo_code: 'PLUS10' });
    const { trial_ends } = await client(customer.id);
    expect(Math.round(((trial_ends?.getTime() ?? 0) - now.getTime()) / 86_400_000)).toBe(70);
  });
});

describe('a cabinet whose host fails', () => {
  it('fails after its tries, says so to both, and is made by a retry once the host is well', async () => {
    const app = await startApp({ ROLES: 'web,worker' });
    const broken = await brokenHost(app);
    const { db } = app.platform.database;
    try {
      const [customer, staff] = [await registeredCustomer(app), await staffMember(app)];
      const reader = await staffMember(app, { permissions: ['clients.read'] });
      const hash = await app.linkTo(customer.email, 'confirm');
      const { body } = await app.call('POST', '/api/auth/confirm', { body: { hash } });
      const token: string = body.access_token;
      const failed = await until('the failure', async () => {
        const seen = await state(app, { token });
        return seen.status === 'failed' && seen;
      });
      expect(failed).toMatchObject({
        step: 'database',
        steps: [
          { state: 'done' },
          { key: 'database', state: 'failed' },
          ...Array(3).fill({ state: 'pending' }),
        ],
        error: {
          message: 'Сталася технічна несправність. Ми вже знаємо про неї.',
          reference: expect.stringMatching(/^[A-Z2-9]{8}$/),
        },
      });
      const german = await state(app, { token }, 'de');
      expect(german.error.message).not.toBe(failed.error.message);
      expect(JSON.stringify(german)).not.toContain('/host/cabinets');

      const show = () =>
        app.call('GET', `/api/admin/clients/${customer.id}`, { token: reader.token, locale: 'uk' });
      const { cabinet } = (await show()).body.data;
      expect(cabinet).toMatchObject({
        status: 'failed',
        error: {
          message: 'Спроба виконати дію не вдалася',
          detail: expect.stringMatching(/database: 500/),
          reference: failed.error.reference,
        },
      });
      expect(cabinet.steps[1]).toMatchObject({
        key: 'database',
        state: 'failed',
        attempts: attemptsPerStep,
      });

      const path = `/api/admin/clients/${customer.id}/cabinet/retry`;
      expect((await app.call('POST', path, { token: reader.token })).status).toBe(403);
      await broken.close();
      const host = await hostFor(app);
      try {
        const answer = await app.call('POST', path, { token: staff.token });
        expect([answer.status, answer.body.data.cabinet_status]).toEqual([200, 'creating']);
        const again = await app.call('POST', '/api/cabinet/retry', { token });
        expect(again.status).toBe(409);
        await until('the cabinet', async () => (await state(app, { token })).status === 'active');
      } finally {
        await host.close();
      }
      expect((await show()).body.data.cabinet.error).toBeNull();
      const audit = await db
        .selectFrom('audit_entries')
        .select(['action', 'actor_kind'])
        .where('client_id', '=', customer.id)
        .where('action', 'like', 'cabinet.%')
        .orderBy('at')
        .execute();
      expect(audit).toEqual([
        { action: 'cabinet.failed', actor_kind: 'system' },
        { action: 'cabinet.retry', actor_kind: 'staff' },
        { action: 'cabinet.ready', actor_kind: 'system' },
      ]);
    } finally {
      await app.close();
    }
  });
});

/** A host that answers but fails, unlike one that nobody reaches (`host-away.test.ts`). */
async function brokenHost({ cabinetPort }: TestApp): Promise<{ close(): Promise<void> }> {
  const server = createServer((_request, response) => response.writeHead(500).end());
  server.listen(cabinetPort, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function hostFor({ platform: { config, secrets, clock } }: TestApp) {
  return startCabinetHost({
    dataDir: config.dataDir,
    host: '127.0.0.1',
    port: config.cabinets.port,
    domain: config.cabinets.domain,
    scheme: config.cabinets.scheme,
    hostSecret: secrets.cabinetHostKey,
    platform: { apiUrl: `http://127.0.0.1:${config.port}/api`, publicUrl: config.publicUrl },
    productName: config.productName,
    version: '1.2.3',
    locale: 'uk',
    log: pino({ level: 'silent' }),
    now: clock.now,
  });
}
