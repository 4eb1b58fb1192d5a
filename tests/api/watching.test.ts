import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '#server/kernel/version.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { password, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web,cabinets' });
});
afterAll(() => app.close());

async function metric(line: string): Promise<number | undefined> {
  const { body } = await app.call('GET', '/metrics');
  const found = String(body)
    .split('\n')
    .find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.split(' ').at(-1));
}

describe('the metrics of a process', () => {
  it('name its version and each of its roles', async () => {
    expect(await metric(`tenantry_build_info{version="${version}",role="web"}`)).toBe(1);
    expect(await metric(`tenantry_build_info{version="${version}",role="cabinets"}`)).toBe(1);
    expect(await metric(`tenantry_build_info{version="${version}",role="worker"}`)).toBeUndefined();
  });

  it('count logins by kind and result, from nought on', async () => {
    const logins = (kind: string, result: string) =>
      metric(`tenantry_logins_total{kind="${kind}",result="${result}"}`);
    expect(await logins('customer', 'limited')).toBe(0);
    const { email } = await staffMember(app);
    const before = [await logins('staff', 'succeeded'), await logins('staff', 'failed')];
    await app.call('POST', '/api/admin/auth/login', { body: { email, password: 'Wrong-Passw0rd' } });
    await app.call('POST', '/api/admin/auth/login', { body: { email, password } });
    await app.call('POST', '/api/auth/login', {
      body: { email: 'nobody@shop.example', password: 'Wrong-Passw0rd' },
    });
    const [succeeded = 0, failed = 0] = before;
    expect(await logins('staff', 'succeeded')).toBe(succeeded + 1);
    expect(await logins('staff', 'failed')).toBe(failed + 1);
    expect(await logins('customer', 'failed')).toBe(1);
  });

  it('count what its cabinets are asked', async () => {
    const asked = 'tenantry_cabinet_request_duration_seconds_count{method="GET",status="404"}';
    expect(await metric(asked)).toBeUndefined();
    await fetch(`http://127.0.0.1:${app.cabinetPort}/`);
    expect(await metric(asked)).toBe(1);
  });

  it('have the connections to the database, and the payments without an owner', async () => {
    for (const state of ['busy', 'idle', 'waiting']) {
      expect(await metric(`tenantry_db_pool_connections{state="${state}"}`)).toBeGreaterThanOrEqual(0);
    }
    expect(await metric('tenantry_payments_unowned')).toBe(0);
  });

  it('count customers’ own domains by what is wrong with them', async () => {
    const now = app.clock.now();
    const tariffId = await newTariff(app, { month: 0 });
    const states = {
      pending: { state: 'pending', next_check_at: now },
      connecting: { state: 'pending', next_check_at: now, proved_at: now },
      active: { state: 'active', next_check_at: now, proved_at: now },
      troubled: { state: 'active', next_check_at: now, proved_at: now, troubled_since: now },
      failed: { state: 'failed' },
    } as const;
    for (const [name, row] of Object.entries(states)) {
      const { id } = await subscriber(app, { tariffId, more: { cabinet_status: 'active' } });
      await app.platform.db
        .insertInto('own_domains')
        .values({ client_id: id, domain: `${name}.example.com`, token: name, asked_at: now, ...row })
        .execute();
    }
    for (const state of Object.keys(states)) {
      expect([state, await metric(`tenantry_own_domains{state="${state}"}`)]).toEqual([state, 1]);
    }
  });
});
