import type { Figure } from './figure.ts';
import { emptyDataDir, startOwn } from './own-server.ts';

const firstStarts = 3;
const laterStarts = 5;

/** From spawning the program to its "is ready", once the pages are built: empty, then with what is there already. */
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

async function startAndStop(dataDir: string): Promise<number> {
  const began = performance.now();
  const server = await startOwn(dataDir);
  const took = performance.now() - began;
  await server.kill('SIGTERM');
  return took;
}
