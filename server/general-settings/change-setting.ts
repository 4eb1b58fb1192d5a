import {
  isSensitive,
  type SettingInput,
  type SettingKey,
  settingPermission,
} from '#contract/company/settings.ts';
import type { Setting } from '#contract/entities/setting.ts';
import { can } from '#contract/kernel/permissions.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import { nextUpdate, refuseStaleOf } from '#server/db/row-version.ts';
import type { Db } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import { requireFreshProof, type StaffCaller } from '#server/kernel/caller.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { deleteSetting, storeSetting } from '#server/settings/settings-store.ts';
import { applyNewTerms } from '#server/subscriptions/change-terms.ts';
import { isOpenTariff } from '#server/tariffs/choose-tariff.ts';
import { colleaguesWhoMay } from '#server/users/user-store.ts';
import { keyOf, readSetting, type ReadSettingDeps } from './read-settings.ts';

/** What changing the general settings needs. */
export interface ChangeSettingDeps extends ReadSettingDeps {
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  timeZone: string;
  mail: Pick<MailService, 'write'>;
}

/**
 * Sets a key; `default_tariff_id` has to be open to new clients. The company's details, and whether staff need two
 * factors, ask for a fresh proof of the person; the others who may set the details are told (GROWTH sections 16, 18).
 *
 * @throws AppError `stale` with the setting as it is, when somebody has changed it since `updated_at`; `forbidden`
 *   without the key's own permission.
 */
export async function saveSetting(
  deps: ChangeSettingDeps,
  caller: StaffCaller,
  { key, value, updated_at }: SettingInput,
): Promise<Setting> {
  requireMay(caller, key);
  if (isSensitive(key)) requireFreshProof(caller.actor, caller.now);
  return change(deps, caller, { key, action: 'setting.change' }, async (tx, before) => {
    const version = await refuseStale(tx, before, updated_at);
    if (key === 'default_tariff_id' && value !== null && !(await isOpenTariff(tx, value))) {
      throw fieldError('value', 'validation.notAllowed');
    }
    const now = version === null ? caller.now : nextUpdate(version, caller.now);
    await storeSetting(tx, { key, value, now });
  });
}

/**
 * Returns a key to its default; does nothing if it is at its default.
 * @throws AppError `stale` as above.
 */
export function resetSetting(
  deps: ChangeSettingDeps,
  caller: StaffCaller,
  id: string,
  updatedAt?: string,
): Promise<Setting> {
  const key = keyOf(id);
  if (!key) throw new AppError('not_found');
  requireMay(caller, key);
  if (isSensitive(key)) requireFreshProof(caller.actor, caller.now);
  return change(deps, caller, { key, action: 'setting.reset' }, async (tx, before) => {
    if (before.is_default) return;
    await refuseStale(tx, before, updatedAt);
    await deleteSetting(tx, key);
  });
}

/** The route lets in everybody who may change any of them. */
function requireMay({ actor }: StaffCaller, key: SettingKey): void {
  const verdict = can(actor.permissions, settingPermission(key), { write: true });
  if (!verdict.allowed) throw new AppError('forbidden');
}

function change(
  deps: ChangeSettingDeps,
  caller: StaffCaller,
  { key, action }: { key: SettingKey; action: 'setting.change' | 'setting.reset' },
  write: (tx: Db, before: Setting) => Promise<void>,
): Promise<Setting> {
  return answered(deps.db, caller, async (tx) => {
    await lockUntilCommit(tx, 'settings');
    const reading = { ...deps, db: tx };
    const before = await readSetting(reading, key);
    await write(tx, before);
    const after = await readSetting(reading, key);
    const changes = auditChanges({ [key]: before.value }, { [key]: after.value });
    if (changes.length > 0) {
      await notifyClients(deps, tx, key, caller.now);
      if (key === 'company_details') await notifyColleagues(deps, tx, caller, key);
    }
    if (changes.length > 0 || before.is_default !== after.is_default) {
      const subject = { type: 'setting', id: after.id, name: key };
      await writeAudit(tx, caller, { action, subject, changes });
    }
    return after;
  });
}

/** Returns the version that is changed. */
async function refuseStale(tx: Db, before: Setting, sent: string | null | undefined): Promise<Date | null> {
  const version = before.updated_at === null ? null : new Date(before.updated_at);
  await refuseStaleOf(tx, { id: before.id, updated_at: version }, sent, () => before);
  return version;
}

/** Tells clients without terms of their own about changed general terms. */
async function notifyClients(deps: ChangeSettingDeps, tx: Db, key: SettingKey, now: Date): Promise<void> {
  switch (key) {
    case 'term_without_payment_days':
    case 'database_retention_days':
      return applyNewTerms(deps, tx, { concerned: { withoutOwn: key }, now, protect: true });
    case 'reminder_days':
      return applyNewTerms(deps, tx, { concerned: {}, now, protect: false });
  }
}

/** Tells the others who may change it, who did. */
async function notifyColleagues(
  { mail }: ChangeSettingDeps,
  tx: Db,
  { actor, now }: StaffCaller,
  key: SettingKey,
): Promise<void> {
  for (const { id, email, name, locale } of await colleaguesWhoMay(tx, settingPermission(key), actor.id)) {
    await mail.write(tx, now, {
      kind: 'company_changed',
      to: email,
      locale,
      userId: id,
      data: { name, by: actor.name, date: now.toISOString() },
      reason: 'company_changed',
    });
  }
}
