import type { Locale, Variant } from '#contract/kernel/variants.ts';
import type { Guard } from '#server/auth/guard.ts';
import type { StartDeps } from '#server/cabinets/cabinet-deps.ts';
import type { Db } from '#server/db/tables.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';

/** What reading clients needs. */
export interface ReadClientDeps {
  db: Db;
  urlOf(domain: string | null): string | null;
  defaultLocale: Locale;
  timeZone: string;
  currency: string;
  settings: Pick<SettingsService, 'get' | 'getAll'>;
}

/** What changing clients as staff needs. */
export interface ClientDeps extends ReadClientDeps, StartDeps {
  subscriptions: SubscriptionDeps;
  settings: SettingsService;
  guard: Guard;
  mail: MailService;
  variant: Variant;
}
