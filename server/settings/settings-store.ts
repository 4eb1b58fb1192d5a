import { sql } from 'kysely';
import { type SettingKey, settings } from '#contract/company/settings.ts';
import { settingEntity } from '#contract/entities/setting.ts';
import { columnsOf } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import type { Db } from '#server/db/tables.ts';
import { settingId } from './fixed-ids.ts';

/** SQL for the general settings; a key without a row is at its default. */

export const settingKeys = Object.keys(settings) as SettingKey[]; // `keys` loses the type

interface StoredSetting {
  key: string;
  value: unknown;
  updated_at: Date;
}

/** The settings of these keys that are not at their default. */
export function storedSettings(db: Db, keys: readonly SettingKey[]): Promise<StoredSetting[]> {
  return db.selectFrom('settings').select(['key', 'value', 'updated_at']).where('key', 'in', keys).execute();
}

/** Storing the same value again keeps its version. */
export async function storeSetting(
  db: Db,
  { key, value, now }: { key: SettingKey; value: unknown; now: Date },
): Promise<void> {
  const changes = { value: JSON.stringify(value), updated_at: now };
  await db
    .insertInto('settings')
    .values({ id: settingId(key), key, ...changes })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(changes)
        .where(sql<boolean>`settings.value is distinct from excluded.value`),
    )
    .execute();
}

export async function deleteSetting(db: Db, key: SettingKey): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}

const keys = sql.join(
  settingKeys.map(
    (key, index) =>
      sql`(${settingId(key)}::uuid, ${key}::text, ${index}::int, ${JSON.stringify(settings[key].default)}::jsonb)`,
  ),
);

/** Every key, stored or not, in the order of the contract. */
export const settingSource: ListSource = {
  from: sql`(values ${keys}) as k (id, key, position, standard) left join settings s on s.key = k.key`,
  id: sql`k.id`,
  defaultOrder: sql`-k.position`,
  columns: columnsOf(settingEntity, {
    table: 'settings',
    alias: 's',
    own: {
      id: { sql: sql`k.id`, required: true },
      key: { sql: sql`k.key`, required: true },
      is_default: { sql: sql`(s.key is null)`, required: true },
    },
  }),
};
