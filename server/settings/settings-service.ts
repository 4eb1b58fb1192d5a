import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { type SettingKey, type SettingValue, settings } from '#contract/settings.ts';
import type { Tables } from '#server/db/tables.ts';

/**
 * The general settings, read when they matter (DESIGN section 7, "Settings").
 */
export function createSettingsService({ db }: { db: Kysely<Tables> }) {
  return {
    /** The value that holds: the stored one, else the default. */
    async get<Key extends SettingKey>(key: Key, tx: Kysely<Tables> = db): Promise<SettingValue<Key>> {
      const row = await tx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
      return readAs(key, row);
    },

    /** The same for several keys at once. */
    async getAll<Key extends SettingKey>(
      keys: readonly Key[],
      tx: Kysely<Tables> = db,
    ): Promise<{ [Name in Key]: SettingValue<Name> }> {
      const rows = await tx
        .selectFrom('settings')
        .select(['key', 'value'])
        .where('key', 'in', [...keys])
        .execute();
      const entries = keys.map((key) => {
        const row = rows.find((stored) => stored.key === key);
        return [key, readAs(key, row)];
      });
      return Object.fromEntries(entries) as { [Name in Key]: SettingValue<Name> }; // each by its own form
    },
  };
}
export type SettingsService = ReturnType<typeof createSettingsService>;

function readAs<Key extends SettingKey>(key: Key, row: { value: unknown } | undefined): SettingValue<Key> {
  const setting: { form: z.ZodType; kept?: z.ZodType; default: unknown } = settings[key];
  // The form of this very key; what it keeps is of the same type.
  return (setting.kept ?? setting.form).parse(row ? row.value : setting.default) as SettingValue<Key>;
}
