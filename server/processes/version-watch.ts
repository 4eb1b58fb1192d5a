import type { Logger } from 'pino';
import { migrationNames, refusalWhileRunning } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

const everyMs = 10_000;

interface VersionWatchDeps {
  db: Db;
  log: Pick<Logger, 'debug'>;
  /** Called once. */
  outdated(reason: string): void;
}

/**
 * Asks every ten seconds whether the database still serves this version, until it is stopped (GROWTH section 20,
 * "Versions"). A question that fails is simply followed by the next.
 */
export async function watchVersion({
  db,
  log,
  outdated,
}: VersionWatchDeps): Promise<{ stop(): Promise<void> }> {
  // Now, because an upgrade may put newer files there under a running process.
  const known = await migrationNames();
  let asking: Promise<void> | undefined;
  let isOver = false;
  const ask = async () => {
    const reason = await refusalWhileRunning(db, known);
    if (reason === undefined || isOver) return;
    isOver = true;
    clearInterval(timer);
    outdated(reason);
  };
  const timer = setInterval(() => {
    asking ??= ask()
      .catch((error: unknown) => log.debug({ err: error }, 'the version of the database is unknown'))
      .finally(() => (asking = undefined));
  }, everyMs);
  return {
    async stop() {
      isOver = true;
      clearInterval(timer);
      await asking;
    },
  };
}
