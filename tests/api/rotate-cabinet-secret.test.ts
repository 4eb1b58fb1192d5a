import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signatureHeaders, signRequest } from '#contract/cabinets/webhook-signature.ts';
import { driversOf } from '#server/cabinets/drivers/drivers.ts';
import { embeddedDriver } from '#server/cabinets/drivers/embedded/embedded-driver.ts';
import { rotations } from '#cli/doctor/rotation-checks.ts';
import { alone } from '#server/cabinets/cabinet-store.ts';
import { rotateSecret } from '#server/cabinets/access/rotate-secret.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { enterCabinet } from '#tests/support/cabinets/cabinet-browser.ts';
import { cabinetSecretOf } from '#tests/support/cabinets/cabinet-calls.ts';
import { customerWithCabinet, type Person } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let customer: Person;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  customer = await customerWithCabinet(app);
  // The job that made it still holds it for a moment.
  await until(
    'nobody at the cabinet',
    async () => await alone(db(), customer.id, () => Promise.resolve(true)),
  );
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const rotate = () => rotateSecret(app.platform, customer.id, app.clock.now());
const row = () =>
  db().selectFrom('cabinets').selectAll().where('client_id', '=', customer.id).executeTakeFirstOrThrow();

async function asks(secret: string): Promise<number> {
  const [id, timestamp] = [`msg_${randomUUID()}`, Math.floor(app.clock.now().getTime() / 1000)];
  const path = '/api/cabinet-api/entitlements';
  const answer = await app.call('GET', path, {
    headers: {
      [signatureHeaders.cabinet]: customer.id,
      [signatureHeaders.id]: id,
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: await signRequest(secret, {
        id,
        timestamp,
        method: 'GET',
        path,
        body: '',
      }),
    },
  });
  return answer.status;
}

describe('a cabinet’s secret', () => {
  it('is another one afterwards, with both counting until the cabinet has used the new one', async () => {
    const old = await cabinetSecretOf(app, customer.id);
    expect(await rotate()).toBe('rotated');
    const fresh = await cabinetSecretOf(app, customer.id);
    expect(fresh).not.toBe(old);
    app.clock.advance(86_400);
    expect(await asks(old)).toBe(200);
    // The cabinet itself has the new secret.
    const { body } = await app.call('POST', '/api/auth/login', {
      body: { email: customer.email, password: 'Passw0rd-of-tests' },
    });
    const entry = await app.call('POST', '/api/cabinet/sign-in', { token: body.access_token });
    const inside = await enterCabinet(app, entry.body.data.url);
    expect((await inside.get('/')).status).toBe(200);
    expect((await row()).previous_secret_until).not.toBeNull();
    expect(await asks(old)).toBe(200);
    app.clock.advance(601);
    expect([await asks(old), await asks(fresh)]).toEqual([401, 200]);
    app.clock.advance(-86_400 - 601);
  });

  it('that did not reach the cabinet counts beside the old one, and is the one that is sent again', async () => {
    const old = await cabinetSecretOf(app, customer.id);
    const nowhere = embeddedDriver({ hostUrl: 'http://127.0.0.1:9', hostSecret: 'x', now: () => new Date() });
    const { secrets, config } = app.platform;
    const work = {
      db: db(),
      secrets,
      drivers: driversOf('embedded', { embedded: nowhere }),
      urlOf: (domain: string | null) => domain && `${config.cabinets.scheme}://${domain}`,
    };
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(rotateSecret(work, customer.id, app.clock.now())).rejects.toMatchObject({
        name: 'DriverError',
      });
    }
    const began = app.clock.now();
    expect(await rotations(db(), began)).toMatchObject({ verdict: 'ok' });
    const later = new Date(began.getTime() + 16 * 60_000);
    const finding = await rotations(db(), later);
    expect(finding).toMatchObject({ subject: 'Secrets', verdict: 'warning' });
    expect(finding.text).toContain(`(${customer.id}) has not been given its new secret, since 20`);
    const next = secrets.open((await row()).next_secret_sealed ?? '');
    expect(await cabinetSecretOf(app, customer.id)).toBe(old);
    expect([await asks(old), await asks(next)]).toEqual([200, 200]);
    expect(await rotate()).toBe('rotated');
    expect(await cabinetSecretOf(app, customer.id)).toBe(next);
    expect((await row()).next_secret_sealed).toBeNull();
    expect((await rotations(db(), later)).text).toContain(
      `(${customer.id}) has not signed with its new secret`,
    );
    expect(await asks(next)).toBe(200);
    expect(await rotations(db(), later)).toMatchObject({ verdict: 'ok' });
  });

  it('stays while the cabinet is not active, or nobody’s', async () => {
    const old = await cabinetSecretOf(app, customer.id);
    await db()
      .updateTable('clients')
      .set({ cabinet_status: 'suspended' })
      .where('id', '=', customer.id)
      .execute();
    expect(await rotate()).toBe('closed');
    expect(await cabinetSecretOf(app, customer.id)).toBe(old);
    expect(await rotateSecret(app.platform, randomUUID(), app.clock.now())).toBe('closed');
  });

  it('is changed once by two at the same time', async () => {
    const results = await Promise.all([rotate(), rotate()]);
    expect(results.filter((one) => one === 'rotated').length).toBeGreaterThan(0);
    expect(await asks(await cabinetSecretOf(app, customer.id))).toBe(200);
  });
});
