import type { GatewayName } from '#contract/money/payment-gateway.ts';
import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#server/kernel/config.ts';
import type { Db } from '#server/db/tables.ts';
import type { Gateway } from './driver.ts';
import { watchedGateway } from './watched-gateway.ts';

export interface Gateways {
  /** In the order in which customers are offered them. */
  names: readonly GatewayName[];
  /** The gateway of that name; undefined: it isn't configured. Made, with its library, when it is first needed. */
  find(name: string): Promise<Gateway | undefined>;
}

interface GatewayDeps {
  config: Pick<Config, 'payments' | 'publicUrl'>;
  /** What the test gateway's signatures are made from. */
  secret: string;
  db: Db;
  clock: { now(): Date };
  log: Pick<Logger, 'warn'>;
}

/** The gateways of the configuration (`PAYMENTS`). */
export function createGateways({ config: { payments, publicUrl }, secret, ...deps }: GatewayDeps): Gateways {
  const makers: Record<GatewayName, () => Promise<Gateway>> = {
    stripe: async () => (await import('./stripe/stripe.ts')).createStripe(given(payments.stripe)),
    monobank: async () => (await import('./monobank/monobank.ts')).createMonobank(given(payments.monobank)),
    liqpay: async () => (await import('./liqpay/liqpay.ts')).createLiqpay(given(payments.liqpay)),
    montonio: async () => (await import('./montonio/montonio.ts')).createMontonio(given(payments.montonio)),
    test: async () =>
      (await import('./test/test-gateway.ts')).createTestGateway({
        secret: createHmac('sha256', secret).update('test gateway').digest('base64url'),
        pageUrl: `${publicUrl}/account/test-payment`,
      }),
  };
  const made = new Map<GatewayName, Promise<Gateway>>();
  return {
    names: payments.names,
    async find(name) {
      const own = payments.names.find((one) => one === name);
      if (own === undefined) return undefined;
      const gateway = made.get(own) ?? makers[own]().then((one) => watchedGateway(deps, one));
      made.set(own, gateway);
      return gateway;
    },
  };
}

function given<Keys>(keys: Keys | undefined): Keys {
  if (!keys) throw new Error('a gateway without its keys');
  return keys;
}
