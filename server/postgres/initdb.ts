import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathSeenBy, type Account } from './account.ts';
import { cannotRun } from './binaries.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { join } from 'node:path';

/** The tool that makes clusters, and whom it runs as, where that is not this process's own account. */
export interface Initdb {
  binaries: string;
  account: Account | undefined;
}

export const clusterUser = 'tenantry';

/** What every cluster is made with. */
export const clusterOptions: readonly string[] = [
  '-U',
  clusterUser,
  '--encoding=UTF8',
  '--no-instructions',
  // Case folds in every script on every machine alike; sorting by a language is `COLLATE "uk-x-icu"` and its like.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  // A socket is guarded by its folder, and who gets there could read the files themselves.
  '--auth-local=trust',
  '--auth-host=scram-sha-256',
];

/**
 * Makes a cluster in `dir`, an empty folder of the account's.
 *
 * @param passwordFile as seen from `dir`.
 * @throws StartupError when the tool cannot be run or fails.
 */
export function initialiseCluster(dir: string, passwordFile: string, initdb: Initdb): Promise<void> {
  return runInitdb(dir, [...clusterOptions, `--pwfile=${passwordFile}`], initdb);
}

/** Brings the files of a cluster that was copied to the disk, as making it does. */
export function syncCluster(dir: string, initdb: Initdb): Promise<void> {
  // One call for the whole file system instead of one a file.
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
