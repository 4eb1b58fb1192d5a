import { parentPort, workerData } from 'node:worker_threads';
import { forecastOf, type ForecastTask } from './forecast-rows.ts';

/** The reckoning of a forecast over all clients, beside the thread that answers requests. */

export type FromWorker = { kind: 'read' } | { kind: 'result'; result: ReturnType<Forecast['result']> };
type Forecast = ReturnType<typeof forecastOf>;

const task: ForecastTask = workerData;
const forecast = forecastOf(task);

parentPort?.on('message', (piece: Uint8Array | 'end') => {
  if (piece === 'end') {
    say({ kind: 'result', result: forecast.result() });
    parentPort?.close();
    return;
  }
  forecast.read(piece);
  say({ kind: 'read' });
});

function say(message: FromWorker): void {
  parentPort?.postMessage(message);
}
