import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { belongsToAnother, databaseAccount, giveTo, makingAccount } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { copyBlank } from './blank.ts';
import { clusterUser, type Initdb, initialiseCluster, syncCluster } from './initdb.ts';
import { stopLeftovers } from './leftovers.ts';
import { syncFolder } from '#contract/kernel/sync-folder.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

/** A folder of data, and the program that runs it. */
export interface Cluster extends Initdb {
  dir: string;
  user: string;
  /** Needed over TCP only. */
  password: string;
}

/**
 * The cluster in a DATA_DIR whose lock is held. It is made if it does not exist; else its version and owner are
 * checked.
 * @param dataDir absolute and free of symbolic links.
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const dir = join(dataDir, 'postgres');
  const account = databaseAccount(dir);
  const cluster = { dir, account, user: clusterUser, binaries: await postgresBinaries(account) };

  await removeUnfinished(dataDir);
  if (!statSync(dir, { throwIfNoEntry: false })) await initialise(cluster, dataDir);
  await checkVersion(dir);
  // A server that still runs there belongs to the former owner and could not read its files any more.
  if (account && statSync(dir).uid !== account.uid)
    await stopLeftovers({ ...cluster, clusterDir: dir, socketDir: undefined });
  giveTo(account, dir);
  // Backups may bring other modes, and the server checks them.
  await chmod(dir, 0o700);
  return { ...cluster, password: await readFile(join(dataDir, passwordName), 'utf8').catch(() => '') };
}

const major = 18;
const unfinishedPrefix = 'postgres-unfinished-';
const passwordName = 'postgres-password';

async function checkVersion(dir: string): Promise<void> {
  const version = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw belongsToAnother(dir);
    throw new StartupError(
      `"${dir}" is not a database of this program: set another DATA_DIR or move it away`,
    );
  });
  if (version.trim() === String(major)) return;
  throw new StartupError(
    `"${dir}" is of PostgreSQL ${version.trim()} and this program brings ${major}: ` +
      'take a backup with the version that wrote it (npm run cli -- backup), and restore it with this one',
  );
}

/** The cluster gets its name when it is complete, so that an interrupted start leaves nothing half-made. */
async function initialise(cluster: Omit<Cluster, 'password'>, dataDir: string): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix));
  const dir = join(unfinished, 'cluster');
  try {
    const copied = await copyBlank(dir);
    const password = copied ?? randomBytes(24).toString('base64url');
    await writeFile(join(dataDir, passwordName), password, { mode: 0o600 });
    await writeFile(join(unfinished, passwordName), password, { mode: 0o600 });
    if (!copied) await mkdir(dir, { mode: 0o700 });
    const maker = copied ? cluster.account : makingAccount(cluster.account);
    giveTo(maker, unfinished);
    if (copied) await syncCluster(dir, cluster);
    else await initialiseCluster(dir, `../${passwordName}`, { ...cluster, account: maker });
    giveTo(cluster.account, dir);
    await rename(dir, cluster.dir);
    await syncFolder(dataDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function removeUnfinished(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedPrefix));
  for (const name of names) {
    // An initdb may still write for a moment after its parent was killed; the next start removes that.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
