import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type CabinetHost, startCabinetHost } from '#cabinet/host/cabinet-host.ts';
import { variants } from '#contract/kernel/variants.ts';
import { watchWithoutWorker } from '#server/alarm-watch/watch-without-worker.ts';
import { buildApp } from '#server/app.ts';
import type { HashingCost } from '#server/auth/passwords.ts';
import { findSuspended } from '#server/cabinets/cabinet-store.ts';
import { hostsOfNames } from '#server/cabinets/hosts/host-of-name.ts';
import { adoptHostless } from '#server/cabinets/hosts/host-store.ts';
import { hostIsThere } from '#server/cabinets/tasks/recover-cabinets.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/postgres/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { ensureSearchIndex } from '#server/db/search-index.ts';
import { createDraining } from '#server/processes/draining.ts';
import { buildHealthApp } from '#server/processes/health.ts';
import { runJobs } from './timetable.ts';
import { createMetrics, type Metrics } from '#server/processes/metrics.ts';
import { createPlatform, type Platform } from '#server/platform.ts';
import { startHeartbeat } from '#server/processes/heartbeat.ts';
import { watchVersion } from '#server/processes/version-watch.ts';
import { requireSecretKey } from '#server/keys/secret-key.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { setUpToken } from '#server/users/joining/set-up-link.ts';
import { endPasswordSessions } from '#server/users/oidc/end-password-sessions.ts';
import { ensureAdministrator } from '#server/users/joining/invite-administrator.ts';
import { startDeliveries } from '#server/webhooks/delivery/delivery-loop.ts';
import { version } from '#server/kernel/version.ts';

export interface Server {
  platform: Platform;
  /** The path of the one-time set-up page, while nobody has joined. */
  setUpPath: string | undefined;
  /**
   * Stops accepting, finishes running work, hands jobs back. With `isDraining` it first goes on answering for a while
   * as not ready; with `isHurried` running work has 5 seconds instead of 25.
   */
  stop(how?: StopOptions): Promise<void>;
}

export interface StopOptions {
  isDraining?: boolean;
  isHurried?: boolean;
}

interface ServerDeps {
  config: Config;
  clock: Clock;
  log: Logger;
  print(line: string): void;
  /** Called once a newer program has changed the database so that this one must not go on. */
  outdated?(reason: string): void;
  /** What hashing a password costs; strong by default. */
  hashing?: HashingCost;
  /** How many connections ask for jobs; 4 by default. */
  queueConnections?: number;
  /** Whether schedules and the watch of alarms begin work by the real clock; by default they do. */
  keepsTime?: boolean;
}

const stopWithinMs = 25_000;
const hurriedStopMs = 5_000;

/** Undoes a step of the start, and waits at most `leftMs`. */
type StopStep = (leftMs: number) => Promise<unknown>;

