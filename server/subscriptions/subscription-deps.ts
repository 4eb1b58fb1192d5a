import type { BaseLogger } from 'pino';
import type { Locale } from '#contract/kernel/variants.ts';
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
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  cabinets: CabinetKeeper;
  proformas: ProformaKeeper;
  timeZone: string;
  locale: Locale;
  log: Pick<BaseLogger, 'info' | 'error'>;
}

/** A proforma by which a client can pay what it lacks; `rest` is what is left of it, in minor units. */
export interface NamedProforma {
  number: string;
  rest: number;
}

export interface PromisedBackup {
  keptUntil: string;
  returns: boolean;
}

/** The documents' part of what clients are told before an end. */
interface ProformaKeeper {
  /** Issues the proformas of those clients whose time has come, before they are reminded. */
  issueDue(now: Date): Promise<unknown>;
  /** By client, the open proforma that was issued for the end of its running period. */
  ofPeriods(tx: Db, clientIds: readonly string[]): Promise<ReadonlyMap<string, NamedProforma>>;
}

/** The cabinets' part of a subscription change, in the same transaction. */
interface CabinetKeeper {
  /** Makes cabinets follow their clients' states once the transaction is committed. */
  settleAllLater(tx: Db, clientIds: readonly string[]): Promise<void>;
  /** Makes a new cabinet for a client that returned from the archive. */
  startAgain(tx: Db, clientId: string, now: Date): Promise<void>;
  /** Until when the backup of a cabinet deleted now is kept, and whether a payment restores it. */
  promisedBackup(tx: Db, now: Date): Promise<PromisedBackup>;
}
