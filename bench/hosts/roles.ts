import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import { pino } from 'pino';
import { systemClock } from '#server/kernel/clock.ts';
import { readConfig } from '#server/kernel/config.ts';
import { startServer } from '#server/server.ts';
import { startProcess } from '#tests/support/processes/process.ts';
import type { Figure } from '../figure.ts';
import { emptyDataDir } from '../support/own-server.ts';
import { databaseUrlOf } from '../support/database-url.ts';
import { megabytesOf } from '../support/memory.ts';

const times = 5;
const restMs = 20_000;

/** Each role in a process of its own on one database: from its start to ready, and its memory at rest. */
export async function* roles(): AsyncGenerator<Figure> {
  await using folder = await emptyDataDir();
  const shared = {
    SECRET_KEY: 'a secret of benchmarks that nobody has to know',
    METRICS_TOKEN: 'a-token-for-metrics-in-benches',
  };
  const own = { ...shared, DATA_DIR: path.join(folder.path, 'own'), ROLES: 'web', LOG_LEVEL: 'silent' };
  const log = pino({ level: 'silent' });
  const server = await startServer({
    config: readConfig(own),
    clock: systemClock,
    log,
    print: () => undefined,
  });
  try {
    const environment = { ...shared, DATABASE_URL: databaseUrlOf(server.platform.database.connection) };
    for (const role of ['web', 'worker', 'cabinets']) {
      yield* startOfRole(role, { ...environment, DATA_DIR: path.join(folder.path, role), ROLES: role });
    }
  } finally {
    await server.stop();
  }
}

async function* startOfRole(role: string, environment: Record<string, string>): AsyncGenerator<Figure> {
  const samples: number[] = [];
  const memory: number[] = [];
  for (let time = 1; time <= times; time += 1) {
    const began = performance.now();
    const started = await startProcess(environment, { ready: role === 'web' ? 'is ready' : `runs: ${role}` });
    samples.push(performance.now() - began);
    if (time === times) {
      await wait(restMs);
      memory.push(await megabytesOf(started.pid));
    }
    await started.kill('SIGTERM');
  }
  yield { what: `start of the role ${role}`, samples, unit: 'ms', goal: 2000 };
  yield { what: `memory of it at rest`, samples: memory, unit: 'MB', goal: 220 };
}
