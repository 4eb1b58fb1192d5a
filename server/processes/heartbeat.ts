import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Role } from '#server/kernel/config.ts';
import type { Db } from '#server/db/tables.ts';
import { type BeatingHost, markStopped, writeHeartbeat } from './heartbeat-store.ts';

const everyMs = 10_000;

interface HeartbeatDeps {
  db: Db;
  roles: readonly Role[];
  /** Which cabinet host it is, where there are several, and the folder with the cabinets. */
  cabinetHost?: { name: string; folder: string } | undefined;
  log: Pick<Logger, 'debug'>;
}

/**
 * Writes to the database every ten seconds that this process lives and which roles it has, until it is stopped
 * (GROWTH section 20, "Workers"). A failed write is simply followed by the next.
 */
export async function startHeartbeat({
  db,
  roles,
  cabinetHost,
  log,
}: HeartbeatDeps): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID();
  const missed = (error: unknown) => log.debug({ err: error }, 'a heartbeat was not written');
  let writing: Promise<void> | undefined;
  const beat = () => {
    writing ??= beatingHost(cabinetHost)
      .then((host) => writeHeartbeat(db, { id, roles, cabinetHost: host }))
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

async function beatingHost(host: HeartbeatDeps['cabinetHost']): Promise<BeatingHost | undefined> {
  if (!host) return undefined;
  const disk = await statfs(host.folder).catch(() => undefined);
  return { name: host.name, freeBytes: disk ? disk.bavail * disk.bsize : null };
}
