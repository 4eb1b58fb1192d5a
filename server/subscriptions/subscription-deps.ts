import type { BaseLogger } from 'pino';
import type { Locale } from '#contract/variants.ts';
import type { ClockGuard } from '#server/db/clock-guard.ts';
import type { Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';

/** What the uses of this folder need, made once in `platform.ts`. */
export interface SubscriptionDeps {
  db: Db;
  clock: Clock;
  clockGuard: Pick<ClockGuard, 'require'>;
  settings: Pick<SettingsService, 'get' | 'getAll'>;
  mail: Pick<MailService, 'write' | 'writeAll'>;
  queue: Pick<Queue, 'enqueue'>;
  cabinets: CabinetKeeper;
  timeZone: string;
  locale: Locale;
  log: Pick<BaseLogger, 'info' | 'error'>;
}

/** The cabinets' part of a subscription change, in the same transaction. */
interface CabinetKeeper {
  /** Makes cabinets follow their clients' states once the transaction is committed. */
  settleAllLater(tx: Db, clientIds: readonly string[]): Promise<void>;
  /** Makes a new cabinet for a client that returned from the archive. */
  startAgain(tx: Db, clientId: string, now: Date): Promise<void>;
}
