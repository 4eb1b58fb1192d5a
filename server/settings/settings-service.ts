import type * as z from 'zod';
import { type SettingKey, type SettingValue, settings } from '#contract/company/settings.ts';
import type { Db } from '#server/db/tables.ts';
import { storedSettings } from './settings-store.ts';

/** The general settings, read at the time of use (DESIGN section 7, "Settings"). */
export function createSettingsService({ db }: { db: Db }) {
  return {
    /** The value in effect: the stored one, else the default. */
    async get<Key extends SettingKey>(key: Key, tx: Db = db): Promise<SettingValue<Key>> {
      const [row] = await storedSettings(tx, [key]);
      return readAs(key, row);
    },

    /** The same for several keys at once. */
    async getAll<Key extends SettingKey>(
      keys: readonly Key[],
      tx: Db = db,
    ): Promise<{ [Name in Key]: SettingValue<Name> }> {
      const rows = await storedSettings(tx, keys);
      const entries = keys.map((key) => [
        key,
        readAs(
          key,
          rows.find((row) => row.key === key),
        ),
      ]);
      return Object.fromEntries(entries) as { [Name in Key]: SettingValue<Name> }; // each parsed by its own schema
    },
  };
}
export type SettingsService = ReturnType<typeof createSettingsService>;

function readAs<Key extends SettingKey>(key: Key, row: { value: unknown } | undefined): SettingValue<Key> {
  const setting: { form: z.ZodType; kept?: z.ZodType; default: unknown } = settings[key];
  // This key's own schema, so the type is right.
  return (setting.kept ?? setting.form).parse(row ? row.value : setting.default) as SettingValue<Key>;
}
