import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#tests/support/processes/ports.ts';
import { until } from '#tests/support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let dataDir: string;
let started: ChildProcess[];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-npm-'));
  started = [];
});
afterEach(async () => {
  for (const one of left()) process.kill(one, 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** `npm start` as somebody types it, in its own process group, like a terminal's. */
async function npmStart(): Promise<{ npm: ChildProcess; port: number; end: Promise<unknown> }> {
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      CABINET_PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(npm);
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  npm.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const end = once(npm, 'exit');
  await until('the server to be ready', () => output.includes('is ready') || npm.exitCode !== null);
  if (!output.includes('is ready')) throw new Error(`npm start did not start:\n${output}`);
  return { npm, port, end };
}

/** Every process with this test's DATA_DIR: npm, its shell, the server, its database. */
function left(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/environ`).includes(`DATA_DIR=${dataDir}`))
    .filter((pid) => !/^State:\s+Z/m.test(read(`/proc/${pid}/status`)))
    .map(Number);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // it ended meanwhile, or is somebody else's
  }
}

describe.runIf(process.platform === 'linux')('npm start', () => {
  it('is ended whole by SIGTERM to npm alone: nothing is left over', async () => {
    const { npm, end } = await npmStart();
    expect(left().length).toBeGreaterThan(2);
    npm.kill('SIGTERM');
    await end;
    await until('everything to end', () => left().length === 0);
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    const again = await npmStart();
    again.npm.kill('SIGTERM');
    await again.end;
    await until('everything to end', () => left().length === 0);
  });

  it('is ended whole by Ctrl+C under load, with people who never finish what they send', async () => {
    const { npm, port, end } = await npmStart();
    const stuck = await Promise.all(Array.from({ length: 20 }, () => halfRequest(port)));
    const stop = hammer(port);
    await new Promise((later) => setTimeout(later, 1000));
    process.kill(-(npm.pid ?? 0), 'SIGINT');
    await until('everything to end', () => left().length === 0);
    await end;
    stop();
    for (const socket of stuck) socket.destroy();
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });
});

/** A request whose body never comes. */
async function halfRequest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  return socket;
}

/** Logins, each of which costs a core some tens of milliseconds. */
function hammer(port: number): () => void {
  let isOver = false;
  const ask = async (): Promise<void> => {
    while (!isOver) {
      await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'somebody@example.com', password: 'Passw0rd!' }),
      }).catch(() => (isOver = true));
    }
  };
  for (let one = 0; one < 20; one++) void ask();
  return () => {
    isOver = true;
  };
}
