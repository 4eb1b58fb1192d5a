import { once } from 'node:events';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { DatabaseSync } from 'node:sqlite';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCabinetHost, type CabinetHost } from '#cabinet/host/cabinet-host.ts';
import { isDiskFull } from '#cabinet/store/sqlite-file.ts';
import { DriverError, type CabinetDriver, type CabinetIdentity } from '#server/cabinets/drivers/driver.ts';
import { embeddedDriver } from '#server/cabinets/drivers/embedded/embedded-driver.ts';

const hostSecret = 'the secret of the cabinet host';
const id = '0198c0de-0000-7000-8000-0000000000f1';
const now = () => new Date('2026-03-02T10:00:00Z');

/** Other addresses of this machine, like those of a host on another machine. */
const elsewhere = [
  ...(process.platform === 'linux' ? ['127.0.0.2'] : []),
  ...(networkInterfaces().lo?.some(({ family }) => family === 'IPv6') ? ['::1'] : []),
];

it.skipIf(elsewhere.length === 0).each(elsewhere)(
  'a cabinet under localhost is where its host is: %s',
  async (host) => {
    const server = createServer((_request, response) => response.end());
    server.listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a TCP server's address is always this
    const hostUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    const driver = embeddedDriver({ hostUrl, hostSecret, now });
    const cabinet = {
      clientId: id,
      domain: 'ganok.localhost',
      url: `http://ganok.localhost:${port}`,
      ownDomain: null,
      secret: '',
    };
    expect(await driver.probe(cabinet)).toMatchObject({ answered: true, status: 200 });
    server.close();
  },
);

