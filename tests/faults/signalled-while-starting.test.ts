import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killAll, type ServerProcess, startProcess } from '#tests/support/processes/process.ts';
import { until } from '#tests/support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ownProcesses = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child'] as const;
const canBeFirst = spawnSync(ownProcesses[0], [...ownProcesses.slice(1), 'true']).status === 0;

let dataDir: string;
let first: ChildProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-signalled-'));
});
afterEach(async () => {
  first?.kill('SIGKILL');
  await killAll();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a signal while the program starts', () => {
  const pidFile = () => path.join(dataDir, 'postgres/postmaster.pid');

  it('ends it and its database, wherever it comes, and the next start does the whole', async () => {
    const moments: [string, NodeJS.Signals, () => boolean][] = [
      [
        'while the database is made',
        'SIGINT',
        () => readdirSync(dataDir).some((name) => name.startsWith('postgres')),
      ],
      ['while the database starts', 'SIGTERM', () => existsSync(pidFile())],
    ];
    for (const [moment, signal, isReached] of moments) {
      const starting = await startProcess({ DATA_DIR: dataDir }, { ready: null });
      await until(moment, isReached);
      const database = postmaster();
      const ended = await starting.kill(signal);
      // By default a signal ends a process; one that listens ends with the same status.
      expect([signal, 128 + constants.signals[signal]], moment).toContain(ended);
      await until('the database to end', () => database === undefined || !isRunning(database));
    }
    const server: ServerProcess = await startProcess({ DATA_DIR: dataDir });
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(existsSync(pidFile())).toBe(false);
  });

  function postmaster(): number | undefined {
    if (!existsSync(pidFile())) return undefined;
    return Number(readFileSync(pidFile(), 'utf8').split('\n', 1)[0]) || undefined;
  }
});

describe.runIf(canBeFirst)('a signal to the first process of a container, while its modules load', () => {
  it.each([
    ['server/main.ts', 'server/server.ts'],
    ['cabinet/main.ts serve', 'cabinet/single/single-cabinet.ts'],
  ])('ends %s', async (program, loaded) => {
    // The kernel drops it unless that process already listens.
    const signalled = `import { registerHooks } from 'node:module';
      registerHooks({ load(url, context, next) {
        if (url.endsWith(${JSON.stringify(loaded)})) process.kill(process.pid, 'SIGTERM');
        return next(url, context);
      } });`;
    const [command, ...words] = ownProcesses;
    const child = spawn(
      command,
      [...words, process.execPath, '--disable-warning=ExperimentalWarning', ...program.split(' ')],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          DATA_DIR: dataDir,
          LOG_LEVEL: 'silent',
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(signalled)}`,
          ...cabinet,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    first = child;
    const end = once(child, 'exit');
    child.stdout.once('data', () => child.kill('SIGKILL')); // it is ready, and was not to be
    const [status] = await end;
    // The cabinet may be ready before the signal arrives; then it stops in order.
    expect([0, 128 + constants.signals.SIGTERM]).toContain(status);
  });

  const cabinet = {
    CABINET_CLIENT_ID: '0198c0de-0000-7000-8000-000000000001',
    CABINET_SECRET: 'a secret for tests that nobody else has to know',
    CABINET_URL: 'http://localhost',
    PLATFORM_API_URL: 'http://127.0.0.1:9/api',
    PUBLIC_URL: 'http://localhost',
    PORT: '0',
  };
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
