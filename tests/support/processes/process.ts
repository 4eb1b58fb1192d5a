import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.ts';
import { until } from '#tests/support/until.ts';

export interface ServerProcess {
  url: string;
  pid: number;
  port: number;
  cabinetPort: number;
  /** What it printed so far, both streams. */
  output(): string;
  /** The same by lines, of those in JSON what they say. */
  said(): string[];
  /** The token of the set-up link, which a first start prints some time after it is ready. */
  setUpToken(): Promise<string>;
  isRunning(): boolean;
  /** Waits for the end; returns the exit code, or the signal's name. */
  kill(signal: NodeJS.Signals): Promise<number | string>;
  ended(): Promise<number | string>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const running = new Set<ChildProcess>();
/** Whole: the line may arrive in parts. */
const setUpLink = /\/set-up\/([\w-]{43})["\s]/;

interface StartOptions {
  /** Printed when it is ready; null: not waited for. */
  ready?: string | null;
  /** Where the program is, if not here. */
  folder?: string;
}

/**
 * The program in a separate process, as `npm start` runs it; in a run of tests bundled (global-program.ts), unless it is
 * in a folder of its own.
 */
export async function startProcess(
  environment: Record<string, string>,
  { ready = 'is ready', folder = root }: StartOptions = {},
): Promise<ServerProcess> {
  const port = Number(environment.PORT ?? (await freePort()));
  const cabinetPort = Number(environment.CABINET_PORT ?? (await freePort()));
  const flags = ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning'];
  const { TESTS_PROGRAM } = process.env;
  const isBundled = folder === root && TESTS_PROGRAM !== undefined;
  const main = isBundled ? path.join(TESTS_PROGRAM, 'main.js') : 'server/main.ts';
  const child = spawn(process.execPath, [...flags, main], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      CABINET_PORT: String(cabinetPort),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, 'exit').then(([code, signal]): number | string => {
    running.delete(child);
    return typeof code === 'number' ? code : String(signal);
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  if (ready !== null) {
    await until('the server to be ready', () => output.includes(ready) || !isRunning());
    if (!output.includes(ready)) throw new Error(`the server did not start:\n${output}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    port,
    cabinetPort,
    isRunning,
    output: () => output,
    said: () => output.split('\n').filter(Boolean).map(saidBy),
    setUpToken: () => until('the set-up link', () => setUpLink.exec(output)?.[1]),
    kill: (signal) => {
      child.kill(signal);
      return exit;
    },
    ended: () => exit,
  };
}

function saidBy(line: string): string {
  try {
    return String(JSON.parse(line).msg);
  } catch {
    return line; // an older release, or one that has only arrived in part
  }
}

/** Ends processes that failed tests left running. */
export async function killAll(): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  await until('the processes to end', () => running.size === 0);
}
