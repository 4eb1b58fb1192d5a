import { chownSync, lchownSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefused } from '#server/start-refused.ts';

/** Numeric ids as `spawn` takes them. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account that the database runs as when this process is root, which PostgreSQL refuses to be; `undefined`
 * when it runs as this process does. A cluster that exists stays with its owner.
 */
export function databaseAccount(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  // initdb looks its user up by number, so a made-up number will not do.
  const account = accountNamed('postgres') ?? accountNamed('nobody');
  if (account) return account;
  throw new StartRefused(
    'PostgreSQL does not run as root and there is no account "postgres" or "nobody" to run it as: ' +
      'start as an ordinary user or set DATABASE_URL',
  );
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
 * How the account names the folder that it is started in. One behind a door that is closed to it, such as root's
 * home, it can still name as its own working directory, which the kernel opens without walking the path.
 */
export function pathSeenBy(account: Account | undefined, dir: string): string {
  if (!account || canReach(dir, account)) return dir;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new StartRefused(
    `the account of the database cannot reach "${dir}": start as an ordinary user or set another DATA_DIR`,
  );
}

/** A cluster has to belong to whoever runs it; one that root restored from a backup belongs to root. */
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
    // Seen below, as is a file system that takes the call and ignores it.
  }
  if (statSync(dir).uid === uid) return;
  throw new StartRefused(
    `the file system of "${dir}" keeps no owners, and PostgreSQL does not run as root: ` +
      'start as an ordinary user, set another DATA_DIR, or set DATABASE_URL',
  );
}

export function belongsToAnother(dir: string): StartRefused {
  return new StartRefused(`"${dir}" belongs to another account: start as that one, or set another DATA_DIR`);
}

function accountNamed(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  // macOS writes nobody's id as -2.
  return uid && gid ? { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } : undefined;
}
