import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CabinetIdentity } from '#server/cabinets/drivers/driver.ts';
import { embeddedDriver } from '#server/cabinets/drivers/embedded/embedded-driver.ts';
import type { Figure } from './figure.ts';
import { emptyDataDir } from './support/own-server.ts';

const count = Number(process.env.BENCH_CABINETS ?? 1000);
const parallel = 10;
const hostSecret = 'the secret of the host in benchmarks';
const settleMs = 3000;

/** The embedded host: making cabinets with its driver, and the memory of that many idle ones. */
export async function* cabinets(): AsyncGenerator<Figure> {
  await using folder = await emptyDataDir();
  const first = await startHost(folder.path);
  const made = await makeAll(first.url);
  yield {
    what: `one of ${count} cabinets made, ${parallel} at once: p95`,
    samples: [made.p95],
    unit: 'ms',
    goal: 2000,
  };
  if (made.failed > 0) throw new Error(`${made.failed} of ${count} cabinets failed`);
  await first.stop();

  await using empty = await emptyDataDir();
  const above: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const [none, idle] = [await idleMemory(empty.path), await idleMemory(folder.path)];
    above.push(Math.max(0, idle - none));
  }
  yield { what: `memory of ${count} idle cabinets above none`, samples: above, unit: 'MB', goal: 50 };
}

async function makeAll(url: string): Promise<{ p95: number; failed: number }> {
  const driver = embeddedDriver({ hostUrl: url, hostSecret, now: () => new Date(), timeoutMs: 20_000 });
  const times: number[] = [];
  let failed = 0;
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      const cabinet = identityOf(next, url);
      const started = performance.now();
      try {
        await driver.create(cabinet, { id: randomUUID(), step: 'database' });
        await driver.create(cabinet, { id: randomUUID(), step: 'instance' });
        const probed = await driver.probe(cabinet);
        if (!probed.answered || probed.status !== 200) throw new Error('made, but silent');
      } catch {
        failed += 1;
      }
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  times.sort((a, b) => a - b);
  return { p95: times[Math.floor(times.length * 0.95)] ?? NaN, failed };
}

function identityOf(number: number, url: string): CabinetIdentity {
  const domain = `cabinet-${number}.localhost`;
  return {
    clientId: randomUUID(),
    domain,
    ownDomain: null,
    url: url.replace('127.0.0.1', domain),
    secret: 'x'.repeat(40),
  };
}

/** The memory of a freshly started host without any requests, in megabytes. */
async function idleMemory(dataDir: string): Promise<number> {
  const host = await startHost(dataDir);
  await new Promise((done) => setTimeout(done, settleMs));
  const memory = host.megabytes();
  await host.stop();
  return memory;
}

async function startHost(dataDir: string) {
  const script = fileURLToPath(new URL('./support/cabinet-host.ts', import.meta.url));
  const flags = ['--disable-warning=ExperimentalWarning'];
  const child: ChildProcess = spawn(process.execPath, [...flags, script, dataDir, hostSecret], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]; // it prints its port and nothing else
  const port = /port (\d+)/.exec(line.toString())?.[1] ?? '';
  return {
    url: `http://127.0.0.1:${port}`,
    megabytes: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
