import { DatabaseSync } from 'node:sqlite';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientTexts } from '#contract/entities/client.ts';
import { deleteEndedExports } from '#server/data-exports/download-export.ts';
import { exportedTables, leftOut } from '#server/data-exports/exported-data-store.ts';
import { makeExport, recoverExports } from '#server/data-exports/make-export.ts';
import { DriverError } from '#server/cabinets/drivers/driver.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import {
  customerWithCabinet,
  giveBalance,
  type Person,
  registeredCustomer,
  staffMember,
} from '#tests/support/people.ts';
import { mailsOf } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

/** A customer takes all data along as one file (docs/decisions/0221). */
let app: TestApp;
let admin: Person;
let customer: Person;
let other: Person;
beforeAll(async () => {
  app = await startApp();
  app.clock.hold();
  admin = await staffMember(app);
  customer = await customerWithCabinet(app);
  other = await registeredCustomer(app, { locale: 'de' });
  await giveBalance(app, customer.id, 12_500);
});
afterAll(() => app.close());

const hour = 3_600_000;
const at = '/api/auth/me/export';
const start = ({ token }: Person, body?: unknown) =>
  app.call('POST', at, { token, ...(body !== undefined && { body }) });
const state = async ({ token }: Person) => (await app.call('GET', at, { token })).body.data;
const ready = (person: Person) =>
  until('the file of all data', async () => {
    const found = await state(person);
    return found.status !== 'making' && found;
  });
