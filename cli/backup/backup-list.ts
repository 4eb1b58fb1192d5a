import { backupsAmong } from '#server/backup/backup-name.ts';
import type { Command } from '../command.ts';
import { columns } from '../help.ts';
import { placeOf } from './place-of.ts';

export const backupList: Command = {
  name: 'backup list',
  summary: 'Lists the backups at BACKUP_URL, newest first.',
  async run({ config }) {
    const place = placeOf(config());
    const backups = backupsAmong(await place.list());
    const lines = backups.map(({ name, takenAt, isEncrypted }): [string, string] => [
      name,
      `${takenAt.toISOString()}${isEncrypted ? ', encrypted' : ''}`,
    ]);
    return {
      ok: true,
      lines: lines.length > 0 ? columns(lines) : [`${place.address} has no backup.`],
      data: {
        place: place.address,
        backups: backups.map(({ name, takenAt, isEncrypted }) => ({
          name,
          taken_at: takenAt.toISOString(),
          encrypted: isEncrypted,
        })),
      },
    };
  },
};
