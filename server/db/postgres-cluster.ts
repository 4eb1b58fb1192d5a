import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { belongsToAnother, databaseAccount, giveTo } from '#server/db/postgres-account.ts';
import { postgresBinaries } from '#server/db/postgres-binaries.ts';
import { copyBlank } from '#server/db/postgres-blank.ts';
import { clusterUser, type Initdb, initialiseCluster, syncCluster } from '#server/db/postgres-initdb.ts';
import { StartRefused } from '#server/start-refused.ts';

/** A folder of data, and what runs it. */
export interface Cluster extends Initdb {
  dir: string;
  user: string;
  /** Asked for over TCP only. */
  password: string;
}

/**
 * The cluster in a DATA_DIR whose lock is held: made if it is not there, else checked to be of our version and of
 * the account that is to run it.
 *
 * @param dataDir absolute and free of symbolic links.
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const dir = join(dataDir, 'postgres');
  const account = databaseAccount(dir);
  const cluster = { dir, account, user: clusterUser, binaries: await postgresBinaries(account) };

  await removeUnfinished(dataDir);
  if (!statSync(dir, { throwIfNoEntry: false })) await initialise(cluster, dataDir);
  await checkVersion(dir);
  giveTo(account, dir);
  // Backups bring other modes, and the server checks it.
  await chmod(dir, 0o700);
  return { ...cluster, password: await readFile(join(dataDir, passwordName), 'utf8').catch(() => '') };
}

const major = 18;
const unfinishedPrefix = 'postgres-unfinished-';
const passwordName = 'postgres-password';

async function checkVersion(dir: string): Promise<void> {
  const version = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw belongsToAnother(dir);
    throw new StartRefused(
      `"${dir}" is not a database of this program: set another DATA_DIR or move it away`,
    );
  });
  if (version.trim() === String(major)) return;
  throw new StartRefused(
    `"${dir}" is of PostgreSQL ${version.trim()} and this program brings ${major}: ` +
      'take a backup with the version that wrote it (npm run cli -- backup), and restore it with this one',
  );
}

/** The cluster gets its name when it is whole, so that a start that is cut off leaves nothing half-made behind. */
async function initialise(cluster: Omit<Cluster, 'password'>, dataDir: string): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix));
  const dir = join(unfinished, 'cluster');
  try {
    const copied = await copyBlank(dir);
    const password = copied ?? randomBytes(24).toString('base64url');
    await writeFile(join(dataDir, passwordName), password, { mode: 0o600 });
    await writeFile(join(unfinished, passwordName), password, { mode: 0o600 });
    if (!copied) await mkdir(dir, { mode: 0o700 });
    giveTo(cluster.account, unfinished);
    if (copied) await syncCluster(dir, cluster);
    else await initialiseCluster(dir, `../${passwordName}`, cluster);
    await rename(dir, cluster.dir);
    await syncFolder(dataDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Without it a loss of power could take the folder's new name back after commits were acknowledged in it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // has no such call for folders
  const folder = await open(path);
  await folder.sync();
  await folder.close();
}

async function removeUnfinished(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedPrefix));
  for (const name of names) {
    // An initdb whose parent was killed may write for a moment more; the next start finds what it leaves.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
