import { get } from 'node:http';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Figure } from './figure.ts';
import { filledServer } from './support/filled-server.ts';
import { quantile } from './support/load.ts';

const many = Number(process.env.BENCH_CLIENTS ?? 1_000_000);
const turns = 3;

/** The file of all clients, compared with PostgreSQL's own COPY of the same rows, and beside twenty slow readers. */
export async function* csv(): AsyncGenerator<Figure> {
  await using filled = await filledServer(many);
  const { server, connection } = filled;
  const address = `${server.url}/api/admin/clients?format=csv`;
  const token = await filled.signIn();
  await download(address, token);

  const plain: number[] = [];
  const whole: number[] = [];
  const megabytes: Record<'plain' | 'whole', number[]> = { plain: [], whole: [] };
  const first: number[] = [];
  const before = await memoryOf(server.pid);
  let most = before;
  const watching = setInterval(
    () => void memoryOf(server.pid).then((now) => (most = Math.max(most, now))),
    50,
  );
  for (let turn = 0; turn < turns; turn += 1) {
    const copied = await copyPlainly(connection);
    plain.push(copied.took);
    megabytes.plain.push(copied.bytes / 1e6);
    const { took, firstByte, bytes } = await download(address, token);
    whole.push(took);
    first.push(firstByte);
    megabytes.whole.push(bytes / 1e6);
  }
  yield {
    what: 'CSV of all clients, against COPY TO STDOUT',
    samples: whole.map((took, turn) => took / (plain[turn] ?? NaN)),
    unit: '×',
    goal: 2,
  };
  yield { what: 'CSV of all clients', samples: whole, unit: 'ms' };
  yield { what: 'CSV of all clients, size', samples: megabytes.whole, unit: 'MB' };
  yield { what: 'COPY TO STDOUT of all clients, size', samples: megabytes.plain, unit: 'MB' };
  yield { what: 'CSV, first byte', samples: first, unit: 'ms', goal: 200 };

  const readers = Array.from({ length: 20 }, () => readSlowly(address, token));
  await delay(2000);
  const beside = [await download(address, token), await download(address, token)].map(({ took }) => took);
  clearInterval(watching);
  for (const reader of readers) reader.destroy();
  yield {
    what: 'CSV beside 20 slow readers, against alone',
    samples: [quantile(beside, 0.5) / quantile(whole, 0.5)],
    unit: '×',
  };
  yield { what: 'CSV, the server grows by at most', samples: [most - before], unit: 'MB', goal: 100 };
}

/** `COPY … TO STDOUT` of the whole table; the data is thrown away. */
async function copyPlainly(connection: pg.PoolConfig): Promise<Omit<Download, 'firstByte'>> {
  const client = new pg.Client(connection);
  await client.connect();
  const began = performance.now();
  const stream = client.query(
    copyTo('copy (select * from clients where deleted_at is null) to stdout (format csv)'),
  );
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject));
  const took = performance.now() - began;
  await client.end();
  return { took, bytes };
}

interface Download {
  /** In ms, to the last byte. */
  took: number;
  firstByte: number;
  bytes: number;
}

function download(address: string, token: string): Promise<Download> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(address, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let [firstByte, bytes] = [NaN, 0];
      answer.once('data', () => (firstByte = performance.now() - began));
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.once('error', reject);
      answer.once('end', () => resolve({ took: performance.now() - began, firstByte, bytes }));
    }).once('error', reject);
  });
}

/** Reads 40 kB a second. */
function readSlowly(address: string, token: string): { destroy(): void } {
  const asked = get(address, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
    answer.on('data', (piece: Buffer) => {
      answer.pause();
      setTimeout(() => answer.resume(), piece.length / 40);
    });
    answer.on('error', () => undefined); // ended below
  });
  asked.on('error', () => undefined);
  return asked;
}

/** Resident memory of the server without its database, in MB. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
}
