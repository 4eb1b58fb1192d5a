import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findLink } from '#server/auth/one-time-link-store.ts';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { sealedColumns } from '#server/keys/key-store.ts';
import { forgetOldKeys, rotateKey } from '#server/keys/rotate-key.ts';
import { requireSecretKey } from '#server/keys/secret-key.ts';
import { createSecrets, type Secrets } from '#server/keys/secrets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { cli } from '#tests/support/processes/cli.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

const old = 'old'.repeat(12);
const newer = 'new'.repeat(12);
const progress = () => undefined;
let app: TestApp;
let db: Db;
let dataDir: string;
let clientId: string;

beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  db = app.platform.database.db;
  ({ id: clientId } = await subscriber(app, { tariffId: await newTariff(app) }));
});
afterAll(() => app.close());
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-ring-'));
  await sql`delete from settings; delete from cabinets; delete from emails; delete from one_time_links;
    delete from process_heartbeats`.execute(db);
  return () => rm(dataDir, { recursive: true, force: true });
});

const file = () => path.join(dataDir, 'secret.key');
const ring = (secretKey?: string) => requireSecretKey(db, { secretKey, dataDir }, app.clock.now());
const processOf = async (secretKey?: string) => createSecrets(await ring(secretKey));
const rotate = (secretKey?: string, on = db) =>
  rotateKey(on, { secretKey, dataDir }, { now: app.clock.now(), progress });
const forget = (secretKey?: string) => forgetOldKeys(db, { secretKey, dataDir }, app.clock.now());

describe('key rotate with the key of DATA_DIR', () => {
  it('adds a key, and seals again what the one before sealed', async () => {
    const before = await processOf();
    await keepSecret(before);
    const first = await readFile(file(), 'utf8');
    expect(await rotate()).toMatchObject({ added: true, keys: 2, sealed: 1, left: 0, unknown: 0 });
    const [newest, older, ...others] = (await readFile(file(), 'utf8')).split('\n');
    expect([older, others]).toEqual([first, []]);
    expect(createSecrets(newest ?? '').open(await sealed())).toBe('the secret');
  });

  it('is heard of by a server that runs on, which then seals with it too', async () => {
    const server = await processOf();
    await keepSecret(server);
    await rotate();
    expect(server.open(await sealed())).toBe('the secret');
    const [newest = ''] = (await readFile(file(), 'utf8')).split('\n');
    expect(createSecrets(newest).open(server.seal('later'))).toBe('later');
  });

  it('reads what the server sealed with the older one meanwhile', async () => {
    const server = await processOf();
    await keepSecret(server);
    await rotate();
    await keepSecret(server);
    const unaware = createSecrets({
      ...(await ring()),
      inUse: (await readFile(file(), 'utf8')).split('\n')[1] ?? '',
    });
    await sql`update cabinets set secret_sealed = ${unaware.seal('late')}`.execute(db);
    expect((await processOf()).open(await sealed())).toBe('late');
    expect(await rotate()).toMatchObject({ added: false, keys: 2, sealed: 1, left: 0 });
  });

  it('moves the links of waiting emails, which a running server still sends', async () => {
    const server = await processOf();
    const id = await waitingMail(server);
    expect((await rotate()).links).toBe(1);
    const after = await processOf();
    expect(await goodLink(after.linkTokenOf(id))).toBe(true);
    expect(await goodLink(server.linkTokenOf(id))).toBe(false);
    server.refresh();
    const found = await Promise.all(server.linkTokensOf(id).map(goodLink));
    expect(found).toContain(true);
  });

  it('goes on where it was killed, at any statement, with the same key', async () => {
    for (let statements = 0; ; statements += 1) {
      await sql`delete from settings; delete from cabinets; delete from emails; delete from one_time_links`.execute(
        db,
      );
      await rm(file(), { force: true });
      const server = await processOf();
      await keepSecret(server);
      const mail = await waitingMail(server);
      const killed = await rotate(undefined, db.withPlugin(killerAfter(statements))).then(
        () => false,
        () => true,
      );
      expect(server.open(await sealed())).toBe('the secret');
      expect((await processOf()).open(await sealed())).toBe('the secret');
      const keysThen = (await readFile(file(), 'utf8')).split('\n').length;
      if (!killed) break;
      const newest = createSecrets((await readFile(file(), 'utf8')).split('\n')[0] ?? '');
      const wasWhole =
        keysThen === 2 &&
        (await sealed()).startsWith(`${newest.keyId}.`) &&
        (await goodLink(newest.linkTokenOf(mail)));
      const again = await rotate();
      // A complete rotation has ended, so the next one is new.
      expect([again.keys, again.added]).toEqual(wasWhole ? [3, true] : [2, keysThen === 1]);
      expect(again.left).toBe(0);
      const after = await processOf();
      expect(after.open(await sealed())).toBe('the secret');
      expect(await goodLink(after.linkTokenOf(mail))).toBe(true);
      expect(statements).toBeLessThan(60);
    }
  });

  it('forgets the older key only when no process lives that knows no other', async () => {
    await keepSecret(await processOf());
    expect(await forget()).toBe(0);
    await rotate();
    await heartbeat(new Date(app.clock.now().getTime() - 60_000));
    await expect(forget()).rejects.toThrow('restart them');
    await sql`delete from process_heartbeats`.execute(db);
    await heartbeat(new Date(app.clock.now().getTime() + 60_000));
    expect(await forget()).toBe(1);
    expect((await readFile(file(), 'utf8')).split('\n')).toHaveLength(1);
    expect((await processOf()).open(await sealed())).toBe('the secret');
  });

  it('forgets none while something needs it', async () => {
    const server = await processOf();
    await rotate();
    const unaware = createSecrets({ keys: [old], inUse: old });
    await writeFile(file(), `${(await readFile(file(), 'utf8')).split('\n')[0]}\n${old}`);
    await keepSecret(unaware);
    await expect(forget()).rejects.toThrow('still needs');
    expect(() => server.open('abcdefgh.AAAA')).toThrow('not there');
  });
});

