import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CabinetHost, type CabinetHostOptions, startCabinetHost } from '#cabinet/host/cabinet-host.ts';
import { embeddedDriver } from '#server/cabinets/drivers/embedded/embedded-driver.ts';
import { visit } from '#tests/support/cabinets/visit.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../support/tls/localhost.${name}`, import.meta.url));
const files = { certificate: fixture('crt'), key: fixture('key') };
const hostSecret = 'the secret of the cabinet host';
const known = getCACertificates('default');
const clientId = '0198c0de-0000-7000-8000-000000000001';
const cabinet = {
  clientId,
  domain: 'ganok.localhost',
  url: 'http://ganok.localhost',
  ownDomain: null,
  secret: 'x'.repeat(32),
};
let dataDir: string;
let host: CabinetHost | undefined;
let other: CabinetHost | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'cabinets-tls-'));
});
afterEach(async () => {
  setDefaultCACertificates(known);
  await host?.close();
  await other?.close();
  host = other = undefined;
  await rm(dataDir, { recursive: true });
});

const start = (tls = files, more: Partial<CabinetHostOptions> = {}) =>
  startCabinetHost({
    dataDir,
    host: '127.0.0.1',
    port: 0,
    domain: 'localhost',
    scheme: 'https',
    hostSecret,
    tls: { ...tls, port: 0 },
    platform: { apiUrl: 'http://127.0.0.1:9/api', publicUrl: 'https://platform.example' },
    productName: 'Tenantry',
    locale: 'uk',
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    ...more,
  });
const driverTo = (hostUrl: string) => embeddedDriver({ hostUrl, hostSecret, now: () => new Date() });
const create = (hostUrl: string) => driverTo(hostUrl).create(cabinet, { id: 'a', step: 'database' });

describe('a cabinet host with a certificate', () => {
  it('takes the platform’s calls by https alone', async () => {
    host = await start();
    setDefaultCACertificates([...known, readFileSync(files.certificate, 'utf8')]);
    expect(await create(`https://localhost:${host.tlsPort}`)).toEqual({ state: 'done' });
    await expect(create(`http://127.0.0.1:${host.port}`)).rejects.toMatchObject({ reason: 'rejected' });
    const answer = await fetch(`http://127.0.0.1:${host.port}/api/system/health-check`);
    expect(answer.status).toBe(404);
  });

  it('gets what other hosts pass on by https too, under the name of its certificate', async () => {
    const there = async () => ({ name: 'b', url: `https://localhost:${other?.tlsPort}` });
    const nowhere = async () => undefined;
    other = await start(files, { dataDir: path.join(dataDir, 'b'), others: { hostOf: nowhere } });
    host = await start(files, { dataDir: path.join(dataDir, 'a'), others: { hostOf: there } });
    setDefaultCACertificates([...known, readFileSync(files.certificate, 'utf8')]);
    const driver = driverTo(`https://localhost:${other.tlsPort}`);
    await driver.create(cabinet, { id: 'a', step: 'database' });
    await driver.create(cabinet, { id: 'b', step: 'instance' });
    expect(await visit(host, cabinet.domain)).toMatchObject({ status: 200 });
  });

  it('is not believed without a certificate that is known, or under another name', async () => {
    host = await start();
    const refused = { reason: 'unreachable' };
    await expect(create(`https://localhost:${host.tlsPort}`)).rejects.toMatchObject(refused);
    setDefaultCACertificates([...known, readFileSync(files.certificate, 'utf8')]);
    await expect(create(`https://127.0.0.1:${host.tlsPort}`)).rejects.toMatchObject(refused);
  });

  it('does not start with files that are not there or no certificate', async () => {
    const missing = path.join(dataDir, 'missing');
    await expect(start({ ...files, certificate: missing })).rejects.toMatchObject({ code: 'ENOENT' });
    const other = path.join(dataDir, 'other');
    await writeFile(other, 'no certificate');
    await expect(start({ ...files, certificate: other })).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_(OSSL|SSL)/),
    });
  });
});
