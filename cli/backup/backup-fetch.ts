import path from 'node:path';
import { checkBackup } from '#server/backup/restore-backup.ts';
import { fetchBackup } from '#server/backup/fetch-backup.ts';
import type { Command, CommandOption } from '../command.ts';
import { described, summaryOf } from './backup.ts';
import { placeOf } from './place-of.ts';
import { fileOf } from './restore.ts';

/** Which backup of BACKUP_URL, and the key that opens it. */
export const fetchOptions = {
  name: {
    type: 'string',
    value: 'NAME',
    description: 'another than the newest one, as `backup list` names it',
  },
  identity: {
    type: 'string',
    value: 'FILE',
    description: 'the secret key of age, as age-keygen wrote it, for an encrypted backup',
  },
} as const satisfies Record<string, CommandOption>;

export const backupFetch: Command = {
  name: 'backup fetch',
  summary: 'Fetches the newest backup of BACKUP_URL into an empty folder, for `restore FOLDER`.',
  arguments: ['FOLDER'],
  details: 'It is decrypted, unpacked, and compared with what was written. No installation is needed.',
  options: fetchOptions,
  async run({ args, options, config, progress }) {
    const folder = path.resolve(args[0] ?? '');
    const place = placeOf(config());
    progress(`From ${place.address}…`);
    const { name } = await fetchBackup(place, folder, {
      ...(typeof options.name === 'string' && { name: options.name }),
      identityFile: fileOf(options.identity),
    });
    const manifest = await checkBackup(folder, { progress });
    return {
      ok: true,
      lines: [`${name} is in ${folder}.`, '', ...described(manifest), '', `Now: restore ${folder}`],
      data: { name, folder, ...summaryOf(manifest) },
    };
  },
};
