import type { Variant } from '#contract/kernel/variants.ts';
import type { ReadClientDeps } from '#server/clients/client-deps.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';

/** What issuing and reading documents needs. */
export interface DocumentDeps extends ReadClientDeps {
  settings: SettingsService;
  mail: Pick<MailService, 'write' | 'writeAll'>;
  variant: Variant;
  productName: string;
}
