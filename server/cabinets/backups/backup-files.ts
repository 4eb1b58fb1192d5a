import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { id as uuid } from '#contract/kernel/primitives.ts';
import { type Measure, measuredStream } from '#server/kernel/measured-stream.ts';
import { syncFolder } from '#contract/kernel/sync-folder.ts';
import { DriverError } from '#server/cabinets/drivers/driver.ts';

const suffix = '.backup';
const unfinished = '.part';
/** The row of a younger file may not be written yet. */
const orphanAgeMs = 24 * 3_600_000;

/** Backups as files of one folder, each complete or not there. */
export function createBackupFiles(folder: string) {
  return {
    exists: (id: string) => existsSync(pathOf(id)),
    open: (id: string): Readable => createReadStream(pathOf(id)),

    /** Writes a backup, replacing one of the same id. Throws a DriverError `storage` when it can't be kept. */
    async write(id: string, stream: Readable): Promise<Measure> {
      const part = `${pathOf(id)}${unfinished}`;
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(refuse);
      const { through, measure } = measuredStream();
      const file = createWriteStream(part, { mode: 0o600, flush: true });
      file.on('error', () => undefined); // the pipeline reports it
      try {
        await pipeline(stream, through, file);
        await rename(part, pathOf(id));
        await syncFolder(folder);
      } catch (error) {
        await rm(part, { force: true });
        if (file.errored) refuse(error);
        throw error;
      }
      return measure();
    },

    /** Does nothing when the file is gone already. */
    remove: (id: string) => rm(pathOf(id), { force: true }),

    /** Deletes files without a row, left by a process that died in between. */
    async removeOrphans(kept: ReadonlySet<string>): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) {
        const [id = ''] = name.split('.');
        if (!name.includes(suffix) || (kept.has(id) && name.endsWith(suffix))) continue;
        const age = Date.now() - (await stat(path.join(folder, name))).mtimeMs;
        if (age > orphanAgeMs) await rm(path.join(folder, name), { force: true });
      }
    },
  };

  /** Allows only UUIDs as file names. */
  function pathOf(id: string): string {
    return path.join(folder, `${uuid.parse(id).toLowerCase()}${suffix}`);
  }
}
export type BackupFiles = ReturnType<typeof createBackupFiles>;

function refuse(error: unknown): never {
  throw new DriverError('storage', error instanceof Error ? error.message : String(error));
}