describe('the embedded driver', () => {
  let dataDir: string;
  let host: CabinetHost;
  let driver: CabinetDriver;
  let cabinet: CabinetIdentity;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'cabinets-'));
    host = await startCabinetHost({
      dataDir,
      host: '127.0.0.1',
      port: 0,
      domain: 'localhost',
      scheme: 'http',
      hostSecret,
      platform: { apiUrl: 'http://127.0.0.1:9/api', publicUrl: 'http://localhost:8080' },
      productName: 'Tenantry',
      version: '1.2.3',
      locale: 'uk',
      log: pino({ level: 'silent' }),
      now,
    });
    driver = embeddedDriver({ hostUrl: `http://127.0.0.1:${host.port}`, hostSecret, now });
    cabinet = {
      clientId: '0198c0de-0000-7000-8000-000000000001',
      domain: 'ganok.localhost',
      url: `http://ganok.localhost:${host.port}`,
      ownDomain: null,
      secret: 'the secret of this cabinet',
    };
  });

  afterEach(async () => {
    await host.close();
    rmSync(dataDir, { recursive: true });
  });

  it('creates, suspends, resumes and destroys, each twice', async () => {
    const file = join(dataDir, 'cabinets', `${cabinet.clientId}.sqlite`);
    const answers = (status: number) =>
      expect(driver.probe(cabinet)).resolves.toMatchObject({ answered: true, status });
    const twice = async (act: () => Promise<unknown>) => {
      await act();
      await act();
    };
    await twice(() => driver.create(cabinet, { id, step: 'database' }));
    expect(existsSync(file)).toBe(true);
    await answers(503);
    await twice(() => driver.create(cabinet, { id, step: 'instance' }));
    await answers(200);
    await twice(() => driver.suspend(cabinet, { id, reason: 'unpaid' }));
    await answers(503);
    await twice(() => driver.resume(cabinet, { id }));
    await answers(200);
    await twice(() => driver.destroy(cabinet, { id }));
    expect(existsSync(file)).toBe(false);
    await answers(503);
  });

  it('copies a database while it is in use, and makes a new one from the copy', async () => {
    await driver.create(cabinet, { id, step: 'database' });
    await driver.create(cabinet, { id, step: 'instance' });
    const path = (name: string) => join(dataDir, 'cabinets', name);
    const open = new DatabaseSync(path(`${cabinet.clientId}.sqlite`));
    const goods = "INSERT INTO goods (id, name, price, quantity, created_at) VALUES ('1', 'Хліб', 100, 1, 1)";
    open.exec(goods);
    const copy = join(dataDir, 'copy');
    await driver.backup(cabinet, { id, keep: (stream) => pipeline(stream, createWriteStream(copy)) });
    open.close();
    await driver.destroy(cabinet, { id });

    const sha256 = createHash('sha256').update(readFileSync(copy)).digest('hex');
    const backup = { id, bytes: statSync(copy).size, sha256, open: () => createReadStream(copy) };
    const damaged = { ...backup, sha256: sha256.replace(/./, (digit) => (digit === '0' ? '1' : '0')) };
    await expect(driver.create(cabinet, { id, step: 'database', backup: damaged })).rejects.toMatchObject({
      reason: 'rejected',
      detail: expect.stringContaining('422 backup_damaged'),
    });
    expect(existsSync(path(`${cabinet.clientId}.sqlite`))).toBe(false);
    await driver.create(cabinet, { id, step: 'database', backup });
    await driver.create(cabinet, { id, step: 'database', backup });
    const restored = new DatabaseSync(path(`${cabinet.clientId}.sqlite`));
    expect(restored.prepare('SELECT name FROM goods').all()).toEqual([{ name: 'Хліб' }]);
    restored.close();
    expect(readdirSync(path('')).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('lists what is there, no matter who owns it', async () => {
    const found = async () => {
      const list = [];
      for await (const one of driver.inventory?.() ?? []) list.push(one);
      return list;
    };
    expect(await found()).toEqual([]);
    await driver.create(cabinet, { id, step: 'database' });
    const { clientId, domain } = cabinet;
    expect(await found()).toEqual([{ clientId, database: true, instance: 'none', domain: null }]);
    await driver.create(cabinet, { id, step: 'instance' });
    await driver.suspend(cabinet, { id, reason: 'unpaid' });
    rmSync(join(dataDir, 'cabinets', `${clientId}.sqlite`));
    expect(await found()).toEqual([{ clientId, database: false, instance: 'suspended', domain }]);
  });

  it('lists a thousand and more, with long names', async () => {
    const registry = new DatabaseSync(join(dataDir, 'cabinets', 'registry.sqlite'));
    const insert = registry.prepare("INSERT INTO instances (client_id, domain, secret) VALUES (?, ?, 's')");
    const ids = Array.from(
      { length: 1200 },
      (_, number) => `${1000 + number}c0de-0000-7000-8000-000000000001`,
    );
    registry.exec('BEGIN');
    for (const each of ids) insert.run(each, `${'n'.repeat(200)}.${each}.localhost`);
    registry.exec('COMMIT');
    registry.close();
    const found: string[] = [];
    for await (const { clientId } of driver.inventory?.() ?? []) found.push(clientId);
    expect(found).toEqual(ids);
  });

  it('says that no host listens', async () => {
    await driver.create(cabinet, { id, step: 'database' });
    await host.close();
    await expect(driver.create(cabinet, { id, step: 'instance' })).rejects.toMatchObject({
      reason: 'refused',
    });
    expect(await driver.probe(cabinet)).toEqual({ answered: false, reason: 'refused' });
  });

  it.each([
    [
      'an instance before its database',
      (one: CabinetIdentity) => driver.create(one, { id, step: 'instance' }),
      '409 database_missing',
    ],
    [
      'to suspend what does not exist',
      (one: CabinetIdentity) => driver.suspend(one, { id, reason: 'blocked' }),
      '404 not_found',
    ],
    ['to resume what does not exist', (one: CabinetIdentity) => driver.resume(one, { id }), '404 not_found'],
    [
      'an id that is none',
      (one: CabinetIdentity) => driver.create({ ...one, clientId: '../registry' }, { id, step: 'database' }),
      '404 not_found',
    ],
  ])('is told why the host rejects %s', async (_name, act, detail) => {
    const error: unknown = await act(cabinet).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DriverError);
    expect(error).toMatchObject({ reason: 'rejected', detail: expect.stringContaining(detail) });
  });

  it('is rejected with another host’s secret, and tells no secret', async () => {
    const stranger = embeddedDriver({ hostUrl: `http://127.0.0.1:${host.port}`, hostSecret: 'not it', now });
    const error: unknown = await stranger
      .create(cabinet, { id, step: 'instance' })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: 'rejected', detail: expect.stringContaining('401 unauthorized') });
    expect(String(error)).not.toContain('not it');
    expect(String(error)).not.toContain(cabinet.secret);
  });

  it.each([
    [507, 'quota', 'disk_full'],
    [500, 'failed', 'internal_error'],
  ])('tells a host without room from one that fails: %i', async (status, reason, code) => {
    const failing = await listen((_request, response) =>
      response.writeHead(status).end(`{"code":"${code}"}`),
    );
    const asking = embeddedDriver({ hostUrl: failing.url, hostSecret, now });
    await expect(asking.create(cabinet, { id, step: 'database' })).rejects.toMatchObject({
      reason,
      detail: expect.stringContaining(`${status} ${code}`),
    });
    failing.close();
  });

  it('hears of a fault inside the host, in no more than a code', async () => {
    mkdirSync(join(dataDir, 'cabinets', `${cabinet.clientId}.sqlite`));
    await expect(driver.create(cabinet, { id, step: 'database' })).rejects.toMatchObject({
      reason: 'failed',
      detail: expect.stringMatching(/500 internal_error$/),
    });
  });

  it('does not wait for ever, nor read for ever', async () => {
    const silent = await listen(() => undefined);
    const waiting = embeddedDriver({ hostUrl: silent.url, hostSecret, now, timeoutMs: 50 });
    await expect(waiting.resume(cabinet, { id })).rejects.toMatchObject({ reason: 'timeout' });
    silent.close();

    const endless = await listen((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', pour);
      pour();
    });
    const reading = embeddedDriver({ hostUrl: endless.url, hostSecret, now });
    await expect(reading.resume(cabinet, { id })).rejects.toMatchObject({ reason: 'unreachable' });
    endless.close();
  });
});

it('a database without room is known by its error, and nothing else is', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA max_page_count = 2; CREATE TABLE t (x)');
  const errorOf = (statement: string): unknown => {
    try {
      return database.exec(statement);
    } catch (error) {
      return error;
    }
  };
  expect(isDiskFull(errorOf('INSERT INTO t VALUES (zeroblob(100000))'))).toBe(true);
  expect(isDiskFull(errorOf('INSERT INTO nowhere VALUES (1)'))).toBe(false);
  database.close();
});

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address is always this
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