/** Starts one process with the configured roles; ready when the promise resolves (DESIGN sections 2 and 12). */
export async function startServer({
  config,
  clock,
  log,
  print,
  outdated = () => undefined,
  hashing,
  queueConnections,
  keepsTime = true,
}: ServerDeps): Promise<Server> {
  const stops: StopStep[] = [];
  const isServing = config.roles.some((role) => role !== 'worker');
  const draining = createDraining({ ...config.draining, isServing });
  const stop = async ({ isDraining = false, isHurried = false }: StopOptions = {}) => {
    if (isDraining) await draining.drain();
    const endsAt = performance.now() + (isHurried ? hurriedStopMs : stopWithinMs);
    const leftMs = () => Math.max(1000, endsAt - performance.now());
    for (const step of stops.splice(0).reverse()) await step(leftMs());
  };
  try {
    const database = await connectDatabase({ ...databaseOf(config), log });
    stops.push(() => database.close());
    await migrate({ db: database.db, log });
    await ensureSearchIndex(database.db, log);
    await adoptHostless(database.db, config.cabinets.hosts[0]?.name);
    const secretKey = await requireSecretKey(database.db, config, clock.now());
    const given = { clock, log, print, hashing, queueConnections };
    const platform = await createPlatform({ ...given, config, secretKey, database });
    stops.push(async () => platform.mail.close());
    const isWorker = config.roles.includes('worker');
    const health = { draining, metrics: createMetrics(platform) };
    // Stops after everything else that listens, because it reports on it.
    let healthApp: FastifyInstance | undefined;
    stops.push(async () => healthApp?.close());
    const beating: { heartbeat?: Awaited<ReturnType<typeof startHeartbeat>> } = {};
    stops.push(async () => beating.heartbeat?.stop());
    await platform.queue.start({ supervise: isWorker });
    stops.push((leftMs) => platform.queue.stop(leftMs));
    const ending = new AbortController();
    stops.push(async () => ending.abort());
    // Reports a wrong clock at once; work that depends on time asks again.
    await platform.clockGuard.agrees();
    stops.push(() => platform.clockGuard.leave());

    await signOutPasswords(platform, clock.now());
    const setUpPath = await prepareAdministrator(platform);
    if (config.roles.includes('web')) {
      const app = await buildApp(platform, health);
      await listen(app, { host: config.host, port: config.port, variable: 'PORT' });
      stops.push((leftMs) => closeApp(app, leftMs));
    }
    // In Kubernetes it serves the page of suspended cabinets; a provisioner has its own.
    if (config.roles.includes('cabinets') && config.cabinets.driver !== 'webhook') {
      const host = await hostCabinets(platform, health.metrics);
      stops.push(() => host.close());
      const { hostName = null } = config.cabinets;
      await hostIsThere(platform, database.db, { driver: 'embedded', host: hostName });
    }
    if (isWorker) {
      await runJobs(platform, { signal: ending.signal, isScheduled: keepsTime });
      const deliveries = startDeliveries(platform);
      stops.push(() => deliveries.stop());
    }
    if (config.roles.includes('web') && keepsTime) {
      const watch = watchWithoutWorker(platform);
      stops.push(() => watch.stop());
    }
    if (config.healthPort !== undefined) {
      healthApp = await buildHealthApp(platform, health);
      await listen(healthApp, { host: config.host, port: config.healthPort, variable: 'HEALTH_PORT' });
    }
    const versionWatch = await watchVersion({ db: database.db, log, outdated });
    stops.push(() => versionWatch.stop());
    beating.heartbeat = await startHeartbeat({ ...heartbeatOf(config), db: database.db, log });
    return { platform, setUpPath, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where passwords are switched off, what they opened before is over. */
async function signOutPasswords(platform: Platform, now: Date): Promise<void> {
  const users = await endPasswordSessions(platform, now);
  if (users > 0) platform.log.info({ users }, 'sessions opened by a password have ended: OIDC_ONLY is set');
}

/** What serves only cabinets asks which host has a name, and little else: hosts are many, and connections few. */
function databaseOf({ databaseUrl, dataDir, roles }: Config) {
  const isHostAlone = roles.every((role) => role === 'cabinets');
  return { databaseUrl, dataDir, ...(isHostAlone && { maxConnections: 5 }) };
}

/** What a heartbeat says of this process. */
function heartbeatOf({ roles, cabinets: { hostName: name }, dataDir: folder }: Config) {
  const cabinetHost = name !== undefined && roles.includes('cabinets') ? { name, folder } : undefined;
  return { roles, cabinetHost };
}

async function prepareAdministrator(platform: Platform): Promise<string | undefined> {
  const { config } = platform;
  const now = platform.clock.now();
  if (config.admin) await ensureAdministrator(platform, now, config.admin);
  if (!config.roles.includes('web')) return undefined;
  const token = await setUpToken(platform, now);
  return token && `/set-up/${token}`;
}

/** `variable`: the variable with the port, for a refusal. */
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

/** Waits for running answers, then cuts off connections that haven't read theirs. */
async function closeApp(app: FastifyInstance, withinMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), withinMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}

async function hostCabinets(
  { config, secrets, clock, log, db }: Platform,
  metrics: Metrics,
): Promise<CabinetHost> {
  const { domain, listenPort: port, scheme, hostName } = config.cabinets;
  const isLocal = config.roles.includes('web');
  try {
    return await startCabinetHost({
      dataDir: config.dataDir,
      host: config.host,
      port,
      domain,
      scheme,
      trustedProxies: config.trustProxy,
      hostSecret: secrets.cabinetHostKeys,
      tls: config.cabinets.hostTls,
      isPlatformOfThisVersion: config.roles.includes('web') && config.roles.includes('worker'),
      platform: {
        apiUrl: isLocal ? `http://127.0.0.1:${config.port}/api` : config.cabinets.apiUrl,
        publicUrl: config.publicUrl,
      },
      answered: metrics.observeCabinet,
      others: hostName === undefined ? undefined : hostsOfNames({ db, config }, hostName),
      suspendedElsewhere: (name) => findSuspended(db, name),
      productName: config.productName,
      version,
      locale: variants[config.variant].defaultLocale,
      log,
      now: clock.now,
    });
  } catch (error) {
    throw refusedTls(error) ?? refusedCabinetPort(error, config) ?? error;
  }
}

function refusedCabinetPort(
  error: unknown,
  { cabinets: { port, listenPort, hostTls } }: Config,
): StartupError | undefined {
  const isOfTls = hostTls && error instanceof Error && 'port' in error && error.port === hostTls.port;
  return isOfTls
    ? refusedListening(error, 'CABINET_HOST_TLS_PORT', hostTls.port)
    : refusedListening(error, listenPort === port ? 'CABINET_PORT' : 'CABINET_LISTEN_PORT', listenPort);
}

/** The refusal for files that are missing, unreadable, or don't belong together. */
function refusedTls(error: unknown): StartupError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isFile = code === 'ENOENT' || (code === 'EACCES' && error instanceof Error && 'path' in error);
  if (!isFile && !/^ERR_(SSL|OSSL)/.test(code)) return undefined;
  return new StartupError(
    `CABINET_HOST_TLS_CERT and CABINET_HOST_TLS_KEY: the files can't be used (${code}); give a certificate and its key in PEM.`,
  );
}

function refusedListening(error: unknown, variable: string, port: number): StartupError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new StartupError(
        `${variable}: port ${port} is taken by another program; set ${variable} to a free one.`,
      );
    case 'EACCES':
      return new StartupError(
        `${variable}: this user may not listen on port ${port}; set ${variable === 'CABINET_PORT' ? 'CABINET_LISTEN_PORT' : variable} above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(
        `HOST: this machine has no such address; set HOST to one of its own, such as 127.0.0.1.`,
      );
    default:
      return undefined;
  }
}
