import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { StartupError } from '#server/kernel/startup-error.ts';
import { decrypted } from './age.ts';
import { backupsAmong, readBackupName, type StoredBackup } from './backup-name.ts';
import type { BackupPlace } from './backup-place.ts';
import { unpackTar } from './tar.ts';

interface FetchOptions {
  /** The newest one if left out. */
  name?: string | undefined;
  /** A file with secret keys of age. */
  identityFile?: string | undefined;
}

/**
 * Fetches an archive, decrypts it and unpacks it into an empty folder, from which `restore` makes an installation.
 * @throws StartupError when there is none, the key is missing or another, or the archive is damaged.
 */
export async function fetchBackup(
  place: BackupPlace,
  folder: string,
  { name, identityFile }: FetchOptions,
): Promise<StoredBackup> {
  const backup = name === undefined ? backupsAmong(await place.list())[0] : readBackupName(name);
  if (!backup) {
    throw new StartupError(
      name === undefined
        ? `${place.address} has no backup.`
        : `"${name}" is not the name of a backup: backup list shows them.`,
    );
  }
  const identities = backup.isEncrypted ? await identitiesIn(identityFile) : [];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartupError(`"${folder}" is not empty: choose another.`);
  const stored = await place.read(backup.name);
  try {
    await unpackTar(backup.isEncrypted ? await decrypted(stored, identities) : stored, folder);
  } catch (error) {
    for (const one of await readdir(folder)) await rm(`${folder}/${one}`, { recursive: true, force: true });
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `${backup.name} is damaged: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return backup;
}

/** As `age-keygen` writes them: one a line, with comments. */
async function identitiesIn(file: string | undefined): Promise<string[]> {
  if (file === undefined) {
    throw new StartupError('the backup is encrypted: say --identity FILE with the secret key of age.');
  }
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartupError(`"${file}" cannot be read.`);
  });
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
