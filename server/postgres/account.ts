import { createHash } from 'node:crypto';
import { chownSync, lchownSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '#server/kernel/startup-error.ts';

/** Numeric ids as `spawn` takes them. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account that the database runs as when this process is root, which PostgreSQL refuses to run as; `undefined`
 * when it runs as this process does. An existing cluster stays with its owner, unless that is `nobody`: anything else
 * that runs as `nobody` could read the files and take over.
 */
export function databaseAccount(clusterDir: string, known = knownAccounts()): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  const isShared = owner?.uid === known.get('nobody')?.uid;
  if (owner && owner.uid !== 0 && !isShared) return { uid: owner.uid, gid: owner.gid };
  const account = known.get('postgres') ?? known.get('_postgres');
  if (account) return account;
  if (process.platform === 'linux') return privateAccount(clusterDir, known);
  throw new StartupError(
    'PostgreSQL does not run as root and there is no account "postgres" to run it as: ' +
      'start as an ordinary user or set DATABASE_URL',
  );
}

/** Ids that distributions leave unused (systemd's table of users and groups). */
const privateNumbers = { first: 60_706, last: 61_183 };

/** An id that nothing else uses: the server needs no name. Always the same for the same folder. */
function privateAccount(clusterDir: string, known: ReadonlyMap<string, Account>): Account {
  const taken = new Set([...known.values()].flatMap(({ uid, gid }) => [uid, gid]));
  const { first, last } = privateNumbers;
  const count = last - first + 1;
  const start = createHash('sha256').update(clusterDir).digest().readUInt32BE(0) % count;
  for (let step = 0; step < count; step += 1) {
    const number = first + ((start + step) % count);
    if (!taken.has(number)) return { uid: number, gid: number };
  }
  throw new StartupError(
    'PostgreSQL does not run as root and no account is free to run it as: start as an ordinary user or set DATABASE_URL',
  );
}

/**
 * The account that makes a cluster: initdb looks its user up by id, so it must have a name. An account that runs
 * nothing at the moment is used, and the cluster is handed over afterwards.
 */
export function makingAccount(
  account: Account | undefined,
  known = knownAccounts(),
  busy: ReadonlySet<number> = runningAccounts(),
): Account | undefined {
  const named = [...known.values()].filter(({ uid }) => uid !== 0);
  if (!account || named.some(({ uid }) => uid === account.uid)) return account;
  const idle = named.find(({ uid }) => !busy.has(uid));
  if (idle) return idle;
  throw new StartupError(
    'there is no account to make the database as: start as an ordinary user or set DATABASE_URL',
  );
}

function runningAccounts(): Set<number> {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Set(running.map((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? 0));
}

/** Whether an account may pass through every folder above `path`. */
export function canReach(path: string, account: Account): boolean {
  const folder = dirname(path);
  const { mode, uid, gid } = statSync(folder);
  const passes = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if (!(mode & passes)) return false;
  return folder === dirname(folder) || canReach(folder, account);
}

/**
 * The account's path to the folder that it is started in. If a folder above is closed to it, such as root's home, it
 * can still use its own working directory, which the kernel opens without walking the path.
 */
export function pathSeenBy(account: Account | undefined, dir: string): string {
  if (!account || canReach(dir, account)) return dir;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new StartupError(
    `the account of the database cannot reach "${dir}": start as an ordinary user or set another DATA_DIR`,
  );
}

/** Gives a cluster to the account that runs it; one that root restored from a backup belongs to root. */
export function giveTo(account: Account | undefined, dir: string): void {
  const uid = account?.uid ?? process.getuid?.();
  if (uid === undefined || statSync(dir).uid === uid) return;
  if (!account) throw belongsToAnother(dir);
  try {
    for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      lchownSync(join(dir, entry), account.uid, account.gid);
    }
    chownSync(dir, account.uid, account.gid);
  } catch {
    // Checked below, like file systems that accept the call and ignore it.
  }
  if (statSync(dir).uid === uid) return;
  throw new StartupError(
    `the file system of "${dir}" keeps no owners, and PostgreSQL does not run as root: ` +
      'start as an ordinary user, set another DATA_DIR, or set DATABASE_URL',
  );
}

export function belongsToAnother(dir: string): StartupError {
  return new StartupError(`"${dir}" belongs to another account: start as that one, or set another DATA_DIR`);
}

/** By name, as in `/etc/passwd`. */
function knownAccounts(): Map<string, Account> {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [name = '', , uid, gid] = line.split(':');
      // macOS writes the id of nobody as -2.
      return uid && gid ? [[name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] as const] : [];
    }),
  );
}
