import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { startCopyServer } from './copy-server.ts';
import { copyingConfig, servingConfig } from './own-config.ts';
import { startSingleCabinet } from './single-cabinet.ts';

/** One cabinet as a program: `serve`, or what its backup and restore jobs run. */
const command = process.argv[2];
const log = pino({ level: process.env.LOG_LEVEL ?? 'info' });
const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const deps = { log, now: () => new Date(), version: manifest.version };

try {
  const server = await start();
  log.info({ command, port: server.port }, 'cabinet is ready');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
} catch (error) {
  log.fatal(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function start() {
  if (command === 'serve') return startSingleCabinet(servingConfig(process.env), deps);
  if (command === 'backup' || command === 'restore') return startCopyServer(copyingConfig(process.env), deps);
  throw new Error('Usage: node cabinet/main.ts serve | backup | restore');
}
