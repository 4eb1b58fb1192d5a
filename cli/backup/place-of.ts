import type { BackupPlace } from '#server/backup/backup-place.ts';
import { openPlace } from '#server/backup/open-place.ts';
import type { Config } from '#server/kernel/config.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

/** @throws StartupError without `BACKUP_URL`. */
export function placeOf({ backups }: Config): BackupPlace {
  if (!backups) throw new StartupError('BACKUP_URL is not set: give it the value that the server has.');
  return openPlace(backups.target);
}
