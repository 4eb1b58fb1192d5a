import { pino } from 'pino';
import { systemClock } from '#server/kernel/clock.ts';
import { readConfig } from '#server/kernel/config.ts';
import { type Server, startServer } from '#server/server.ts';

/** A server with the role web in this process, whose services a bench calls; workers and hosts are beside it. */
export function startWeb(environment: Record<string, string>, dataDir: string): Promise<Server> {
  const config = readConfig({ ...environment, DATA_DIR: dataDir, ROLES: 'web', LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  return startServer({ config, clock: systemClock, log, print: () => undefined });
}
