import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '#server/kernel/startup-error.ts';

export interface DataDirLock {
  /** The folder's real, absolute path. */
  path: string;
  /** May be called twice. */
  release(): void;
}

/**
 * Makes DATA_DIR if it is missing and holds it for this process alone (DESIGN section 2). The lock is the one that
 * SQLite takes on a file. The kernel gives it to one of two processes that ask at the same instant, shows it to every
 * container that mounts the folder, and takes it back however the process dies. A file with a process id does none of
 * the three.
 * @throws StartupError when the folder cannot be written or another server holds it.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const path = makeDataDir(dataDir);
  let file: DatabaseSync | undefined;
  try {
    // A command that checks the lock holds it for a moment.
    file = new DatabaseSync(join(path, 'lock'), { timeout: 100 });
    file.exec('begin exclusive');
    const held = file;
    return { path, release: () => void (held.isOpen && held.close()) };
  } catch (error) {
    file?.close();
    throw isBusy(error)
      ? new StartupError(`DATA_DIR "${dataDir}" is in use by another server: stop it or set another DATA_DIR`)
      : new StartupError(
          `DATA_DIR "${dataDir}" cannot be locked (${messageOf(error)}): set another DATA_DIR`,
        );
  }
}

/** Whether a server holds an existing DATA_DIR at this moment. */
export function isDataDirHeld(dataDir: string): boolean {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
    file.exec('begin exclusive');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    file?.close();
  }
}

function makeDataDir(dataDir: string): string {
  try {
    // Nobody else on the machine may read the secret, the databases and the cabinets.
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new StartupError(
      `DATA_DIR "${dataDir}" cannot be written (${messageOf(error)}): set DATA_DIR to a folder that this account may write`,
    );
  }
}

/** One after the other: Node's own way to make several goes on for ever below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another server may have been faster.
    if (!existsSync(folder)) throw error;
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** Only the system's code where there is one, because the message repeats the path. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('E') &&
    error.code !== 'ERR_SQLITE_ERROR'
    ? error.code
    : error.message;
}
