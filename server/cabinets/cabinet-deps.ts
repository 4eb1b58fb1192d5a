import type { Logger } from 'pino';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import type { BackupFiles } from './backups/backup-files.ts';
import type { Drivers } from './drivers/drivers.ts';

/** What starting work on a cabinet needs, in the caller's transaction. */
export interface StartDeps {
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  secrets: Secrets;
  settings: Pick<SettingsService, 'get' | 'getAll'>;
  drivers: Pick<Drivers, 'current'>;
}

/** What doing work on cabinets needs; each use names its part. */
export interface CabinetDeps extends StartDeps {
  db: Db;
  clock: Clock;
  drivers: Drivers;
  backupFiles: BackupFiles;
  mail: Pick<MailService, 'write' | 'withdraw'>;
  subscriptions: SubscriptionDeps;
  config: Pick<Config, 'cabinets'>;
  urlOf(domain: string | null): string | null;
  defaultLocale: Locale;
  timeZone: string;
  log: Logger;
}
