import type { BackupTarget } from '#server/kernel/backup-variables.ts';
import type { BackupPlace } from './backup-place.ts';
import { folderPlace } from './folder-place.ts';
import { s3Place } from './s3-place.ts';

export function openPlace(target: BackupTarget): BackupPlace {
  return target.kind === 'folder' ? folderPlace(target.folder) : s3Place(target);
}
