import type { BaseLogger } from 'pino';
import type { Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import type { MailTransport } from './mail-transport.ts';

/** What the uses of this folder need. */
export interface MailDeps {
  db: Db;
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  secrets: Pick<Secrets, 'linkTokenOf' | 'linkTokensOf' | 'refresh'>;
  clock: Clock;
  log: Pick<BaseLogger, 'info' | 'warn'>;
  settings: Pick<SettingsService, 'getAll'>;
  config: Pick<Config, 'smtpUrl' | 'smtpNeedsTls' | 'mailFrom' | 'publicUrl' | 'productName' | 'logoName'>;
  /** For formatting amounts and times. */
  currency: string;
  timeZone: string;
  /** The product's own logo as a PNG; null when the pages have none. */
  logoUrl: string | null;
  /** Prints a link to the operator's terminal when no mail server can send it. */
  print(line: string): void;
  /** A document as a PDF. */
  documentFile(id: string): Promise<{ name: string; content: Uint8Array }>;
  /** Undefined without a mail server. */
  transport: MailTransport | undefined;
}
