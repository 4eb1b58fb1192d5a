import type { CabinetBackup, CabinetDeletion } from '#contract/cabinets/cabinet.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { Db } from '#server/db/tables.ts';
import { addDays } from '#server/kernel/periods.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { backupsOf, deletionsOf, newestBackup } from './backup-store.ts';

/** The last backups of a client's cabinets, and the record of their deletions (DESIGN section 10.7). */
export async function readBackups(
  tx: Db,
  clientId: string,
): Promise<{ backups: CabinetBackup[]; deletions: CabinetDeletion[] }> {
  const backups = await backupsOf(tx, clientId);
  const deletions = await deletionsOf(tx, clientId);
  return {
    backups: backups.map((row) => ({
      id: row.id,
      taken_at: row.taken_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      bytes: row.bytes,
      sha256: row.sha256,
      deleted_at: row.deleted_at?.toISOString() ?? null,
    })),
    deletions: deletions.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      rule: row.rule,
      by: row.by_id && row.by_name ? { id: row.by_id, name: row.by_name } : null,
      domain: row.domain,
      backup:
        row.backup_id && row.backup_taken_at && row.backup_sha256
          ? { id: row.backup_id, taken_at: row.backup_taken_at.toISOString(), sha256: row.backup_sha256 }
          : null,
    })),
  };
}

/** The copy of a deleted cabinet: how long it is kept, and whether a payment restores it. */
export async function readBackupOfDeleted(
  { settings }: Pick<CabinetDeps, 'settings'>,
  tx: Db,
  clientId: string,
  now: Date,
): Promise<{ keptUntil: string; returns: boolean } | null> {
  const backup = await newestBackup(tx, clientId);
  if (!backup || backup.expires_at <= now) return null;
  const returns = await settings.get('restore_on_return', tx);
  return { keptUntil: backup.expires_at.toISOString(), returns };
}

/** What may be promised of the backup that a deletion now makes: kept at least until then. */
export async function promisedBackup(
  { settings, timeZone }: { settings: Pick<SettingsService, 'getAll'>; timeZone: string },
  tx: Db,
  now: Date,
): Promise<{ keptUntil: string; returns: boolean }> {
  const known = await settings.getAll(['backup_retention_days', 'restore_on_return'], tx);
  const keptUntil = addDays(now, known.backup_retention_days, timeZone).toISOString();
  return { keptUntil, returns: known.restore_on_return };
}
