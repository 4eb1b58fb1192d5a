import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pg, { type Pool } from 'pg';
import type { ReportForecast } from '#contract/report.ts';
import { CopyOut } from '#server/db/copy/copy-out.ts';
import { exportConnection } from '#server/db/export-connection.ts';
import type { GeneralTerms } from '#server/subscriptions/stored-subscription.ts';
import { forecastColumns, type ForecastTask } from './forecast-rows.ts';
import { horizonEnd } from './forecast-tally.ts';
import type { FromWorker } from './forecast-worker.ts';

type Reckoned = Pick<ReportForecast, 'days' | 'total'>;

/** As many pieces wait for the reckoning at most: memory stays flat. */
const piecesAhead = 8;

/**
 * What the next days bring for all clients, today included: the pure forecast of each, added up by day. PostgreSQL
 * writes the columns by COPY, a worker thread reckons, and this thread only hands on the pieces.
 */
export async function forecastAll(
  exports: Pool,
  { now, days, general }: { now: Date; days: number; general: GeneralTerms },
): Promise<ReportForecast> {
  const horizon = { now, days, timeZone: general.timeZone };
  const client = await exportConnection(exports);
  const worker = startWorker({ horizon, general });
  let failure: Error | undefined;
  try {
    const text = `copy (${rowsBefore(horizonEnd(horizon))}) to stdout (format binary)`;
    const rows: AsyncIterable<Buffer> = client.query(new CopyOut({ text, waiting: () => 0 }));
    // In memory of its own, which can be given away.
    for await (const piece of rows) await worker.send(new Uint8Array(piece));
    const until = horizonEnd(horizon).toISOString();
    return { at: now.toISOString(), until, ...(await worker.finish()) };
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A COPY that was left in the middle spoils its connection.
    client.release(failure ?? false);
    await worker.stop();
  }
}

/** Clients to whom anything happens before the horizon; `next_event_at` is when the lifecycle must look again. */
function rowsBefore(end: Date): string {
  return `select ${forecastColumns.join(', ')} from clients c
    join tariffs t on t.id = c.tariff_id left join tariffs next on next.id = c.next_tariff_id
    where c.next_event_at < timestamptz ${pg.escapeLiteral(end.toISOString())}
      and c.deleted_at is null and c.blocked_from is null`;
}

function startWorker(task: ForecastTask) {
  const worker = new Worker(new URL('./forecast-worker.ts', import.meta.url), { workerData: task });
  let ahead = 0;
  let result: Reckoned | undefined;
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'result') result = message.result;
    else ahead -= 1;
  });
  return {
    async send(piece: Uint8Array<ArrayBuffer>): Promise<void> {
      ahead += 1;
      worker.postMessage(piece, [piece.buffer]);
      while (ahead >= piecesAhead) await once(worker, 'message');
    },

    async finish(): Promise<Reckoned> {
      worker.postMessage('end');
      while (!result) await once(worker, 'message');
      return result;
    },

    async stop(): Promise<void> {
      await worker.terminate();
    },
  };
}
