import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { readConfig } from '#server/kernel/config.ts';
import { type Server, startServer } from '#server/server.ts';
import { type TestClock, testClock } from '#tests/support/clock.ts';
import { freshDatabase } from '#tests/support/postgres/database.ts';
import { planOnce } from '#tests/support/postgres/plan-once.ts';
import { type Answer, call, type CallOptions, tokenOf } from '#tests/support/http.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { until } from '#tests/support/until.ts';

export interface TestApp extends Server {
  /** The address of the pages; the API is below `/api`. */
  url: string;
  cabinetPort: number;
  /** For the test's own connections. */
  databaseUrl: string;
  clock: TestClock;
  /** Printed by the server for the operator: links, without SMTP. */
  printed: string[];
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The token of the newest link of a kind sent to an address. */
  linkTo(email: string, kind: string): Promise<string>;
  /** Has something closed before the server is stopped. */
  closeFirst(close: () => Promise<unknown>): void;
  /** Stops the server and deletes its data. */
  close(): Promise<void>;
}

/** A strong hash takes 15 ms of the processor at each login. */
export const cheapHashing = { memoryCost: 64, timeCost: 1 };

interface StartOptions {
  log?: Logger;
  /** `strong`: passwords are hashed as in production. */
  hashing?: 'cheap' | 'strong';
}

/** A whole platform, every role, on a database of its own. */
export async function startApp(
  environment: Record<string, string> = {},
  { log: given, hashing = 'cheap' }: StartOptions = {},
): Promise<TestApp> {
  planOnce();
  const database = await freshDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-test-'));
  const port = environment.PORT ? Number(environment.PORT) : await freePort();
  const cabinetPort = await freePort();
  const config = readConfig({
    PORT: String(port),
    CABINET_PORT: String(cabinetPort),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret for tests that nobody else has to know',
    LOG_LEVEL: 'silent',
    LOGIN_ATTEMPTS: '1000/15m',
    LOGIN_ATTEMPTS_PER_ADDRESS: '1000/15m',
    REGISTRATION_ATTEMPTS: '1000/1h',
    LINK_ATTEMPTS: '1000/15m',
    RESET_ATTEMPTS: '1000/1h',
    ...environment,
  });
  const clock = testClock();
  const printed: string[] = [];
  const closings: (() => Promise<unknown>)[] = [];
  const log = given ?? pino({ level: config.logLevel });
  const server = await startServer({
    config,
    clock,
    log,
    print: (line) => printed.push(line),
    ...(hashing === 'cheap' && { hashing: cheapHashing }),
    // A worker asks for fifty kinds of jobs at once when it starts, and each connection plans that again.
    queueConnections: 1,
    // Tests move the time by hand; what the real clock begins would interfere.
    keepsTime: false,
  });
  // Kept until the app ends: each new connection takes 30 to 40 ms of the processor.
  server.platform.database.pool.options.idleTimeoutMillis = 0;
  const url = `http://127.0.0.1:${port}`;
  return {
    ...server,
    url,
    cabinetPort,
    databaseUrl: database.url,
    clock,
    printed,
    call: (method, address, options) => call(`${url}${address}`, method, options),
    linkTo: (email, kind) =>
      until(`a link of ${kind} to ${email}`, () => {
        const line = printed.findLast((printedLine) => printedLine.startsWith(`${kind} ${email} `));
        return line && tokenOf(line);
      }),
    closeFirst: (close) => void closings.push(close),
    async close() {
      for (const closing of closings) await closing();
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
