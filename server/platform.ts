import type { Logger } from 'pino';
import { variants } from '#contract/variants.ts';
import { createLoginGuard } from '#server/auth/login-guard.ts';
import { deleteOldLinks } from '#server/auth/one-time-links.ts';
import { createPasswords } from '#server/auth/passwords.ts';
import { createSessionService } from '#server/auth/session-service.ts';
import { deleteExpiredSessions } from '#server/auth/session-store.ts';
import { createCabinetKeeping, createProvisioning } from '#server/cabinets/cabinets.ts';
import { createEntitlementService } from '#server/cabinets/entitlement-service.ts';
import { createTicketService } from '#server/cabinets/ticket-service.ts';
import { createClientChangeService } from '#server/clients/client-change-service.ts';
import { createClientImportService } from '#server/clients/client-import-service.ts';
import { createClientService } from '#server/clients/client-service.ts';
import { createCustomerAccountService } from '#server/clients/customer-account-service.ts';
import { createCustomerAuthService } from '#server/clients/customer-auth-service.ts';
import { createProformaService } from '#server/clients/proforma-service.ts';
import { createRegistrationService } from '#server/clients/registration-service.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { forgetOldKeys } from '#server/db/idempotency.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { createQueue } from '#server/jobs/queue.ts';
import { createMailService } from '#server/mail/mail-service.ts';
import { shownSender } from '#server/mail/mail-transport.ts';
import { createSecrets } from '#server/secrets.ts';
import { createReportService } from '#server/reports/report-service.ts';
import { createOfferService } from '#server/settings/offer-service.ts';
import { createPartnerService } from '#server/settings/partner-service.ts';
import { createPromoCodeService } from '#server/settings/promo-code-service.ts';
import { createSettingsAdminService } from '#server/settings/settings-admin-service.ts';
import { createSettingsService } from '#server/settings/settings-service.ts';
import { createPlanService } from '#server/subscriptions/plan-service.ts';
import { createSubscriptionService } from '#server/subscriptions/subscription-service.ts';
import { createUsageWatch } from '#server/subscriptions/usage-watch.ts';
import { createTariffService } from '#server/tariffs/tariff-service.ts';
import { createStaffAuthService } from '#server/users/staff-auth-service.ts';
import { createTwoFactorService } from '#server/users/two-factor-service.ts';
import { createUserService } from '#server/users/user-service.ts';
import { createWalletService } from '#server/wallet/wallet-service.ts';
import { createSavedViewService } from '#server/views/saved-view-service.ts';

export interface PlatformDeps {
  config: Config;
  secretKey: string;
  database: Database;
  clock: Clock;
  log: Logger;
  /** A line for the operator's terminal. */
  print(line: string): void;
}

/**
 * Every service with what it needs, in the order in which they build on each other.
 */
