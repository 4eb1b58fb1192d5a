import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseAccount, pathSeenBy, type Account } from '#server/db/postgres-account.ts';
import { cannotRun, postgresBinaries } from '#server/db/postgres-binaries.ts';
import { StartRefused } from '#server/start-refused.ts';

/** A folder of data, and what runs it. */
export interface Cluster {
  dir: string;
  binaries: string;
  /** Whom the server runs as, where that is not this process's own account. */
  account: Account | undefined;
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
  const cluster = { dir, account, user: 'tenantry', binaries: await postgresBinaries(account) };
  const passwordFile = join(dataDir, passwordName);

  await removeUnfinished(dataDir);
  if (!statSync(dir, { throwIfNoEntry: false })) {
    const password = randomBytes(24).toString('base64url');
    await writeFile(passwordFile, password, { mode: 0o600 });
    await initialise({ ...cluster, password }, dataDir);
  }
  await checkVersion(dir);
  own(dir, account);
  // Backups bring other modes, and the server checks it.
  await chmod(dir, 0o700);
  return { ...cluster, password: await readFile(passwordFile, 'utf8').catch(() => '') };
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
      'start the version that wrote it, or move its data with pg_dump',
  );
}

/** A cluster has to belong to whoever runs it; one that root restored from a backup belongs to root. */
function own(dir: string, account: Account | undefined): void {
  const uid = account?.uid ?? process.getuid?.();
  if (uid === undefined || statSync(dir).uid === uid) return;
  if (!account) throw belongsToAnother(dir);
  try {
    for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      lchownSync(join(dir, entry), account.uid, account.gid);
    }
    chownSync(dir, account.uid, account.gid);
  } catch {
    // Seen below, as is a file system that takes the call and ignores it.
  }
  if (statSync(dir).uid === uid) return;
  throw new StartRefused(
    `the file system of "${dir}" keeps no owners, and PostgreSQL does not run as root: ` +
      'start as an ordinary user, set another DATA_DIR, or set DATABASE_URL',
  );
}

function belongsToAnother(dir: string): StartRefused {
  return new StartRefused(`"${dir}" belongs to another account: start as that one, or set another DATA_DIR`);
}

/** The cluster gets its name when it is whole, so that a start that is cut off leaves nothing half-made behind. */
async function initialise(cluster: Cluster, dataDir: string): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix));
  const dir = join(unfinished, 'cluster');
  try {
    await mkdir(dir, { mode: 0o700 });
    await writeFile(join(unfinished, passwordName), cluster.password, { mode: 0o600 });
    own(unfinished, cluster.account);
    await runInitdb(dir, cluster);
    await rename(dir, cluster.dir);
    await syncFolder(dataDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function runInitdb(dir: string, { binaries, account, user }: Cluster): Promise<void> {
  const child = spawn(
    join(binaries, 'initdb'),
    [
      ...['-D', pathSeenBy(account, dir), '-U', user, '--encoding=UTF8', '--no-instructions'],
      // Case folds in every script on every machine alike; sorting by a language is `COLLATE "uk-x-icu"` and its like.
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      // A socket is guarded by its folder, and who gets there could read the files themselves.
      ...['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=../${passwordName}`],
    ],
    { cwd: dir, env: process.env, stdio: ['ignore', 'ignore', 'pipe'], ...account },
  );
  const output = child.stderr.setEncoding('utf8').toArray();
  await once(child, 'close').catch((error: Error) => Promise.reject(cannotRun(error)));
  if (child.exitCode === 0) return;
  const lines = (await output).join('').split('\n');
  const reason =
    lines.find((line) => /error:|FATAL:/.test(line)) ?? `initdb: ${child.signalCode ?? child.exitCode}`;
  throw new StartRefused(
    `the embedded PostgreSQL could not be set up (${reason}): mend that or set DATABASE_URL`,
  );
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
