import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkConformance } from '#conformance/check-cabinet.ts';
import { checkProvisioner } from '#conformance/check-provisioner.ts';
import type { Point } from '#conformance/point.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { until } from '#tests/support/until.ts';

/** The examples for integrators, as the conformance command judges them (docs/integrators.md). */
const examples = path.resolve(import.meta.dirname, '../../examples');
const publicUrl = 'https://platform.example';
const clientId = '0198c0de-0000-7000-8000-000000000001';
const secret = 'the secret of this example';
let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tenantry-examples-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
  await rm(folder, { recursive: true });
});

/** Starts an example, and waits until its address answers anything. */
async function start(words: string[], environment: Record<string, string>): Promise<string> {
  const port = await freePort();
  const [program = '', ...rest] = words;
  const child = spawn(program, rest, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], PUBLIC_URL: publicUrl, PORT: String(port), ...environment },
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  await until(`an answer of ${words.join(' ')}`, async () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    return (await fetch(`${url}/api/system/health-check`).catch(() => undefined)) !== undefined;
  });
  return url;
}

async function checkedCabinet(words: string[]): Promise<Point[]> {
  const platformPort = await freePort();
  const url = await start(words, {
    CABINET_CLIENT_ID: clientId,
    CABINET_SECRET: secret,
    PLATFORM_API_URL: `http://127.0.0.1:${platformPort}/api`,
    DATA_FILE: path.join(folder, 'notes.json'),
  });
  return checkConformance(url, {
    publicUrl,
    timeoutMs: 20_000,
    usageMs: 30_000,
    endMs: 30_000,
    platform: { clientId, secret, host: '127.0.0.1', port: platformPort },
  });
}
const wrong = (points: Point[]) => points.filter(({ result }) => result === 'lacks' || result === 'advice');
const unchecked = (points: Point[]) =>
  points.filter(({ result }) => result === 'unchecked').map(({ key }) => key);

it('has a cabinet in Express that lacks nothing', async () => {
  const points = await checkedCabinet([process.execPath, path.join(examples, 'express-cabinet/cabinet.js')]);
  expect(wrong(points)).toEqual([]);
  expect(unchecked(points)).toEqual(['usage_metrics']);
});

const hasPython = spawnSync('python3', ['-c', 'import http.server']).status === 0;
it.skipIf(!hasPython)(
  `has a cabinet in Python that lacks nothing${hasPython ? '' : ' (not run: there is no python3 on this machine)'}`,
  async () => {
    const points = await checkedCabinet(['python3', path.join(examples, 'python-cabinet/cabinet.py')]);
    expect(wrong(points)).toEqual([]);
    expect(unchecked(points)).toEqual(['usage_metrics']);
  },
  120_000,
);

it('has a provisioner in Node that lacks nothing and leaves nothing', async () => {
  const url = await start([process.execPath, path.join(examples, 'node-provisioner/provisioner.js')], {
    CABINET_WEBHOOK_SECRET: secret,
    PLATFORM_API_URL: 'http://127.0.0.1:9/api',
    DATA_DIR: folder,
  });
  // Its address as the platform has it, and the cabinet's, which is served by the same port.
  const { port } = new URL(url);
  const points = await checkProvisioner(`${url}/provision`, {
    secret,
    cabinetUrl: `http://check.localhost:${port}`,
    listen: { host: '127.0.0.1', port: 0 },
    timeoutMs: 30_000,
    pendingMs: 60_000,
    settleMs: 20_000,
  });
  expect(wrong(points)).toEqual([]);
  expect(unchecked(points)).toEqual(['results']);
  const state = JSON.parse(await readFile(path.join(folder, 'state.json'), 'utf8'));
  expect(state.cabinets).toEqual({});
});
