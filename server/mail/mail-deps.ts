import type { Kysely } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Tables } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import type { MailTransport } from './mail-transport.ts';

/** What the uses of this folder work with. */
export interface MailDeps {
  db: Kysely<Tables>;
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  secrets: Pick<Secrets, 'linkTokenOf' | 'linkTokensOf' | 'refresh'>;
  clock: Clock;
  log: Pick<BaseLogger, 'info' | 'warn'>;
  settings: Pick<SettingsService, 'getAll'>;
  config: Pick<Config, 'smtpUrl' | 'smtpNeedsTls' | 'mailFrom' | 'publicUrl' | 'productName'>;
  /** Amounts and moments are written in these. */
  currency: string;
  timeZone: string;
  /** Where links go that no mail server carries: the operator's terminal. */
  print(line: string): void;
  /** Undefined without a mail server. */
  transport: MailTransport | undefined;
}