export async function createPlatform({ config, secretKey, database, clock, log, print }: PlatformDeps) {
  const { db } = database;
  const { defaultLocale, currency, timeZone } = variants[config.variant];
  const secrets = createSecrets(secretKey);
  const queue = createQueue({ connection: database.connection, log });
  const rateLimits = createRateLimits(db);
  const settings = createSettingsService({ db });
  const passwords = await createPasswords();
  const sessions = createSessionService({ db, secrets });
  const guard = createLoginGuard({ rateLimits, limits: config.limits });
  const mail = createMailService({
    db,
    queue,
    secrets,
    clock,
    log,
    settings,
    config,
    print,
    currency,
    timeZone,
  });
  const keeping = await createCabinetKeeping({
    db,
    queue,
    clock,
    secrets,
    settings,
    config,
    timeZone,
    log,
    locale: defaultLocale,
  });

  const twoFactor = createTwoFactorService({
    db,
    secrets,
    passwords,
    sessions,
    guard,
    mail,
    productName: config.productName,
  });
  const staff = createStaffAuthService({
    db,
    sessions,
    passwords,
    guard,
    mail,
    settings,
    twoFactor,
    defaultLocale,
  });
  const users = createUserService({ db, mail, sessions, guard, settings, twoFactor });
  const usage = createUsageWatch({ db, mail, queue, timeZone });
  const subscriptions = createSubscriptionService({
    db,
    clock,
    settings,
    mail,
    usage,
    queue,
    timeZone,
    log,
    cabinets: keeping.keeper,
    locale: defaultLocale,
  });
  const tariffs = createTariffService({ db, subscriptions, usage, settings, defaultLocale });
  const settingsAdmin = createSettingsAdminService({
    db,
    tariffs,
    subscriptions,
    fallbacks: { mail_sender_name: shownSender(config.mailFrom) },
  });
  const partners = createPartnerService({ db, tariffs });
  const promoCodes = createPromoCodeService({ db, tariffs });
  const offers = createOfferService({ db, productName: config.productName, defaultLocale });
  const views = createSavedViewService({ db, settings });
  const { provisioning, reconciler, findings } = createProvisioning(keeping, { mail, subscriptions });
  const tickets = createTicketService({ db, settings, urlOf: provisioning.urlOf });
  const entitlements = createEntitlementService({ db, settings, usage, config, currency, timeZone });
  const clients = createClientService({ db, provisioning, defaultLocale, timeZone, currency });
  const clientChanges = createClientChangeService({
    db,
    clients,
    provisioning,
    subscriptions,
    usage,
    sessions,
    guard,
    settings,
    tariffs,
    mail,
    variant: config.variant,
    timeZone,
    defaultLocale,
  });
  const clientImports = createClientImportService({ db, provisioning, tariffs, mail, defaultLocale });
  const wallet = createWalletService({ db, subscriptions, mail, timeZone });
  const reports = createReportService({
    db,
    exports: database.exports,
    subscriptions,
    wallet,
    timeZone,
    defaultLocale,
  });
  const plans = createPlanService({ db, subscriptions, tariffs, clients, usage, mail, timeZone });
  const customers = createCustomerAuthService({
    db,
    sessions,
    passwords,
    guard,
    mail,
    settings,
    provisioning,
    strictDisclosure: config.strictDisclosure,
  });
  const { variant, productName } = config;
  const customerAccounts = createCustomerAccountService({
    db,
    sessions,
    passwords,
    guard,
    mail,
    provisioning,
    variant,
  });
  const proformas = createProformaService({ db, rateLimits, settings, variant, productName });
  const registration = createRegistrationService({
    db,
    passwords,
    guard,
    mail,
    settings,
    tariffs,
    openSession: customers.openSession,
    strictDisclosure: config.strictDisclosure,
    productName: config.productName,
    defaultLocale,
  });

  return {
    config,
    database,
    clock,
    log,
    secrets,
    queue,
    settings,
    sessions,
    guard,
    passwords,
    mail,
    backups: keeping.backups,
    lists: { db, exports: database.exports, timeZone },
    settingsAdmin,
    partners,
    promoCodes,
    offers,
    views,
    reports,
    staff,
    twoFactor,
    users,
    tariffs,
    provisioning,
    reconciler,
    findings,
    tickets,
    entitlements,
    clients,
    clientChanges,
    clientImports,
    subscriptions,
    usage,
    wallet,
    plans,
    customers,
    customerAccounts,
    proformas,
    registration,

    /** Forgets what time has made worthless: sessions, links, limits, tickets, message ids. */
    async cleanUp(now: Date): Promise<void> {
      await deleteExpiredSessions(db, now);
      await deleteOldLinks(db, now);
      await rateLimits.cleanUp(now);
      await entitlements.cleanUp(now);
      await clientChanges.removeUnconfirmed(now);
      await forgetOldKeys(db, now);
      await keeping.backups.cleanUp(now);
    },
  };
}
export type Platform = Awaited<ReturnType<typeof createPlatform>>;
