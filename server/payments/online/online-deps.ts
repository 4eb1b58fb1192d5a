import type { Locale } from '#contract/kernel/variants.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Gateways } from '#server/payments/gateways/gateways.ts';
import type { WalletDeps } from '#server/payments/write-wallet-line.ts';
import type { Logger } from 'pino';

/** What online payments need. */
export interface OnlineDeps extends WalletDeps {
  config: Pick<Config, 'publicUrl' | 'apiUrl' | 'payments'>;
  gateways: Gateways;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  queue: Queue;
  log: Logger;
  currency: string;
  productName: string;
  defaultLocale: Locale;
}
