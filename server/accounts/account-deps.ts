import type { DeviceCookies } from '#server/auth/login-guard/device-cookie.ts';
import type { Guard } from '#server/auth/guard.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { Db } from '#server/db/tables.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';

/** What the sign-ins of staff and customers both need. */
export interface AccountDeps {
  db: Db;
  secrets: Secrets;
  passwords: Passwords;
  guard: Guard;
  mail: MailService;
  devices: DeviceCookies;
  queue: Queue;
  settings: SettingsService;
}

/** The same where passkeys are made and proved, which belong to the address and name of the installation. */
export interface PasskeyDeps extends AccountDeps {
  productName: string;
  config: Pick<Config, 'publicUrl'>;
}
