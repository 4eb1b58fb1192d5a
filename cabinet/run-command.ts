import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { startCopyServer } from './single/copy-server.ts';
import { copyingConfig, servingConfig } from './single/own-config.ts';
import { startSingleCabinet } from './single/single-cabinet.ts';

/**
 * One cabinet as a program: `serve`, or the commands of its backup and restore jobs. Returns a function that stops
 * it; undefined, with the reason in the log, when it can't start.
 */
export async function runCommand(command: string | undefined): Promise<(() => Promise<void>) | undefined> {
  const log = pino({ level: process.env.LOG_LEVEL ?? 'info' });
  try {
    const server = await start(command, { log, now: () => new Date(), version: ownVersion() });
    log.info({ command, port: server.port }, 'cabinet is ready');
    return server.close;
  } catch (error) {
    log.fatal(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function start(command: string | undefined, deps: Parameters<typeof startSingleCabinet>[1]) {
  if (command === 'serve') return startSingleCabinet(servingConfig(process.env), deps);
  if (command === 'backup' || command === 'restore') return startCopyServer(copyingConfig(process.env), deps);
  throw new Error('Usage: node cabinet/main.ts serve | backup | restore');
}

function ownVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
