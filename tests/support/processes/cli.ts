import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type ExitCode, runCli } from '#cli/run-cli.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { TestApp } from '#tests/support/app.ts';

export interface CliAnswer {
  code: ExitCode;
  out: string;
  err: string;
  /** With `--json`. */
  json<Shape>(): Shape;
}

/** Runs a command in this process, as `npm run cli -- …` does in its own. */
export async function cli(
  words: readonly string[],
  environment: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<CliAnswer> {
  const stdout = collecting();
  const stderr = collecting();
  const code = await runCli(words, { environment, clock, stdout: stdout.stream, stderr: stderr.stream });
  const out = stdout.text();
  return { code, out, err: stderr.text(), json: () => JSON.parse(out) };
}

/** Runs a command in a separate process, to be ended by a signal. */
export function startCli(words: readonly string[], environment: Record<string, string>): ChildProcess {
  const main = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The environment of a command that runs while an app is running. */
export function environmentOf({ platform }: TestApp): Record<string, string> {
  const { port, dataDir, databaseUrl = '', secretKey = '', cabinets } = platform.config;
  return {
    PORT: String(port),
    CABINET_PORT: String(cabinets.port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
  };
}

function collecting() {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, next) {
      text += chunk.toString();
      next();
    },
  });
  return { stream, text: () => text };
}
