import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '#server/kernel/startup-error.ts';
import { syncFolder } from '#contract/kernel/sync-folder.ts';
import type { BackupPlace } from './backup-place.ts';

/** A folder, such as a mounted disk. */
export function folderPlace(folder: string): BackupPlace {
  const said = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new StartupError(`"${folder}" ${what} (${code})`, { cause: error });
    }
  };
  return {
    address: folder,
    list: () =>
      said('cannot be read', async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return readdir(folder);
      }),
    write: (name, content, { signal }) =>
      said('took no backup', async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const unfinished = path.join(folder, `${name}.unfinished`);
        try {
          const file = createWriteStream(unfinished, { mode: 0o600, flush: true });
          await pipeline(content, file, { ...(signal && { signal }) });
          await rename(unfinished, path.join(folder, name));
          await syncFolder(folder);
        } catch (error) {
          await rm(unfinished, { force: true });
          throw error;
        }
      }),
    async read(name) {
      const file = createReadStream(path.join(folder, name));
      await said(`has no readable ${name}`, async () => {
        await new Promise((opened, failed) => file.once('open', opened).once('error', failed));
      });
      return file;
    },
    remove: (name) => said(`kept ${name}`, () => rm(path.join(folder, name), { force: true })),
  };
}
