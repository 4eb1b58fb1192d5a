import { pino } from 'pino';
import { systemClock } from '#server/kernel/clock.ts';
import { readConfig } from '#server/kernel/config.ts';
import { startServer } from '#server/server.ts';
import { hostsStory, planHosts } from '#tests/support/cabinets/hosts-story.ts';
import { call } from '#tests/support/http.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import type { Figure } from '../figure.ts';
import { emptyDataDir } from '../support/own-server.ts';
import { databaseUrlOf } from '../support/database-url.ts';

const cabinets = Number(process.env.BENCH_CABINETS ?? 300);

/**
 * Three cabinet hosts under traffic, one killed and started again, one drained. Fails when anything was lost, doubled or
 * answered with an error.
 */
export async function* hosts(): AsyncGenerator<Figure> {
  await using folder = await emptyDataDir();
  const plan = await planHosts();
  const port = await freePort();
  const config = readConfig({
    ...plan.environment,
    DATA_DIR: folder.path,
    PORT: String(port),
    ROLES: 'web,worker',
    LOG_LEVEL: 'silent',
    SECRET_KEY: 'a secret of benchmarks that nobody has to know',
  });
  const log = pino({ level: 'silent' });
  const server = await startServer({ config, clock: systemClock, log, print: () => undefined });
  try {
    const url = `http://127.0.0.1:${port}`;
    const installation = {
      ...server,
      url,
      databaseUrl: databaseUrlOf(server.platform.database.connection),
      clock: systemClock,
      call: (method: string, path: string, options?: Parameters<typeof call>[2]) =>
        call(`${url}${path}`, method, options),
    };
    const story = await hostsStory(installation, plan, { cabinets, writers: 8 });
    const wrong = [...story.failures, ...story.lost, ...story.doubled, ...story.misplaced];
    if (wrong.length > 0) throw new Error(`${wrong.length} wrong: ${wrong.slice(0, 3).join('; ')}`);
    yield {
      what: `a host of three drained under traffic, ${cabinets} cabinets`,
      samples: [story.drainMs],
      unit: 'ms',
    };
    yield { what: 'writes answered as stored, all of them found', samples: [story.stored], unit: 'requests' };
    yield { what: 'asked to come back meanwhile', samples: [story.refused], unit: 'requests' };
  } finally {
    await server.stop();
  }
}
