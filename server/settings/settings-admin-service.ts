import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Setting, type SettingInput, type SettingKey, settings } from '#contract/settings.ts';
import { auditChanges } from '#server/audit/audit-changes.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import { nextUpdate, refuseStaleOf } from '#server/db/row-version.ts';
import type { Tables } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { translate } from '#server/messages.ts';
import { Refused, refusedField } from '#server/refused.ts';
import type { SubscriptionService } from '#server/subscriptions/subscription-service.ts';
import type { TariffService } from '#server/tariffs/tariff-service.ts';
import { settingId } from './fixed-ids.ts';
import { deleteSetting, settingKeys, settingSource, storedSettings, storeSetting } from './settings-store.ts';

interface SettingsAdminDeps {
  db: Kysely<Tables>;
  tariffs: Pick<TariffService, 'isOpen' | 'namesIn'>;
  subscriptions: Pick<SubscriptionService, 'termsChanged'>;
  /** What the configuration says where a setting is null. */
  fallbacks: { [Key in SettingKey]?: string };
}

/** The general settings as staff see and change them (API.md, "Settings and their defaults"). */
export function createSettingsAdminService({ db, tariffs, subscriptions, fallbacks }: SettingsAdminDeps) {
  return {
    listing: {
      name: 'settings',
      source: () => settingSource,
      rows: async (_caller, ids) => {
        const all = await everySetting(db, fallbacks);
        return ids.flatMap((id) => all.find((setting) => setting.id === id) ?? []);
      },
      csv: [
        { field: 'key', texts: 'settings.keys' },
        { field: 'value', sql: (caller) => valueInWords(caller) },
        'is_default',
        'updated_at',
      ],
    } satisfies Listing<Setting>,

    /**
     * Sets a key; `default_tariff_id` has to be open to new clients.
     *
     * @throws Refused `stale` with the setting as it is, when somebody has changed it since `updated_at`.
     */
    save(caller: Caller, { key, value, updated_at }: SettingInput): Promise<Setting> {
      return change(caller, key, 'setting.change', async (tx, before) => {
        const version = await refuseStale(tx, before, updated_at);
        if (key === 'default_tariff_id' && value !== null && !(await tariffs.isOpen(tx, value))) {
          throw refusedField('value', 'validation.notAllowed');
        }
        const now = version === null ? caller.now : nextUpdate(version, caller.now);
        await storeSetting(tx, { key, value, now });
      });
    },

    /**
     * Returns a key to its default; nothing to do when it is there already.
     *
     * @throws Refused `stale` as above.
     */
    reset(caller: Caller, id: string, updatedAt?: string): Promise<Setting> {
      const key = keyOf(id);
      if (!key) throw new Refused('not_found');
      return change(caller, key, 'setting.reset', async (tx, before) => {
        if (before.is_default) return;
        await refuseStale(tx, before, updatedAt);
        await deleteSetting(tx, key);
      });
    },
  };

  /** What holds, the default too; a tariff by its name. */
  function valueInWords(caller: Caller): RawBuilder<unknown> {
    const word = (key: string) => translate(caller.locale, key);
    const value = sql`coalesce(s.value, k.standard)`;
    const text = sql`(${value} #>> '{}')`;
    return sql`case jsonb_typeof(${value})
      when 'boolean' then case ${text} when 'true' then ${word('list.yes')} else ${word('list.no')} end
      when 'array' then (select string_agg(one, ', ') from jsonb_array_elements_text(${value}) as parts (one))
      when 'object' then
        (select string_agg(one, ', ') from jsonb_each_text(${value}) as parts (name, one) where one <> '')
      else case k.key when 'default_tariff_id'
        then coalesce(${tariffs.namesIn(sql`array[${text}]::uuid[]`, caller)}, ${word('settings.cheapest')})
        else ${text} end
      end`;
  }

  /** Terms that clients without their own live by. */
  async function tellClients(tx: Kysely<Tables>, key: SettingKey, now: Date): Promise<void> {
    switch (key) {
      case 'term_without_payment_days':
      case 'database_retention_days':
        return subscriptions.termsChanged(tx, { withoutOwn: key }, { now, protect: true });
      case 'reminder_days':
        return subscriptions.termsChanged(tx, {}, { now, protect: false });
    }
  }

  function change(
    caller: Caller,
    key: SettingKey,
    action: 'setting.change' | 'setting.reset',
    write: (tx: Kysely<Tables>, before: Setting) => Promise<void>,
  ): Promise<Setting> {
    return db.transaction().execute(async (tx) => {
      await lockUntilCommit(tx, 'settings');
      const before = await oneSetting(tx, key);
      await write(tx, before);
      const after = await oneSetting(tx, key);
      const changes = auditChanges({ [key]: before.value }, { [key]: after.value });
      if (changes.length > 0) await tellClients(tx, key, caller.now);
      if (changes.length > 0 || before.is_default !== after.is_default) {
        await writeAudit(tx, caller, {
          action,
          subject: { type: 'setting', id: after.id, name: key },
          changes,
        });
      }
      return after;
    });
  }

  async function oneSetting(tx: Kysely<Tables>, wanted: SettingKey): Promise<Setting> {
    const setting = (await everySetting(tx, fallbacks)).find(({ key }) => key === wanted);
    if (!setting) throw new Error(`there is no setting ${wanted}`);
    return setting;
  }
}
export type SettingsAdminService = ReturnType<typeof createSettingsAdminService>;

/** The key of an id, or undefined. */
export function keyOf(id: string): SettingKey | undefined {
  return settingKeys.find((key) => settingId(key) === id.toLowerCase());
}

/** Gives the version that is changed. */
async function refuseStale(
  tx: Kysely<Tables>,
  before: Setting,
  sent: string | null | undefined,
): Promise<Date | null> {
  const version = before.updated_at === null ? null : new Date(before.updated_at);
  await refuseStaleOf(tx, { id: before.id, updated_at: version }, sent, () => before);
  return version;
}

async function everySetting(
  db: Kysely<Tables>,
  fallbacks: SettingsAdminDeps['fallbacks'],
): Promise<Setting[]> {
  const rows = await storedSettings(db);
  return settingKeys.map((key) => {
    const row = rows.find((stored) => stored.key === key);
    return {
      id: settingId(key),
      key,
      value: row ? row.value : settings[key].default,
      default: settings[key].default,
      is_default: row === undefined,
      fallback: fallbacks[key] ?? null,
      updated_at: row?.updated_at.toISOString() ?? null,
    };
  });
}
