import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { socketFile } from './endpoint.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

export interface Leftovers {
  clusterDir: string;
  /** Where the next server will put its socket, if it has one. */
  socketDir: string | undefined;
  binaries: string;
}

/**
 * Stops what a killed parent left running in a cluster, and deletes the pid file that a crashed machine left. Call it
 * with the lock on DATA_DIR held. The old server is stopped and not reused: so every start has its own child, with
 * this version's settings and its output in our log. Acknowledged writes are in the write-ahead log in any case.
 * @returns whether something was stopped.
 * @throws StartupError when it does not stop.
 */
export async function stopLeftovers({ clusterDir, socketDir, binaries }: Leftovers): Promise<boolean> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const postmaster = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!(postmaster > 0)) {
    // A machine that lost power while the server was starting leaves an empty one.
    await rm(pidFile, { force: true });
    return false;
  }
  if (process.platform === 'win32') return stopOnWindows(clusterDir, binaries);

  const found = await processesIn(clusterDir);
  // A fast shutdown is sent to the postmaster alone. Without a postmaster only its children are left, which take
  // SIGQUIT.
  const steps: NodeJS.Signals[] = found.includes(postmaster)
    ? ['SIGINT', 'SIGQUIT', 'SIGKILL']
    : ['SIGQUIT', 'SIGKILL'];
  for (const signal of steps) {
    const running = await processesIn(clusterDir);
    if (running.length === 0) break;
    for (const pid of signal !== 'SIGKILL' && running.includes(postmaster) ? [postmaster] : running)
      send(pid, signal);
    await waitUntilGone(clusterDir, 10_000);
  }
  const stubborn = await processesIn(clusterDir);
  if (stubborn.length > 0) {
    throw new StartupError(
      `a database process of an earlier start does not stop: end process ${stubborn[0]} and start again`,
    );
  }
  // PostgreSQL removes both files itself, with one more check than we could make, unless the process id answers
  // signals: then another program has it, or nobody has reaped the dead process (a container without an init).
  if (isAlive(postmaster)) await rm(pidFile, { force: true });
  if (socketDir) await rm(join(socketDir, `${socketFile}.lock`), { force: true });
  return found.length > 0;
}

/** The processes of a cluster, recognised by their working directory, because process ids are reused. */
async function processesIn(clusterDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return postmastersByCommand(clusterDir);
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    entries.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      if (cwd !== clusterDir) return undefined;
      const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
      return basename(program).startsWith('postgres') ? Number(pid) : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}

async function postmastersByCommand(clusterDir: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(`postgres -D ${clusterDir} `))
    .map((line) => Number.parseInt(line, 10));
}

/** The named pipe that pg_ctl uses exists only for PostgreSQL's processes, so no other program is hit. */
async function stopOnWindows(clusterDir: string, binaries: string): Promise<boolean> {
  const stop = promisify(execFile)(join(binaries, 'pg_ctl'), ['stop', '-D', clusterDir, '-m', 'fast', '-w']);
  return stop.then(
    () => true,
    () => false,
  );
}

function isAlive(pid: number): boolean {
  return send(pid, 0);
}

/** @returns false when there is no such process (any more) or it belongs to another user. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function waitUntilGone(clusterDir: string, milliseconds: number): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (performance.now() < deadline) {
    if ((await processesIn(clusterDir)).length === 0) return;
    await delay(10);
  }
}