const actions = async ({ id }: Person) => {
  const rows = await app.platform.db
    .selectFrom('audit_entries')
    .select('action')
    .where('client_id', '=', id)
    .where('action', 'like', 'client.export%')
    .execute();
  return rows.map(({ action }) => action).toSorted();
};
async function download({ token }: Person) {
  const response = await fetch(`${app.url}${at}/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const content = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, content };
}
const filesOf = (content: Uint8Array) => unzipSync(content);
const text = (content: Uint8Array | undefined) => new TextDecoder().decode(content);

describe('the file of all data', () => {
  it('has every kind of data, the documents, and the database of the cabinet', async () => {
    const { number } = await openProforma(app, customer.id, { kind: 'invoice' });
    const started = await start(customer);
    expect([started.status, started.body]).toEqual([202, { data: { id: expect.any(String) } }]);
    expect(await ready(customer)).toMatchObject({
      status: 'ready',
      cabinet: 'included',
      bytes: expect.any(Number),
      expires_at: new Date(app.clock.now().getTime() + 24 * hour).toISOString(),
    });
    const { status, headers, content } = await download(customer);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(headers.get('content-disposition')).toMatch(/filename="\d{4}-\d\d-\d\d-all-data\.zip"/);
    const files = filesOf(content);
    const names = Object.keys(files);
    for (const table of Object.keys(exportedTables)) expect(names).toContain(`data/${table}.json`);
    expect(text(files[`documents/${number}.pdf`])).toMatch(/^%PDF-/);
    // What the standard's rules refuse as XML is there as a PDF alone.
    expect(names).not.toContain(`documents/${number}.xml`);
    expect(text(files['README.txt'])).toContain('Усі дані Олена Ковальчук');
    const [client] = JSON.parse(text(files['data/clients.json']));
    expect(client).toMatchObject({ email: customer.email, balance: 12_500 });
    expect(Object.keys(client)).toEqual(expect.arrayContaining(clientTexts));
    expect(text(files['data/clients.json'])).not.toMatch(/password|secret|hash/);
    expect(JSON.parse(text(files['data/ledger_entries.json']))).toEqual([
      expect.objectContaining({ kind: 'top_up', amount: 12_500 }),
    ]);
    const cabinet = names.find((name) => /^workspace\/.+\.sqlite$/.test(name));
    expect(await tablesOf(files[cabinet ?? ''])).toContain('goods');
  });

  it('may be downloaded again until its date, and a new one asked for', async () => {
    expect(await state(customer)).toMatchObject({ status: 'ready', downloaded_at: expect.any(String) });
    const again = await download(customer);
    expect([again.status, again.content.length]).toEqual([200, (await state(customer)).bytes]);
    expect(await actions(customer)).toEqual([
      'client.export',
      'client.export_download',
      'client.export_download',
    ]);
    expect((await mailsOf(app, customer.id)).at(-1)).toMatchObject({ kind: 'export_ready' });
  });

  it('is one, however often it is asked for, and nobody else’s', async () => {
    const [first, second] = await Promise.all([start(other), start(other)]);
    expect(first.body.data.id).toBe(second.body.data.id);
    expect((await ready(other)).cabinet).toBe('none');
    expect((await start(other)).body.data.id).toBe(first.body.data.id);
    const { content } = await download(other);
    const files = filesOf(content);
    expect(JSON.stringify(Object.values(files).map(text))).not.toContain(customer.email);
    expect(text(files['README.txt'])).toContain('Alle Daten von');
    expect(await actions(other)).toEqual(['client.export', 'client.export_download']);
  });

  it('is for customers who are signed in, and takes no body', async () => {
    for (const [method, path] of [
      ['GET', at],
      ['POST', at],
      ['POST', `${at}/file`],
    ] as const) {
      expect((await app.call(method, path)).status).toBe(401);
      expect((await app.call(method, path, { token: admin.token })).status).toBe(401);
    }
    expect((await start(other, { format: 'csv' })).status).toBe(422);
    expect((await start(other, '{')).status).toBe(400);
  });

  it('is asked for five times a day at most', async () => {
    const busy = await registeredCustomer(app);
    for (let time = 0; time < 5; time += 1) {
      expect((await start(busy)).status).toBe(202);
      expect((await ready(busy)).status).toBe('ready');
      expect((await download(busy)).status).toBe(200);
    }
    const refused = await start(busy);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
  });

  it('ends after a day, with its file', async () => {
    const late = await registeredCustomer(app);
    const { id } = (await start(late)).body.data;
    await ready(late);
    const { platform } = app;
    await deleteEndedExports(platform, new Date(app.clock.now().getTime() + 23 * hour));
    expect(platform.exportFiles.exists(id)).toBe(true);
    await deleteEndedExports(platform, new Date(app.clock.now().getTime() + 25 * hour));
    expect(platform.exportFiles.exists(id)).toBe(false);
    expect((await download(late)).status).toBe(409);
  });

  it('may be downloaded again after a download that broke off', async () => {
    const patient = await registeredCustomer(app);
    const { id } = (await start(patient)).body.data;
    await ready(patient);
    const { platform } = app;
    // More than the network takes at once.
    await platform.exportFiles.write(id, Readable.from([Buffer.alloc(30_000_000, 1)]));
    await platform.db.updateTable('data_exports').set({ bytes: 30_000_000 }).where('id', '=', id).execute();
    const abort = new AbortController();
    const response = await fetch(`${app.url}${at}/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${patient.token}` },
      signal: abort.signal,
    });
    await response.body?.getReader().read();
    abort.abort();
    expect((await download(patient)).content).toHaveLength(30_000_000);
  });
});

describe('a cabinet that can’t be copied', () => {
  const away = () => ({
    ...app.platform,
    drivers: {
      ...app.platform.drivers,
      of: () => ({
        ...app.platform.drivers.of('embedded'),
        backup: () => Promise.reject(new DriverError('refused', 'nobody there')),
      }),
    },
  });
  const later = (hours: number) => new Date(app.clock.now().getTime() + hours * hour);
  /** Without a job, so that the test alone makes it. */
  async function asked({ id: client_id }: Person): Promise<string> {
    const id = crypto.randomUUID();
    await app.platform.db
      .insertInto('data_exports')
      .values({ id, client_id, person_id: client_id, asked_at: app.clock.now() })
      .execute();
    return id;
  }
  const rowOf = (id: string) =>
    app.platform.db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('is tried for an hour; then the file says that its data is missing', async () => {
    const id = await asked(customer);
    const queue = { enqueue: () => Promise.resolve(), enqueueAll: () => Promise.resolve() };
    await makeExport({ ...away(), queue }, id, later(0));
    expect((await rowOf(id)).ready_at).toBeNull();
    await makeExport({ ...away(), queue }, id, later(2));
    expect(await rowOf(id)).toMatchObject({ cabinet: 'missing', ready_at: expect.any(Date) });
    expect((await mailsOf(app, customer.id)).map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ missing: 1 }),
    );
    await makeExport({ ...away(), queue }, id, later(3));
    expect((await rowOf(id)).ready_at).toEqual(later(2));
  });

  it('is made for nobody who is gone', async () => {
    const gone = await registeredCustomer(app);
    const id = await asked(gone);
    await app.platform.db
      .updateTable('clients')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', gone.id)
      .execute();
    await makeExport(app.platform, id, later(0));
    expect((await rowOf(id)).failed_at).not.toBeNull();
    expect((await start(gone)).status).toBe(401);
  });

  it('is given up after six hours, and may be asked for again', async () => {
    const hopeless = await registeredCustomer(app);
    const id = await asked(hopeless);
    const queue = { enqueue: () => Promise.resolve(), enqueueAll: () => Promise.resolve() };
    await recoverExports({ ...app.platform, queue }, later(7));
    expect((await rowOf(id)).failed_at).not.toBeNull();
    expect((await state(hopeless)).status).toBe('failed');
    expect((await start(hopeless)).status).toBe(202);
  });
});

it('knows each table with a client’s id', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct table_name as "table" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('client_id', 'account_id', 'subject_id')`.execute(
    app.platform.db,
  );
  const known = [...Object.keys(exportedTables), ...Object.keys(leftOut)];
  expect(rows.map(({ table }) => table).filter((table) => !known.includes(table))).toEqual([]);
  expect(Object.keys(exportedTables).filter((table) => table in leftOut)).toEqual([]);
});

async function tablesOf(content: Uint8Array | undefined): Promise<unknown[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenantry-export-'));
  const file = path.join(folder, 'cabinet.sqlite');
  await writeFile(file, content ?? '');
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
  database.close();
  await rm(folder, { recursive: true });
  return rows.map(({ name }) => name);
}
