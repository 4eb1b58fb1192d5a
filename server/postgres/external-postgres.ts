import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { BaseLogger } from 'pino';
import { StartupError } from '#server/kernel/startup-error.ts';

const oldestVersion = 15;
const patienceMilliseconds = 10_000;

/**
 * Checks the PostgreSQL of DATABASE_URL, and waits about ten seconds for one that is not up yet, because containers
 * start in any order (DESIGN section 3).
 * @throws StartupError that names host and port, never the password.
 */
export async function connectExternal(
  databaseUrl: string,
  log: Pick<BaseLogger, 'info'>,
): Promise<pg.PoolConfig> {
  const connection = { connectionString: databaseUrl };
  const deadline = performance.now() + patienceMilliseconds;
  for (let attempt = 1; ; attempt++) {
    const client = clientFor(connection);
    const name = `${client.host}:${client.port}`;
    try {
      await client.connect();
      await check(client, name);
      return connection;
    } catch (error) {
      if (error instanceof StartupError) throw error;
      if (!mayPass(error)) throw new StartupError(`DATABASE_URL: ${name} refused: ${reasonOf(error)}`);
      if (performance.now() > deadline)
        throw new StartupError(`DATABASE_URL: no answer from ${name}: ${reasonOf(error)}`);
      if (attempt === 1) log.info(`waiting for the database at ${name}`);
    } finally {
      await client.end().catch(() => undefined);
    }
    await delay(250);
  }
}

function clientFor(connection: pg.ClientConfig): pg.Client {
  try {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined); // reported by the call that it breaks
    return client;
  } catch {
    // The original error repeats the address with its password.
    throw new StartupError(
      'DATABASE_URL is not an address: postgres://USER:PASSWORD@HOST:PORT/DATABASE is accepted',
    );
  }
}

async function check(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding`,
  );
  const [server] = rows;
  if (!server || server.number < oldestVersion * 10_000) {
    throw new StartupError(
      `DATABASE_URL: ${name} is PostgreSQL ${server?.version ?? 'of an unknown version'}, ${oldestVersion} or newer is needed`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new StartupError(`DATABASE_URL: the database at ${name} stores ${server.encoding}, UTF8 is needed`);
  }
}

/** Whether waiting can help: nothing listens yet, it is starting (SQLSTATE class 57), or it is full (53). */
function mayPass(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(57|53|08)/.test(code) || /^E[A-Z_]+$/.test(code)) return true;
  return error instanceof Error && /timeout|terminated unexpectedly/i.test(error.message);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node tries every address of a name and reports them as one error without a message.
  return error.message || codeOf(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
