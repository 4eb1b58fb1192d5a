import { setTimeout as wait } from 'node:timers/promises';
import { call } from '#tests/support/http.ts';
import { until } from '#tests/support/until.ts';
import type { Figure } from './figure.ts';
import { filledServer } from './support/filled-server.ts';

/** A run takes 10,000 rows at most; a part of the invented clients is deleted. */
const clients = Number(process.env.BENCH_CLIENTS ?? 10_400);
const inputs = {
  manager: { manager_id: '0198c000-0000-7000-8000-000000000301' },
  prolong: { days: 7 },
};

/**
 * Acts on all clients at once, from the press on the button to the end, and what somebody who reads the list meanwhile
 * waits. Fails when a row failed or was forgotten.
 */
export async function* bulk(): AsyncGenerator<Figure> {
  await using filled = await filledServer(clients);
  const token = await filled.signIn();
  const ask = async (method: string, path: string, body?: object) =>
    (await call(`${filled.server.url}/api/admin/${path}`, method, { token, ...(body && { body }) })).body;
  for (const [act, input] of Object.entries(inputs)) {
    const selection = { act, input, query: '' };
    const dry = await ask('POST', 'clients/bulk', { ...selection, dry_run: true });
    const reading = readingOf(() => ask('GET', 'clients?limit=25'));
    const began = performance.now();
    const { data } = await ask('POST', 'clients/bulk', { ...selection, total: dry.data.total });
    const run = await until(
      'the end of the run',
      async () => {
        const now = (await ask('GET', `bulk/${data.id}`)).data;
        return now.status === 'done' && now;
      },
      { withinMs: 1_200_000 },
    );
    const took = performance.now() - began;
    const waits = await reading.end();
    if (run.failed > 0 || run.done !== dry.data.will) throw new Error(`wrong: ${JSON.stringify(run)}`);
    yield { what: `${run.done} clients: ${act}`, samples: [took], unit: 'ms', goal: 30_000 };
    yield { what: 'the slowest hundredth of the list meanwhile', samples: [waits], unit: 'ms', goal: 300 };
  }
}

/** Reads ten times a second; at the end the wait that one of a hundred exceeds. */
function readingOf(read: () => Promise<unknown>): { end(): Promise<number> } {
  const waits: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const began = performance.now();
      await read();
      waits.push(performance.now() - began);
      await wait(100);
    }
  })();
  return {
    async end() {
      isOver = true;
      await reading;
      return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? NaN;
    },
  };
}
