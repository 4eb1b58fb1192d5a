import { type SettingKey, settings } from '#contract/company/settings.ts';
import { type Setting, settingEntity } from '#contract/entities/setting.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import type { Config } from '#server/kernel/config.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { shownSender } from '#server/mail/mail-transport.ts';
import { settingId } from '#server/settings/fixed-ids.ts';
import { settingKeys, settingSource, storedSettings } from '#server/settings/settings-store.ts';
import { valueInWords } from './general-settings-store.ts';

/** What reading the general settings needs. */
export interface ReadSettingDeps {
  db: Db;
  config: Pick<Config, 'mailFrom'>;
  defaultLocale: Locale;
}

/** The general settings for the list and its file (API.md, "Settings and their defaults"). */
export function settingListing(deps: ReadSettingDeps): Listing<Setting> {
  return {
    name: 'settings',
    source: () => settingSource,
    rows: async (_caller, ids) => {
      const all = await everySetting(deps);
      return ids.flatMap((id) => all.find((setting) => setting.id === id) ?? []);
    },
    csv: fileColumnsOf(settingEntity, {
      key: { texts: 'settings.fields' },
      value: { sql: ({ locale }) => valueInWords(locale, deps.defaultLocale) },
    }),
  };
}

/** The setting with this key. */
export async function readSetting(deps: ReadSettingDeps, wanted: SettingKey): Promise<Setting> {
  const setting = (await everySetting(deps)).find(({ key }) => key === wanted);
  if (!setting) throw new Error(`there is no setting ${wanted}`);
  return setting;
}

/** The key with this id, or undefined. */
export function keyOf(id: string): SettingKey | undefined {
  return settingKeys.find((key) => settingId(key) === id.toLowerCase());
}

async function everySetting({ db, config }: ReadSettingDeps): Promise<Setting[]> {
  const rows = await storedSettings(db, settingKeys);
  return settingKeys.map((key) => {
    const row = rows.find((stored) => stored.key === key);
    return {
      id: settingId(key),
      key,
      value: row ? row.value : settings[key].default,
      default: settings[key].default,
      is_default: row === undefined,
      // The configured value, which is used while the setting is null.
      fallback: key === 'mail_sender_name' ? shownSender(config.mailFrom) : null,
      updated_at: row?.updated_at.toISOString() ?? null,
    };
  });
}
