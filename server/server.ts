import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type CabinetHost, startCabinetHost } from '#cabinet/cabinet-host.ts';
import { variants } from '#contract/variants.ts';
import { buildApp } from '#server/app.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { ensureSearchIndex } from '#server/db/search-index.ts';
import { buildHealthApp } from '#server/health.ts';
import { runJobs } from '#server/jobs/timetable.ts';
import { createPlatform, type Platform } from '#server/platform.ts';
import { requireSecretKey } from '#server/secret-key.ts';
import { StartRefused } from '#server/start-refused.ts';
import { systemCaller } from '#server/http/caller.ts';
import { version } from '#server/version.ts';

export interface Server {
  platform: Platform;
  /** The path of the one-time set-up page, while nobody has joined. */
  setUpPath: string | undefined;
  /** Stops accepting, finishes what runs (25 s), hands jobs back. */
  stop(): Promise<void>;
}

interface ServerDeps {
  config: Config;
  clock: Clock;
  log: Logger;
  print(line: string): void;
}

const stopWithinMs = 25_000;

/**
 * One process with the roles of the configuration, ready when the promise resolves (DESIGN sections 2 and 12).
 */
export async function startServer({ config, clock, log, print }: ServerDeps): Promise<Server> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const { databaseUrl, dataDir } = config;
    const database = await connectDatabase({ databaseUrl, dataDir, log });
    stops.push(() => database.close());
    await migrate({ db: database.db, log });
    await ensureSearchIndex(database.db, log);
    const secretKey = await requireSecretKey(database.db, config, clock.now());
    const platform = await createPlatform({ config, secretKey, database, clock, log, print });
    stops.push(async () => platform.mail.close());
    const isWorker = config.roles.includes('worker');
    await platform.queue.start({ supervise: isWorker });
    stops.push(() => platform.queue.stop(stopWithinMs));

    const setUpPath = await prepareAdministrator(platform);
    if (config.roles.includes('web')) {
      const app = await buildApp(platform);
      await listen(app, { host: config.host, port: config.port, variable: 'PORT' });
      stops.push(() => app.close());
    }
    // In Kubernetes it serves the page of cabinets that rest; a provisioner has one of its own.
    if (config.roles.includes('cabinets') && config.cabinets.driver !== 'webhook') {
      const host = await hostCabinets(platform);
      stops.push(() => host.close());
    }
    if (isWorker) await runJobs(platform);
    if (config.healthPort !== undefined) {
      const app = await buildHealthApp(platform);
      await listen(app, { host: config.host, port: config.healthPort, variable: 'HEALTH_PORT' });
      stops.push(() => app.close());
    }
    return { platform, setUpPath, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function prepareAdministrator({ config, staff, clock }: Platform): Promise<string | undefined> {
  const now = clock.now();
  const { defaultLocale } = variants[config.variant];
  if (config.admin) await staff.ensureAdministrator(systemCaller(now, defaultLocale), config.admin);
  if (!config.roles.includes('web')) return undefined;
  const token = await staff.setUpToken(now);
  return token && `/set-up/${token}`;
}

/** `variable`: where the port comes from, for a refusal. */
async function listen(
  app: FastifyInstance,
  { host, port, variable }: { host: string; port: number; variable: string },
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw refusedListening(error, variable, port) ?? error;
  }
}

async function hostCabinets({ config, secrets, clock, log, provisioning }: Platform): Promise<CabinetHost> {
  const { domain, port, scheme } = config.cabinets;
  const isLocal = config.roles.includes('web');
  try {
    return await startCabinetHost({
      dataDir: config.dataDir,
      host: config.host,
      port,
      domain,
      scheme,
      hostSecret: secrets.cabinetHostKey,
      platform: {
        apiUrl: isLocal ? `http://127.0.0.1:${config.port}/api` : config.cabinets.apiUrl,
        publicUrl: config.publicUrl,
      },
      suspendedElsewhere: provisioning.suspendedElsewhere,
      productName: config.productName,
      version,
      locale: variants[config.variant].defaultLocale,
      log,
      now: clock.now,
    });
  } catch (error) {
    throw refusedListening(error, 'CABINET_PORT', port) ?? error;
  }
}

function refusedListening(error: unknown, variable: string, port: number): StartRefused | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new StartRefused(
        `${variable}: port ${port} is taken by another program; set ${variable} to a free one.`,
      );
    case 'EACCES':
      return new StartRefused(
        `${variable}: this user may not listen on port ${port}; set ${variable} above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartRefused(
        `HOST: this machine has no such address; set HOST to one of its own, such as 127.0.0.1.`,
      );
    default:
      return undefined;
  }
}
