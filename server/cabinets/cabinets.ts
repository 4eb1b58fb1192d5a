import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Locale } from '#contract/variants.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { Secrets } from '#server/secrets.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import type { SubscriptionService } from '#server/subscriptions/subscription-service.ts';
import { backupFiles } from './backup-files.ts';
import { createBackupService } from './backup-service.ts';
import { cabinetUrl } from './cabinet-address.ts';
import { createCabinetKeeper } from './cabinet-keeper.ts';
import { createCabinetView } from './cabinet-view.ts';
import type { CabinetWork } from './cabinet-work.ts';
import { createDrivers } from './drivers.ts';
import { createFindingService } from './finding-service.ts';
import { loadKubernetesDriver } from './kubernetes/kubernetes-start.ts';
import { createProvisioningService } from './provisioning-service.ts';
import { createReconciler } from './reconciler.ts';
import { createTaskActs } from './task-acts.ts';
import { createTaskRunner } from './task-runner.ts';

interface KeptDeps {
  db: Kysely<Tables>;
  queue: Queue;
  clock: Clock;
  secrets: Secrets;
  settings: SettingsService;
  config: Config;
  timeZone: string;
  locale: Locale;
  log: Logger;
}

/** What subscriptions need of cabinets: to say what is wanted. */
export async function createCabinetKeeping(deps: KeptDeps) {
  const { db, queue, clock, secrets, settings, config, timeZone, locale } = deps;
  const kubernetes = await loadKubernetesDriver({ config, locale, now: clock.now });
  const hostSecret = secrets.cabinetHostKey;
  const drivers = createDrivers({ config, hostSecret, kubernetes, now: clock.now });
  const files = backupFiles(config.backupDir);
  const backups = createBackupService({ db, files, settings, timeZone, locale });
  const keeper = createCabinetKeeper({ queue, secrets, settings, drivers, backups });
  return { deps, drivers, backups, keeper };
}
export type CabinetKeeping = Awaited<ReturnType<typeof createCabinetKeeping>>;

/** What does it: drivers, steps, and what is shown of them. */
export function createProvisioning(
  { deps, drivers, backups, keeper }: CabinetKeeping,
  { mail, subscriptions }: { mail: MailService; subscriptions: SubscriptionService },
) {
  const { db, queue, clock, secrets, config, locale, log } = deps;
  const urlOf = (domain: string | null) => cabinetUrl(config.cabinets, domain);
  const work: CabinetWork = {
    db,
    queue,
    clock,
    secrets,
    drivers,
    keeper,
    backups,
    mail,
    subscriptions,
    config,
    urlOf,
    locale,
    log,
  };
  const acts = createTaskActs(work);
  const runner = createTaskRunner({ ...work, acts });
  const view = createCabinetView(work);
  const provisioning = createProvisioningService({ ...work, acts, runner, view });
  const reconciler = createReconciler(work);
  const findings = createFindingService({ ...work, provisioning, reconciler });
  return { provisioning, reconciler, findings };
}
