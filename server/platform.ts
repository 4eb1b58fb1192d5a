import path from 'node:path';
import type { Logger } from 'pino';
import { type Locale, variants } from '#contract/kernel/variants.ts';
import { createDeviceCookies } from '#server/auth/login-guard/device-cookie.ts';
import type { Guard } from '#server/auth/guard.ts';
import { createPasswords, type HashingCost } from '#server/auth/passwords.ts';
import { createBackupFiles } from '#server/cabinets/backups/backup-files.ts';
import { cabinetUrl } from '#server/cabinets/cabinet-address.ts';
import { nameServers } from '#server/cabinets/own-domain/name-servers.ts';
import { createDrivers } from '#server/cabinets/drivers/drivers.ts';
import { promisedBackup } from '#server/cabinets/backups/read-backups.ts';
import { settleCabinets, startCabinetAgain } from '#server/cabinets/tasks/start-cabinet.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { createClockGuard } from '#server/db/clock-guard.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Database } from '#server/postgres/connect.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { createQueue } from '#server/jobs/queue.ts';
import { proformasOfPeriods } from '#server/documents/before-end/period-proforma-store.ts';
import { issueDueProformas } from '#server/documents/before-end/issue-due-proformas.ts';
import { documentPdfFile } from '#server/documents/document-file.ts';
import { noteSlowedLogin } from '#server/mail/account-notices.ts';
import { createMailService } from '#server/mail/mail-service.ts';
import { createSecrets } from '#server/keys/secrets.ts';
import { createGateways } from '#server/payments/gateways/gateways.ts';
import { onlineMethods } from '#server/payments/online/read-gateways.ts';
import { logoPictureUrl } from '#server/pages/built-pages.ts';
import { createReports } from '#server/reports/read-reports.ts';
import { specFor } from '#server/client-fields/read-fields.ts';
import { createIdentityProvider } from '#server/oidc/identity-provider.ts';
import { createSettingsService } from '#server/settings/settings-service.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import type { ListDeps } from '#server/lists/list-reply.ts';

export interface PlatformDeps {
  config: Config;
  secretKey: string | KeyRing;
  database: Database;
  clock: Clock;
  log: Logger;
  /** A line for the operator's terminal. */
  print(line: string): void;
  hashing?: HashingCost | undefined;
  queueConnections?: number | undefined;
}

/** Makes what exists once for the whole program, in the order of its dependencies; uses take their part from it. */
export async function createPlatform(deps: PlatformDeps) {
  const { config, secretKey, database, clock, log, print } = deps;
  const { db, exports } = database;
  const { defaultLocale, currency, timeZone } = variants[config.variant];
  const secrets = createSecrets(secretKey);
  const clockGuard = createClockGuard({ db, clock, roles: config.roles, log });
  const queue = createQueue({ connection: database.connection, log, connections: deps.queueConnections });
  const settings = createSettingsService({ db });
  const passwords = await createPasswords(deps.hashing);
  const devices = createDeviceCookies({
    signer: secrets,
    isSecure: config.publicUrl.startsWith('https:'),
    isCrossSite: config.corsOrigins.length > 0,
  });
  const guard: Guard = {
    db,
    limits: config.limits,
    devices,
    log,
    slowed: (tx, caller, slowed) => noteSlowedLogin({ db, queue }, tx, caller, slowed),
  };
  const core = { db, queue, secrets, clock, log, settings };
  const mail = createMailService({
    ...core,
    config,
    print,
    currency,
    timeZone,
    logoUrl: logoPictureUrl(config),
    documentFile: (id) => documentPdfFile(db, id),
  });
  const drivers = await createDrivers({ config, secrets, defaultLocale, now: clock.now });
  const urlOf = (domain: string | null) => cabinetUrl(config.cabinets, domain);
  const backupFiles = createBackupFiles(config.backupDir);
  const exportFiles = createBackupFiles(path.join(config.backupDir, 'exports'));

  const { variant, productName, strictDisclosure, viesUrl } = config;
  const papers = { ...core, clockGuard, mail, variant, currency, timeZone, productName, defaultLocale };
  const subscriptions: SubscriptionDeps = {
    ...core,
    clockGuard,
    mail,
    timeZone,
    cabinets: {
      settleAllLater: (tx, clientIds) => settleCabinets(core, tx, clientIds),
      startAgain: (tx, clientId, now) => startCabinetAgain({ ...core, drivers }, tx, clientId, now),
      promisedBackup: (tx, now) => promisedBackup({ settings, timeZone }, tx, now),
    },
    proformas: {
      issueDue: (now) => issueDueProformas(papers, now, { beforeReminders: true }),
      ofPeriods: proformasOfPeriods,
    },
    locale: defaultLocale,
  };
  const gateways = createGateways({ ...core, config, secret: secrets.cabinetHostKey });
  const reports = createReports({ db, exports, settings, config, timeZone, defaultLocale });

  const facts = { defaultLocale, currency, timeZone, variant, productName, strictDisclosure, viesUrl };
  const doors = { guard, devices, passwords, ...staffSignIn(deps) };
  const cabinets = { drivers, backupFiles, exportFiles, urlOf, nameServers: nameServers(config.dnsServers) };
  return {
    ...core,
    ...facts,
    ...doors,
    ...cabinets,
    config,
    database,
    clockGuard,
    mail,
    reports,
    subscriptions,
    gateways,
    onlineMethods: (locale: Locale) => onlineMethods(config.payments.names, locale),
    lists: listDeps(database, { timeZone, defaultLocale }),
  };
}

/** Where staff sign in besides passwords, or instead of them. */
function staffSignIn({ config, clock, log }: PlatformDeps) {
  const { oidc: provider, publicUrl, corsOrigins } = config;
  const isCrossSite = corsOrigins.length > 0;
  return {
    identityProvider: provider && createIdentityProvider({ provider, publicUrl, isCrossSite, clock, log }),
    passwordsOff: provider?.isOnly === true,
  };
}

/** What every list needs. */
function listDeps(
  { db, exports }: Database,
  { timeZone, defaultLocale }: { timeZone: string; defaultLocale: Locale },
): ListDeps {
  return {
    db,
    exports,
    timeZone,
    noteExport: (caller, entry, tx = db) => writeAudit(tx, caller, entry),
    specFor: (spec, asked) => specFor({ db, defaultLocale }, spec, asked),
  };
}

export type Platform = Awaited<ReturnType<typeof createPlatform>>;
