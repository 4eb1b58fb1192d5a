import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import { connectDatabase, type Database } from '#server/postgres/connect.ts';
import { migrate, pendingMigrations } from '#server/db/migrate.ts';
import { isFolderMarked } from '#server/postgres/unfinished-restore.ts';
import { createPlatform, type Platform } from '#server/platform.ts';
import { requireSecretKey } from '#server/keys/secret-key.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

/** The platform for a command: every service, no role. */
export interface Installation {
  platform: Platform;
  database: Database;
  close(): Promise<void>;
}

interface InstallationDeps {
  config: Config;
  clock: Clock;
  log: Logger;
  print(line: string): void;
}

export interface OpenOptions {
  /** Makes the installation if it does not exist. */
  create?: boolean;
}

/**
 * Opens the configured installation: through the database of the server that runs on DATA_DIR if there is one, else
 * by starting the database itself.
 * @throws StartupError when there is none, or it is of another version.
 */
export async function openInstallation(
  { config, clock, log, print }: InstallationDeps,
  { create = false }: OpenOptions = {},
): Promise<Installation> {
  if (!create) refuseNone(config);
  const database = await connectCommand(config, log);
  try {
    if (create) await migrate({ db: database.db, log });
    else await refuseOtherVersion(database, log);
    const secretKey = await requireSecretKey(database.db, config, clock.now());
    const platform = await createPlatform({ config, secretKey, database, clock, log, print });
    await platform.queue.start({ supervise: false });
    return {
      platform,
      database,
      async close() {
        await platform.queue.stop(5000);
        platform.mail.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Few connections, because the server at the same database needs them more. */
export function connectCommand({ databaseUrl, dataDir }: Config, log: Logger): Promise<Database> {
  return connectDatabase({ databaseUrl, dataDir, log, maxConnections: 4, attach: true });
}

/**
 * Whether the configuration names a database that may exist, complete or half restored. An external one counts even
 * before anybody has connected.
 */
export function hasInstallation({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'postgres')) || isFolderMarked(dataDir);
}

export function refuseNone(config: Config): void {
  if (hasInstallation(config)) return;
  throw new StartupError(
    `DATA_DIR "${config.dataDir}" has no installation: set DATA_DIR or DATABASE_URL as for the server, or start it once.`,
  );
}

/** @throws StartupError when the database waits for migrations. */
export async function refuseOtherVersion({ db }: Database, log: Logger): Promise<void> {
  const pending = await pendingMigrations({ db, log });
  if (pending.length === 0) return;
  throw new StartupError(
    `the database is of an older version, without ${pending[0]}: start the server of this version once.`,
  );
}
