import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { startCabinetHost } from '#cabinet/host/cabinet-host.ts';

export interface HostSettings {
  dataDir: string;
  hostSecret: string;
  publicUrl: string;
  domain: string;
  productName: string;
}

/**
 * A cabinet host on any port of the loopback interface, for management calls alone. It reports its port, and closes
 * when told.
 */
const { publicUrl, ...settings } = workerData as HostSettings; // from `startHost`
const host = await startCabinetHost({
  ...settings,
  host: '127.0.0.1',
  port: 0,
  scheme: 'http',
  locale: 'uk',
  platform: { apiUrl: `${publicUrl}/api`, publicUrl },
  log: pino({ level: 'silent' }),
  now: () => new Date(),
});
parentPort?.once('message', () => void host.close().then(() => process.exit()));
parentPort?.postMessage(host.port);
