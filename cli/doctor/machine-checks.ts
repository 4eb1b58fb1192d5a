import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { variants } from '#contract/kernel/variants.ts';
import type { Config } from '#server/kernel/config.ts';
import { builtPages as pagesFolder } from '#server/pages/built-pages.ts';
import { addDays } from '#server/kernel/periods.ts';
import { failure, type Finding, ok, reasonOf, warning } from './finding.ts';

/** Checks of the machine itself, without database or network. */

export function nodeVersion(): Finding {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24) return ok('Node.js', `version ${process.versions.node}`);
  return failure(
    'Node.js',
    `version ${process.versions.node} is too old`,
    'start by npm (npm start, npm run cli), which brings the version that is needed',
  );
}

/** A Node.js with reduced ICU data knows only UTC, and every period would end an hour or two off. */
export function zoneData({ variant }: Config): Finding {
  const { timeZone } = variants[variant];
  const subject = 'Time zones';
  try {
    // 12:00 in winter and in summer, in the zones of both variants.
    const summer = addDays(new Date('2026-01-15T10:00:00Z'), 181, timeZone).toISOString();
    if (summer === '2026-07-15T09:00:00.000Z') return ok(subject, `${timeZone} is known`);
  } catch {
    // Reported below.
  }
  return failure(
    subject,
    `this Node.js does not know the clock of ${timeZone}`,
    'use the Node.js that npm ci installs, with its full ICU data',
  );
}

const wantedBytes = 1e9;
const neededBytes = 2e8;

export async function diskSpace({ dataDir }: Config): Promise<Finding> {
  const subject = 'Disk';
  const folder = existing(dataDir);
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const text = `${(free / 1e9).toFixed(1)} GB free at ${folder}`;
    if (free >= wantedBytes) return ok(subject, text);
    const advice = 'make room, or move DATA_DIR to a larger disk';
    return free >= neededBytes ? warning(subject, text, advice) : failure(subject, text, advice);
  } catch (error) {
    return warning(
      subject,
      `${folder}: ${reasonOf(error)}`,
      'see whether DATA_DIR names a folder that may be read',
    );
  }
}

/** What to do about a database that doesn't answer: a full disk comes first. */
export function adviceWithoutDatabase(disk: Finding): string {
  if (disk.verdict === 'failure') return 'make room first (Disk): PostgreSQL does not start on a full disk';
  return 'see that PostgreSQL runs and lets this machine in';
}

export function builtPages(): Finding {
  if (existsSync(path.join(pagesFolder, 'index.html'))) return ok('Pages', 'built');
  return warning('Pages', 'not built', 'run npm run build; npm start does it by itself');
}

/** Whether the server answers on its port, or the port is free for it. */
export async function webPort({ host, port, roles }: Config): Promise<Finding> {
  const subject = 'Port';
  if (!roles.includes('web')) return ok(subject, `not needed for the roles ${roles.join(', ')}`);
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const answer = await fetch(`http://${ownAddress(host)}:${port}/readyz`, {
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
  if (answer) {
    const said = (await answer.json().catch(() => undefined)) as { status?: string } | undefined; // ours or not
    if (answer.status === 200 && said?.status === 'ready')
      return ok(subject, `the server is ready at ${address}`);
    if (said?.status === 'not ready') {
      return failure(
        subject,
        `the server at ${address} is not ready`,
        'look into its log; it names what is missing',
      );
    }
    return failure(subject, `another program answers at ${address}`, 'set PORT to a free one');
  }
  if (await isFree(host, port)) {
    return warning(subject, `${address} is free: no server is running`, 'start it: npm start');
  }
  return failure(
    subject,
    `${address} is taken and does not answer`,
    'set PORT to a free one, and HOST to an address of this machine',
  );
}

/** An address that reaches something listening on every address. */
export function ownAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** The folder, or the nearest existing one above it. */
function existing(folder: string): string {
  return existsSync(folder) || folder === path.dirname(folder) ? folder : existing(path.dirname(folder));
}
