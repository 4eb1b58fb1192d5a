import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathSeenBy, type Account } from './account.ts';
import { cannotRun } from './binaries.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { join } from 'node:path';

/** The tool that makes clusters, and the account it runs as, if not this process's own. */
export interface Initdb {
  binaries: string;
  account: Account | undefined;
}

export const clusterUser = 'tenantry';

/** The options of every cluster. */
export const clusterOptions: readonly string[] = [
  '-U',
  clusterUser,
  '--encoding=UTF8',
  '--no-instructions',
  // Case folding is the same for every script on every machine; sorting by language is `COLLATE "uk-x-icu"` and the
  // like.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  // The socket is protected by its folder. Anybody who gets there could read the files themselves.
  '--auth-local=trust',
  '--auth-host=scram-sha-256',
];

/**
 * Makes a cluster in `dir`, an empty folder that belongs to the account.
 * @param passwordFile as seen from `dir`.
 * @throws StartupError when the tool cannot be run or fails.
 */
export function initialiseCluster(dir: string, passwordFile: string, initdb: Initdb): Promise<void> {
  return runInitdb(dir, [...clusterOptions, `--pwfile=${passwordFile}`], initdb);
}

/** Flushes the files of a copied cluster to the disk, as making one does. */
export function syncCluster(dir: string, initdb: Initdb): Promise<void> {
  // One call for the whole file system instead of one per file.
  const method = process.platform === 'linux' ? ['--sync-method=syncfs'] : [];
  return runInitdb(dir, ['--sync-only', ...method], initdb);
}

async function runInitdb(dir: string, args: readonly string[], { binaries, account }: Initdb): Promise<void> {
  const child = spawn(join(binaries, 'initdb'), ['-D', pathSeenBy(account, dir), ...args], {
    cwd: dir,
    env: process.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  });
  const output = child.stderr.setEncoding('utf8').toArray();
  await once(child, 'close').catch((error: Error) => Promise.reject(cannotRun(error)));
  if (child.exitCode === 0) return;
  const lines = (await output).join('').split('\n');
  const reason =
    lines.find((line) => /error:|FATAL:/.test(line)) ?? `initdb: ${child.signalCode ?? child.exitCode}`;
  throw new StartupError(
    `the embedded PostgreSQL could not be set up (${reason}): mend that or set DATABASE_URL`,
  );
}
