import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killAll, type ServerProcess, startProcess } from '#tests/support/processes/process.ts';

export const admin = { email: 'admin@example.com', password: 'Passw0rd-of-benches' };

/** Starts the program on a folder, with its own ports and limits that no benchmark reaches. */
export function startOwn(dataDir: string): Promise<ServerProcess> {
  return startProcess({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    REGISTRATION_ATTEMPTS: '1000/1h',
    LOGIN_ATTEMPTS: '1000/15m',
    LINK_ATTEMPTS: '1000/15m',
  });
}

/** An empty folder for DATA_DIR; disposing stops what still runs, then deletes it. */
export async function emptyDataDir(): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenantry-bench-'));
  return {
    path: folder,
    async [Symbol.asyncDispose]() {
      await killAll();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
