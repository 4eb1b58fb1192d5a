import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let clientId: string;
beforeAll(async () => {
  app = await startApp({
    ROLES: 'web',
    PUBLIC_URL: 'https://panel.example',
    CABINET_DOMAIN: 'cabinets.example',
  });
  ({ id: clientId } = await subscriber(app, { tariffId: await newTariff(app) }));
});
afterAll(() => app.close());
beforeEach(() => app.platform.db.deleteFrom('rate_limits').execute());

const ask = async (domain: string) =>
  (await app.call('GET', `/api/tls-allowed?domain=${encodeURIComponent(domain)}`)).status;
const called = (domain: string, cabinet_status: 'active' | 'creating' | 'suspended' | 'failed' | 'deleted') =>
  app.platform.db.updateTable('clients').set({ domain, cabinet_status }).where('id', '=', clientId).execute();

describe('a certificate', () => {
  it('is made for the host of the platform, however it is written', async () => {
    expect([await ask('panel.example'), await ask('PANEL.example')]).toEqual([200, 200]);
  });

  it.each(['creating', 'active', 'suspended', 'failed'] as const)(
    'is made for a cabinet that is %s',
    async (status) => {
      await called('shop.cabinets.example', status);
      expect(await ask('shop.cabinets.example')).toBe(200);
    },
  );

  it('is made for nothing else', async () => {
    await called('shop.cabinets.example', 'deleted');
    const others = [
      'shop.cabinets.example',
      'cabinets.example',
      'x.panel.example',
      'localhost',
      '127.0.0.1',
      'й',
      '%',
    ];
    for (const other of others) expect([other, await ask(other)]).toEqual([other, 404]);
    await called('shop.elsewhere.example', 'active');
    expect(await ask('shop.elsewhere.example')).toBe(404);
    expect((await app.call('GET', '/api/tls-allowed')).status).toBe(422);
    expect(await ask('x'.repeat(254))).toBe(422);
  });

  it('is refused for unknown names beyond sixty a minute, while known ones go on', async () => {
    await called('shop.cabinets.example', 'active');
    for (let index = 0; index < 60; index += 1) expect(await ask(`none-${index}.cabinets.example`)).toBe(404);
    expect(await ask('one-more.cabinets.example')).toBe(429);
    expect(await ask('shop.cabinets.example')).toBe(200);
    expect(await ask('panel.example')).toBe(200);
    app.clock.advance(61);
    expect(await ask('one-more.cabinets.example')).toBe(404);
  });
});
