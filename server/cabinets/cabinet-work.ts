import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Locale } from '#contract/variants.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { Secrets } from '#server/secrets.ts';
import type { SubscriptionService } from '#server/subscriptions/subscription-service.ts';
import type { BackupService } from './backup-service.ts';
import type { CabinetKeeper } from './cabinet-keeper.ts';
import type { Drivers } from './drivers.ts';

/** What working on cabinets needs of the platform; each part of it takes what it uses. */
export interface CabinetWork {
  db: Kysely<Tables>;
  queue: Queue;
  clock: Clock;
  secrets: Secrets;
  drivers: Drivers;
  keeper: CabinetKeeper;
  backups: BackupService;
  mail: MailService;
  subscriptions: SubscriptionService;
  config: Pick<Config, 'cabinets'>;
  urlOf(domain: string | null): string | null;
  locale: Locale;
  log: Logger;
}
