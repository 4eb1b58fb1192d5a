import { farHosts } from '#server/cabinets/hosts/far-hosts.ts';
import { runBackupNow } from '#server/backup/run-backup.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import type { Command } from '../command.ts';

export const backupRun: Command = {
  name: 'backup run',
  summary: 'Takes a backup to BACKUP_URL now, as a worker does every BACKUP_EVERY, and removes old ones.',
  details:
    'It needs the files of the cabinets, so run it where the role cabinets runs; several hosts are asked for theirs from' +
    ' anywhere. Exit code 1 when it failed, or lacks the cabinets of a host that was away.',
  async run({ open, config, clock, log, progress }) {
    const { platform } = await open();
    const { database, timeZone } = platform;
    const deps = { config: config(), database, farHosts: farHosts(platform), timeZone, clock, log };
    const { name, bytes, problem } = await runBackupNow(deps, { progress });
    if (name === null) throw new StartupError(problem ?? 'no backup was taken');
    return {
      ok: problem === null,
      lines: [`${name} is there: ${bytes} bytes.`, ...(problem === null ? [] : [`But ${problem}.`])],
      data: { name, bytes, problem },
    };
  },
};
