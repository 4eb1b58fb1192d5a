import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Role } from '#server/kernel/config.ts';
import type { Db } from '#server/db/tables.ts';
import { markStopped, writeHeartbeat } from './heartbeat-store.ts';

const everyMs = 10_000;

interface HeartbeatDeps {
  db: Db;
  roles: readonly Role[];
  log: Pick<Logger, 'debug'>;
}

/**
 * Writes to the database every ten seconds that this process lives and which roles it has, until it is stopped
 * (GROWTH section 20, "Workers"). A failed write is simply followed by the next.
 */
export async function startHeartbeat({ db, roles, log }: HeartbeatDeps): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID();
  const missed = (error: unknown) => log.debug({ err: error }, 'a heartbeat was not written');
  let writing: Promise<void> | undefined;
  const beat = () => {
    writing ??= writeHeartbeat(db, { id, roles })
      .catch(missed)
      .finally(() => (writing = undefined));
    return writing;
  };
  await beat();
  const timer = setInterval(() => void beat(), everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await writing;
      await markStopped(db, id).catch(missed);
    },
  };
}
