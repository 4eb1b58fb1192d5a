import path from 'node:path';
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { described, summaryOf } from './backup.ts';
import type { Command } from '../command.ts';

/** The path that an option names. */
export function fileOf(option: string | boolean | undefined): string | undefined {
  return typeof option === 'string' ? path.resolve(option) : undefined;
}

export const restore: Command = {
  name: 'restore',
  summary: 'Makes an installation of a backup, in an empty DATA_DIR (and an empty database of DATABASE_URL).',
  arguments: ['FOLDER'],
  details: [
    'Every file is compared with what was written before anything is made; what fails leaves nothing behind, and where',
    'one was killed every start and command says so, until the place is emptied and restored again.',
    'A backup of an older version is brought up to this one. Start the server afterwards: it goes on from the moment',
    'of the backup, and sends what has become due since.',
  ].join('\n'),
  options: {
    check: { type: 'boolean', description: 'only compare the files; make nothing' },
    'key-file': {
      type: 'string',
      value: 'FILE',
      description: 'the secret.key of the installation, which a backup holds only when it was asked for',
    },
  },
  async run({ args, options, config, log, progress }) {
    const folder = path.resolve(args[0] ?? '');
    const manifest = options.check
      ? await checkBackup(folder, { progress })
      : await restoreBackup(folder, {
          config: config(),
          keyFile: fileOf(options['key-file']),
          log,
          progress,
        });
    const done = options.check ? 'The backup is whole.' : `Restored into ${config().dataDir}.`;
    return {
      ok: true,
      lines: [
        done,
        '',
        ...described(manifest),
        ...(options.check ? [] : ['', 'Now start the server: npm start']),
        ...(options.check || !manifest.other_hosts
          ? []
          : [`Then the other cabinet hosts, and give them theirs: npm run cli -- hosts restore ${folder}`]),
      ],
      data: { restored: !options.check, ...summaryOf(manifest) },
    };
  },
};
