import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import { beginPayment, notify } from '#tests/support/processes/gateways/payments.ts';
import type { PlayedGateway } from '#tests/support/processes/gateways/played-gateway.ts';
import { playLiqpay } from '#tests/support/processes/gateways/played-liqpay.ts';
import { playMonobank } from '#tests/support/processes/gateways/played-monobank.ts';
import { playMontonio } from '#tests/support/processes/gateways/played-montonio.ts';
import { playStripe } from '#tests/support/processes/gateways/played-stripe.ts';
import { registeredCustomer } from '#tests/support/people.ts';

const names = ['stripe', 'monobank', 'liqpay', 'montonio'] as const;
let app: TestApp;
let played: Record<(typeof names)[number], PlayedGateway>;
let environment: Record<string, string>;
beforeAll(async () => {
  played = {
    stripe: await playStripe(),
    monobank: await playMonobank(),
    liqpay: await playLiqpay(),
    montonio: await playMontonio(),
  };
  const keys = Object.assign({}, ...Object.values(played).map((gateway) => gateway.environment));
  const payments = { VARIANT: 'lt', PAYMENTS: names.join(','), ...keys };
  app = await startApp({ ROLES: 'web', ...payments });
  environment = { ...environmentOf(app), ...payments, PUBLIC_URL: 'https://panel.example' };
});
afterAll(async () => {
  await app.close();
  for (const gateway of Object.values(played)) await gateway.close();
});

const check = (changes: Record<string, string> = {}) =>
  cli(['payments', 'check'], { ...environment, ...changes }, app.clock);
const only = (name: (typeof names)[number], changes: Record<string, string> = {}) =>
  check({ PAYMENTS: name, ...changes });

describe('payments check', () => {
  it('says that all is well, but that nobody has paid yet', async () => {
    const { code, out } = await check();
    expect([code, out.match(/^ok {4}(\w+) +answers, and takes the keys$/gm)?.length]).toEqual([0, 4]);
    expect(out).toContain('https://panel.example/api/payments/liqpay/events');
    expect(out).toContain('0 BAD, 4 to note.');
    for (const { orders } of Object.values(played)) expect(orders).toEqual([]);
  });

  it.each(names)(
    'says that %s does not take its keys, cannot be reached, or makes no sense',
    async (name) => {
      const gateway = played[name];
      // Stripe's own library calls an answer without end a broken connection.
      const endless = name === 'stripe' ? 'cannot be reached' : 'answers what makes no sense';
      const found: Record<string, unknown> = {};
      for (const mood of ['shut', 'down', 'broken', 'endless'] as const) {
        gateway.be(mood);
        const { code, out } = await only(name);
        found[mood] = [code, new RegExp(`^BAD {3}${name} +([^:]+):`, 'm').exec(out)?.[1]];
      }
      gateway.be('up');
      expect(found).toEqual({
        shut: [1, 'does not take the keys'],
        down: [1, 'cannot be reached'],
        broken: [1, 'cannot be reached'],
        endless: [1, endless],
      });
      expect((await only(name)).code).toBe(0);
    },
  );

  it('says that a key is missing, in the line that stops the start', async () => {
    const { code, err } = await only('stripe', { STRIPE_WEBHOOK_SECRET: '' });
    expect([code, err]).toEqual([1, expect.stringContaining('STRIPE_WEBHOOK_SECRET')]);
  });

  it('says that a webhook secret is none, and that no notice can come without https', async () => {
    const { code, out } = await only('stripe', {
      STRIPE_WEBHOOK_SECRET: 'sk_live_in_the_wrong_place',
      PUBLIC_URL: 'http://panel.example',
    });
    expect(code).toBe(1);
    expect(out).toContain('STRIPE_WEBHOOK_SECRET is no signing secret');
    expect(out).toContain('PUBLIC_URL is not https');
    expect(out).toContain('2 BAD');
  });

  it('says that no notice ever came though people pay, and when the last one did', async () => {
    const { token } = await registeredCustomer(app);
    const { order } = await beginPayment(app, played.montonio, token);
    const before = await only('montonio');
    expect([before.code, before.out]).toEqual([1, expect.stringContaining('no notice ever came')]);
    order.state = 'paid';
    await notify(app, played.montonio, order);
    const after = await only('montonio');
    expect([after.code, after.out]).toEqual([0, expect.stringContaining('sent its last notice at ')]);
  });

  it('warns of the test gateway, and has nothing to ask without a gateway', async () => {
    const trying = await check({ PAYMENTS: 'test' });
    expect([trying.code, trying.out]).toEqual([0, expect.stringContaining('moves no money')]);
    const none = await check({ PAYMENTS: '' });
    expect([none.code, none.out]).toEqual([0, expect.stringContaining('names no gateway')]);
    const help = await cli(['payments', 'check', '--help']);
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('Exit code 1 when')]);
    const json = (await check({ PAYMENTS: 'test' })).out;
    expect(json).toContain('note');
  });
});