describe('key rotate with SECRET_KEY', () => {
  it('puts a key to use that was first handed out to all', async () => {
    await keepSecret(await processOf(old));
    const [web, worker] = [await processOf(`${newer} ${old}`), await processOf(`${newer} ${old}`)];
    const unchanged = createSecrets({ keys: [old], inUse: old });
    expect(unchanged.open(web.seal('not yet'))).toBe('not yet');
    await expect(rotate(old)).rejects.toThrow('put one before the others');
    expect(await rotate(`${newer} ${old}`)).toMatchObject({ added: false, keys: 2, sealed: 1, left: 0 });
    for (const one of [web, worker]) expect(one.open(await sealed())).toBe('the secret');
    expect(createSecrets(newer).open(web.seal('now'))).toBe('now');
    expect(worker.open(web.seal('both'))).toBe('both');
    expect(web.isDeviceSignature('device', unchanged.signDevice('device'))).toBe(true);
    expect(web.cabinetHostKeys).toEqual([createSecrets(newer).cabinetHostKey, unchanged.cabinetHostKey]);
    await expect(processOf(old)).rejects.toThrow('SECRET_KEY is not the key');
    expect(await forget(`${newer} ${old}`)).toBe(1);
    expect((await processOf(newer)).open(await sealed())).toBe('the secret');
  });

  it('takes a phrase with spaces as the one key that it was', async () => {
    const phrase = 'a phrase with spaces, as older versions took it';
    await keepSecret(await processOf(phrase));
    expect((await ring(phrase)).keys).toEqual([phrase]);
    expect((await processOf(phrase)).open(await sealed())).toBe('the secret');
  });
});

describe('what is sealed', () => {
  it('is all in the list that is sealed again', async () => {
    const { rows } = await sql<{ at: string }>`select table_name || '.' || column_name as at
      from information_schema.columns where table_schema = 'public' and column_name like '%sealed%'`.execute(
      db,
    );
    expect(rows.map(({ at }) => at).sort()).toEqual(
      sealedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
    );
  });

  it('opens where a version that knew one key sealed it', async () => {
    const secrets = createSecrets(old);
    const [, body = ''] = secrets.seal('text').split('.');
    expect(secrets.open(body)).toBe('text');
    expect(createSecrets(`${newer} ${old}`).open(body)).toBe('text');
    expect(() => createSecrets(newer).open(body)).toThrow();
  });
});

describe('the command', () => {
  it('says what it did and what comes next', async () => {
    const { databaseUrl = '' } = app.platform.config;
    await keepSecret(await processOf(old));
    const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY: `${newer} ${old}` };
    const { code, out } = await cli(['key', 'rotate'], environment, app.clock);
    expect([code, out]).toEqual([0, expect.stringMatching(/Sealed again +1\n[^]*--forget/)]);
    const gone = await cli(['key', 'rotate', '--forget'], environment, app.clock);
    expect([gone.code, gone.out]).toEqual([0, expect.stringContaining('take them out of it')]);
  });
});

async function keepSecret(secrets: Secrets): Promise<void> {
  const now = app.clock.now();
  await db
    .insertInto('cabinets')
    .values({
      client_id: clientId,
      driver: 'embedded',
      secret_sealed: secrets.seal('the secret'),
      reference: newId(now),
      started_at: now,
    })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .execute();
}

async function sealed(): Promise<string> {
  return (await db.selectFrom('cabinets').select('secret_sealed').executeTakeFirstOrThrow()).secret_sealed;
}

async function waitingMail(secrets: Secrets): Promise<string> {
  const now = app.clock.now();
  const id = newId(now);
  const data = JSON.stringify({ link_account: clientId, link_email: null, link_seconds: 3600 });
  await sql`insert into emails (id, to_address, kind, locale, subject, data, reason, message_id, created_at)
    values (${id}, 'a@example.com', 'reset', 'en', 'A', ${data}::jsonb, 'reset_asked', ${id}, ${now})`.execute(
    db,
  );
  await sql`insert into one_time_links (token_hash, purpose, account_id, created_at, expires_at)
    values (sha256(convert_to(${secrets.linkTokenOf(id)}, 'UTF8')), 'reset', ${clientId}, ${now},
      ${new Date(now.getTime() + 3_600_000)})`.execute(db);
  return id;
}

async function goodLink(token: string): Promise<boolean> {
  return (await findLink(db, { token, purposes: ['reset'], now: app.clock.now() })) !== undefined;
}

async function heartbeat(startedAt: Date): Promise<void> {
  await sql`insert into process_heartbeats (id, roles, started_at, seen_at)
    values (gen_random_uuid(), '{web}', ${startedAt}, now())`.execute(db);
}

/** Ends a program after a number of statements, like a kill. */
function killerAfter(statements: number): KyselyPlugin {
  let left = statements;
  return {
    transformQuery({ node }) {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
