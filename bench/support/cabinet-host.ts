import { pino } from 'pino';
import { startCabinetHost } from '#cabinet/host/cabinet-host.ts';

/** A cabinet host in a separate process, whose memory is measured: `node cabinet-host.ts DATA_DIR SECRET`. */
const [dataDir = '', hostSecret = ''] = process.argv.slice(2);
const host = await startCabinetHost({
  dataDir,
  hostSecret,
  host: '127.0.0.1',
  port: 0,
  domain: 'localhost',
  scheme: 'http',
  platform: { apiUrl: 'http://127.0.0.1:9/api', publicUrl: 'http://localhost:8080' },
  productName: 'Tenantry',
  locale: 'uk',
  log: pino({ level: 'silent' }),
  now: () => new Date(),
});
console.log(`port ${host.port}`);
