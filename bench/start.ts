import type { Figure } from './figure.ts';
import { emptyDataDir, startOwn } from './support/own-server.ts';
import { filledDataDir } from './support/filled-server.ts';
import { megabytesOf } from './support/memory.ts';

/** Set fewer to try the benchmark itself. */
const clients = Number(process.env.BENCH_CLIENTS ?? 1_000_000);
const firstStarts = 3;
const laterStarts = 5;

/** From starting the program to its "is ready", with the pages already built: first empty, then with existing data. */
export async function* start(): AsyncGenerator<Figure> {
  const first: number[] = [];
  for (let turn = 0; turn < firstStarts; turn += 1) {
    await using dataDir = await emptyDataDir();
    first.push(await startAndStop(dataDir.path));
  }
  yield { what: 'first start to ready, empty DATA_DIR', samples: first, unit: 'ms', goal: 3000 };

  const later: number[] = [];
  await using dataDir = await emptyDataDir();
  await startAndStop(dataDir.path);
  for (let turn = 0; turn < laterStarts; turn += 1) later.push(await startAndStop(dataDir.path));
  yield { what: 'later start to ready', samples: later, unit: 'ms', goal: 2000 };
}

/** The same with a million clients, and the memory that it then takes in all. */
export async function* startMillion(): AsyncGenerator<Figure> {
  await using dataDir = await filledDataDir(clients);
  const samples: number[] = [];
  for (let turn = 0; turn < laterStarts; turn += 1) samples.push(await startAndStop(dataDir.path));
  yield { what: 'start to ready with 1,000,000 clients', samples, unit: 'ms', goal: 3000 };

  const server = await startOwn(dataDir.path);
  const memory = await megabytesOf(server.pid);
  await server.kill('SIGTERM');
  // Only Linux reports PSS.
  if (memory)
    yield { what: 'memory right after it, with the database', samples: [memory], unit: 'MB', goal: 250 };
}

async function startAndStop(dataDir: string): Promise<number> {
  const began = performance.now();
  const server = await startOwn(dataDir);
  const took = performance.now() - began;
  await server.kill('SIGTERM');
  return took;
}
