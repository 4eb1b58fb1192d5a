/**
 * A worker on cabinets that will be killed: `fork`ed with the server's environment. Given `{ id, at }`, it works on
 * that client's cabinet and stops for ever before its `at`th action outside, a statement to PostgreSQL or a request
 * of a driver. Then it reports how far it came. So one `kill -9` kills many pieces of work, each in another place.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { systemClock } from '#server/kernel/clock.ts';
import { readConfig } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/postgres/connect.ts';
import { createPlatform } from '#server/platform.ts';
import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';

export interface Order {
  id: string;
  at: number;
}
/** `acts`: the number of actions; for a stopped run, the number of the one before which it stopped. */
export interface Report {
  acts: number;
  isStopped: boolean;
}

interface Run {
  acts: number;
  at: number;
  stop(): void;
}
const running = new AsyncLocalStorage<Run>();

/** Whether to stop before this action; a stopped run does nothing more. */
function isStoppedHere(): boolean {
  const run = running.getStore();
  if (!run) return false;
  run.acts += 1;
  if (run.acts < run.at) return false;
  run.stop();
  return true;
}

const ask = pg.Client.prototype.query as (...args: unknown[]) => unknown;
function query(this: pg.Client, ...args: unknown[]): unknown {
  // The set-up of a new connection is not part of the work, and may come at any moment.
  const isSetUp = typeof args[0] === 'string' && args[0].startsWith('set time zone');
  return !isSetUp && isStoppedHere() ? new Promise(() => undefined) : ask.apply(this, args);
}
pg.Client.prototype.query = query as typeof pg.Client.prototype.query; // its overloads are passed on

const send = http.request as (...args: unknown[]) => http.ClientRequest;
function request(...args: unknown[]): http.ClientRequest {
  // A socket that never connects: nothing is sent or received.
  return isStoppedHere() ? send({ createConnection: () => new Socket() }) : send(...args);
}
http.request = request as typeof http.request;
syncBuiltinESMExports();

const config = readConfig(process.env);
const log = pino({ level: 'silent' });
const { databaseUrl, dataDir, secretKey = '' } = config;
// Each stopped run keeps its connections.
const database = await connectDatabase({ databaseUrl, dataDir, log, maxConnections: 150 });
const platform = await createPlatform({
  config,
  secretKey,
  database,
  log,
  clock: systemClock,
  print: () => undefined,
});
await platform.queue.start({ supervise: false });
process.send?.('ready');
for (;;) {
  const [{ id, at }] = (await once(process, 'message')) as [Order]; // the parent sends nothing else
  const stopped = Promise.withResolvers<void>();
  const run: Run = { acts: 0, at, stop: stopped.resolve };
  const isStopped = await Promise.race([
    running.run(run, () => runTasks(platform, id)).then(() => false),
    stopped.promise.then(() => true),
  ]);
  process.send?.({ acts: run.acts, isStopped } satisfies Report);
}
