import { runBackupNow } from '#server/backup/run-backup.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import type { Command } from '../command.ts';

export const backupRun: Command = {
  name: 'backup run',
  summary: 'Takes a backup to BACKUP_URL now, as a worker does every BACKUP_EVERY, and removes old ones.',
  details:
    'It needs the files of the cabinets, so run it where the role cabinets runs. Exit code 1 when it failed.',
  async run({ open, config, clock, log, progress }) {
    const { platform } = await open();
    const deps = { config: config(), database: platform.database, timeZone: platform.timeZone, clock, log };
    const { name, bytes, problem } = await runBackupNow(deps, { progress });
    if (problem !== null) throw new StartupError(problem);
    return { ok: true, lines: [`${name} is there: ${bytes} bytes.`], data: { name, bytes } };
  },
};
