import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { requireSecretKey } from '#server/keys/secret-key.ts';
import { createSecrets } from '#server/keys/secrets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

const theirs = 'a key of somebody else, who has no business';

let app: TestApp;
let db: Db;
let dataDir: string;
const file = () => path.join(dataDir, 'secret.key');
const ring = (secretKey?: string) => requireSecretKey(db, { secretKey, dataDir }, app.clock.now());
const required = async (secretKey?: string) => (await ring(secretKey)).inUse;

beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  db = app.platform.database.db;
});
afterAll(() => app.close());
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-key-'));
  await forget();
  return () => rm(dataDir, { recursive: true, force: true });
});

describe('the key of a database that nothing was sealed in', () => {
  it('is made once, and may be another one the next time', async () => {
    const key = await required();
    expect(await required()).toBe(key);
    expect(await readFile(file(), 'utf8')).toBe(key);
    await rm(file());
    expect(await required()).not.toBe(key);
    expect(await required(theirs)).toBe(theirs);
  });
});

describe('the key of a database that needs one', () => {
  it.each([
    ['the secret of a cabinet', sealedForCabinet],
    ["somebody's two-factor login", sealedForColleague],
    ['the link of a mail that waits', waitingLink],
  ])('is never made again nor taken for another: %s', async (_, hang) => {
    const key = await required();
    await hang(key);
    await rm(file());
    await expect(required()).rejects.toThrow(`"${file()}" is missing: put it back (a backup that`);
    expect(await readdir(dataDir)).toEqual([]);
    await writeFile(file(), theirs);
    await expect(required()).rejects.toThrow(`"${file()}" is not the key with which this database was used`);
    await expect(required(theirs)).rejects.toThrow('SECRET_KEY is not the key with which this database');
    expect(await required(key)).toBe(key);
    await writeFile(file(), `${key}\n`);
    expect(await required()).toBe(key);
  });

  it('is known by what it opens where an older program never wrote it down', async () => {
    await sealedForCabinet('a key that was lost with what it had sealed');
    await sealedForCabinet(theirs);
    await expect(required('a third key, which never sealed a thing')).rejects.toThrow('SECRET_KEY is not');
    await expect(required()).rejects.toThrow('is missing');
    expect(await required(theirs)).toBe(theirs);
    await expect(required('a key that was lost with what it had sealed')).rejects.toThrow(
      'SECRET_KEY is not',
    );
  });
});

async function forget(): Promise<void> {
  await db.deleteFrom('settings').execute();
  await db.deleteFrom('cabinets').execute();
  await db.deleteFrom('two_factor_secrets').execute();
  await db.deleteFrom('emails').execute();
}

async function sealedForCabinet(key: string): Promise<void> {
  const now = app.clock.now();
  const { id } = await subscriber(app, { tariffId: await newTariff(app) });
  const secret_sealed = createSecrets(key).seal('secret');
  await db
    .insertInto('cabinets')
    .values({ client_id: id, driver: 'embedded', secret_sealed, reference: newId(now), started_at: now })
    .execute();
}

async function sealedForColleague(key: string): Promise<void> {
  const now = app.clock.now();
  const email = `${newId(now)}@example.com`;
  const user = {
    id: newId(now),
    email,
    email_key: email,
    name: 'Colleague',
    permissions: ['clients.read' as const],
  };
  await db
    .insertInto('users')
    .values({ ...user, locale: 'en', created_at: now, updated_at: now })
    .execute();
  const secret_sealed = createSecrets(key).seal('secret');
  await db
    .insertInto('two_factor_secrets')
    .values({ user_id: user.id, secret_sealed, created_at: now })
    .execute();
}

async function waitingLink(): Promise<void> {
  const now = app.clock.now();
  await app.platform.mail.write(db, now, {
    kind: 'reset',
    to: 'somebody@example.com',
    locale: 'uk',
    data: { name: 'Somebody' },
    reason: 'reset_asked',
    link: { purpose: 'reset', accountId: null, email: null, seconds: 3600 },
  });
}
