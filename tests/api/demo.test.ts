import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthOf } from '#cabinet/month.ts';
import { cabinetMigrations, cabinetStore } from '#cabinet/store/cabinet-store.ts';
import { openSqliteFile } from '#cabinet/store/sqlite-file.ts';
import { cabinetStatuses } from '#contract/cabinets/cabinet.ts';
import { isCodeDoubtful } from '#contract/contact/code-check.ts';
import { hasIbanDigits } from '#contract/money/iban.ts';
import { variants } from '#contract/kernel/variants.ts';
import { clientStatuses } from '#contract/entities/client.ts';
import { type Config, readConfig } from '#server/kernel/config.ts';
import { connectDatabase, type Database } from '#server/postgres/connect.ts';
import { createSecrets } from '#server/keys/secrets.ts';
import { type Server, startServer } from '#server/server.ts';
import { latestProof } from '#server/wallet/proof-store.ts';
import type { LedgerProofRow } from '#server/db/tables.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { createPasswords } from '#server/auth/passwords.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { password } from '#tests/support/people.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { until } from '#tests/support/until.ts';
import { type Filled, fillDemo } from '../../scripts/demo/fill.ts';

const log = pino({ level: 'silent' });
const secretKey = 'a secret for tests that nobody else has to know';
const now = systemClock.now();
let testDatabase: TestDatabase;
let database: Database;
let config: Config;
let filled: Filled;
let firstProof: LedgerProofRow | undefined;
const fill = async () =>
  fillDemo({
    db: database.db,
    config,
    secrets: createSecrets(secretKey),
    now,
    passwordHash: await (await createPasswords()).hash(password),
  });

beforeAll(async () => {
  testDatabase = await freshDatabase();
  config = readConfig({
    PORT: String(await freePort()),
    CABINET_PORT: String(await freePort()),
    DATA_DIR: await mkdtemp(path.join(tmpdir(), 'tenantry-demo-')),
    DATABASE_URL: testDatabase.url,
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
  });
  database = await connectDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  filled = await fill();
  firstProof = await latestProof(database.db);
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(config.dataDir, { recursive: true, force: true });
});

/** The names of clients that break a rule; there must be none. */
async function offenders(rule: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select c.name from clients c where not coalesce(${rule}, false)`.execute(database.db);
  return rows.map(({ name }) => name);
}

describe('a company for a demonstration', () => {
  it('has clients in every state, with cabinets in every state, and deleted ones', async () => {
    const rows = await database.db
      .selectFrom('clients')
      .select(['status', 'cabinet_status', 'deleted_at'])
      .execute();
    expect(rows).toHaveLength(filled.clients);
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(clientStatuses));
    expect(new Set(rows.map((row) => row.cabinet_status))).toEqual(new Set(cabinetStatuses));
    expect(rows.filter((row) => row.deleted_at).length).toBeGreaterThan(0);
  });

  it('has payments, documents and months that the daily proof finds in order', async () => {
    expect(await verifyLedger(database, now)).toMatchObject({ broken_client_ids: [], findings: [] });
  });

  it('shows its own balance check on Home from the start', async () => {
    const entries = await database.db.selectFrom('ledger_entries').select('id').execute();
    expect(firstProof).toMatchObject({ lines: entries.length, findings: [] });
  });

  it('has balances to which the entries add up, line by line', async () => {
    expect(
      await offenders(
        sql`c.balance = (select coalesce(sum(l.amount), 0) from ledger_entries l where l.client_id = c.id)`,
      ),
    ).toEqual([]);
    const { rows } = await sql`
      select * from (
        select l.*, sum(amount) over (partition by client_id order by created_at, id) as running
        from ledger_entries l
      ) entries where running <> balance_after`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('has clients who use what their cabinets hold, so that the first report changes nothing', async () => {
    const rows = await database.db
      .selectFrom('clients')
      .innerJoin('tariffs', 'tariffs.id', 'clients.tariff_id')
      .select([
        'clients.id',
        'monthly_turnover',
        'goods_count',
        'cash_registers',
        'over_limit',
        'clients.monthly_turnover_limit as own_limit',
        'tariffs.monthly_turnover_limit as limit',
      ])
      .execute();
    const files = new Set(await readdir(path.join(config.dataDir, 'cabinets')));
    const real = rows.filter(({ id }) => files.has(`${id}.sqlite`));
    expect(real).toHaveLength(filled.cabinets);
    const { timeZone } = variants[config.variant];
    for (const { id, over_limit, own_limit, limit, ...client } of real) {
      const file = openSqliteFile(path.join(config.dataDir, 'cabinets', `${id}.sqlite`), cabinetMigrations, {
        create: false,
      });
      const held = cabinetStore(file).usage(monthOf(now, timeZone), {});
      file.close();
      expect(client).toEqual({
        monthly_turnover: held.monthly_turnover,
        goods_count: held.goods_count,
        cash_registers: held.cash_registers,
      });
      const most = own_limit ?? limit;
      if (most !== null && (held.monthly_turnover ?? 0) > most) expect(over_limit).toBe(true);
    }
  });

  it('knows the last top-up that was not taken back', async () => {
    expect(
      await offenders(sql`(c.last_top_up_amount, c.last_top_up_at) is not distinct from (
        select (amount, created_at) from ledger_entries l
        where l.client_id = c.id and kind = 'top_up'
          and not exists (select from ledger_entries r where r.reverses_id = l.id)
        order by created_at desc limit 1) or (c.last_top_up_at is null and not exists (
          select from ledger_entries l where l.client_id = c.id and kind = 'top_up'
            and not exists (select from ledger_entries r where r.reverses_id = l.id)))`),
    ).toEqual([]);
  });

  it('charges each period once, from the end of the one before unless the client was away', async () => {
    const { rows } = await sql`
      select * from (
        select client_id, period_start, lag(period_end) over (partition by client_id order by period_start) as before
        from ledger_entries where kind = 'charge'
      ) charges where before > period_start or before + interval '75 days' < period_start`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
    const moves = await sql<{ kind: string }>`select distinct kind from revenue_moves order by kind`.execute(
      database.db,
    );
    expect(moves.rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['back', 'less', 'lost', 'more', 'new']),
    );
    expect(
      await offenders(sql`not exists (select from ledger_entries l where l.client_id = c.id and kind = 'charge')
        or c.trial_ends = (select max(period_end) from ledger_entries l where l.client_id = c.id)`),
    ).toEqual([]);
  });

  it('knows what paid the period that runs', async () => {
    expect(
      await offenders(sql`(c.paid_entry_id is not null) = exists (
        select from ledger_entries l where l.client_id = c.id and kind = 'charge' and l.period_end = c.trial_ends)`),
    ).toEqual([]);
  });

  it('gives every status the dates and the balance that lead to it', async () => {
    expect(
      await offenders(sql`case c.status
        when 'unconfirmed' then c.trial_ends is null
        when 'trial' then c.trial_ends > ${now}
        when 'active' then c.trial_ends > ${now} and c.balance >= 0
        when 'grace' then c.trial_ends between ${now}::timestamptz - interval '7 days' and ${now}
        when 'blocked' then c.trial_ends between ${now}::timestamptz - interval '37 days' and ${now}::timestamptz - interval '7 days'
        when 'archived' then c.trial_ends < ${now}::timestamptz - interval '37 days'
        end`),
    ).toEqual([]);
    expect(
      await offenders(sql`c.status not in ('grace', 'blocked', 'archived') or c.balance < (
        select case c.billing_period when 'year' then t.price_year else t.price_month end
        from tariffs t where t.id = c.tariff_id)`),
    ).toEqual([]);
    expect(
      await offenders(sql`greatest(c.created_at, c.updated_at, c.confirmed_at, c.last_visit, c.last_login,
        c.last_top_up_at, c.deleted_at) <= ${now} and c.created_at > ${now}::timestamptz - interval '19 months'`),
    ).toEqual([]);
  });

  it('has a proforma for each bank transfer, and some that wait or came too late', async () => {
    const { rows } = await sql`
      select p.id from payments p left join documents d on d.id = p.document_id
      where p.method = 'bank' and p.status = 'succeeded'
        and (d.id is null or d.status <> 'paid' or d.total <> p.amount or d.client_id <> p.client_id)`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
    const states = await database.db
      .selectFrom('documents')
      .select('status')
      .distinct()
      .where('kind', '=', 'proforma')
      .execute();
    expect(states.map(({ status }) => status).sort()).toEqual(['expired', 'open', 'paid']);
  });

  it('has the acts of every month that is over, without an email for each', async () => {
    const { rows } = await sql`
      select l.id from ledger_entries l left join documented_entries e on e.ledger_entry_id = l.id
      where l.kind = 'charge' and e.ledger_entry_id is null
        and l.created_at < date_trunc('month', ${now}::timestamptz at time zone 'Europe/Kyiv') at time zone 'Europe/Kyiv'`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
    const mails = await database.db
      .selectFrom('emails')
      .select('id')
      .where('kind', '=', 'document_issued')
      .execute();
    expect(mails).toEqual([]);
  });

  it('calls no cabinet active or suspended that has no database', async () => {
    const rows = await database.db
      .selectFrom('clients')
      .select('id')
      .where('cabinet_status', 'in', ['active', 'suspended'])
      .execute();
    expect(rows).toHaveLength(filled.cabinets);
    await Promise.all(rows.map(({ id }) => access(path.join(config.dataDir, 'cabinets', `${id}.sqlite`))));
  });

  it('names a customer who reads the language of the installation', async () => {
    const { locale } = await database.db
      .selectFrom('clients')
      .select('locale')
      .where('email', '=', filled.customer.email)
      .executeTakeFirstOrThrow();
    expect(locale).toBe('uk');
  });

  it('has codes and accounts whose check digits fit', async () => {
    const clients = await database.db
      .selectFrom('clients')
      .select(['type', 'ident', 'payment_code', 'payment_account'])
      .execute();
    expect(clients.filter(({ type, ident }) => isCodeDoubtful('ua', type, ident))).toEqual([]);
    const accounts = clients.flatMap(({ payment_account: account }) => account ?? []);
    expect(accounts.length).toBeGreaterThan(50);
    expect(accounts.filter((account) => !hasIbanDigits(account))).toEqual([]);
  });

  it('is not put over clients that are there', async () => {
    await expect(fill()).rejects.toThrow(/fills an empty installation, and this one has 400 clients/);
  });

  describe('once the server runs', () => {
    let server: Server;
    beforeAll(async () => {
      server = await startServer({ config, clock: systemClock, log, print: () => {} });
    });
    afterAll(() => server.stop());

    const call = async (method: string, address: string, token = '', body?: unknown) => {
      const response = await fetch(`http://127.0.0.1:${config.port}${address}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };

    it('lets every colleague in, and shows them what is there', async () => {
      for (const { email } of filled.accounts) {
        const { status, body } = await call('POST', '/api/admin/auth/login', '', { email, password });
        expect(status).toBe(200);
        if (!email.startsWith('admin')) continue;
        const list = await call('GET', '/api/admin/clients?with_trashed=1', body.access_token);
        expect(list.body.meta.total).toBe(filled.clients);
        const mails = await call('GET', '/api/admin/emails', body.access_token);
        expect(mails.status).toBe(200);
      }
    });

    it('takes the statement that it wrote, and knows most of its payers', async () => {
      const { accounts } = filled;
      const admin = accounts.find(({ email }) => email.startsWith('admin'))?.email;
      const login = await call('POST', '/api/admin/auth/login', '', { email: admin, password });
      const content = (await readFile(filled.statement)).toString('base64');
      const file = { name: 'demo-statement.csv', content };
      const { status, body } = await call(
        'POST',
        '/api/admin/bank-statements',
        login.body.access_token,
        file,
      );
      expect({ status, data: body.data }).toMatchObject({
        status: 201,
        data: { format: 'privatbank', new: 8, outgoing: 1, certain: 4 },
      });
    });

    it('leads a customer into the cabinet', async () => {
      const credentials = { email: filled.customer.email, password };
      const login = await call('POST', '/api/auth/login', '', credentials);
      expect(login.body.data).toMatchObject({ active: true, cabinet_url: filled.customer.cabinetUrl });
      const ticket = await call('POST', '/api/cabinet/sign-in', login.body.access_token);
      expect(ticket.body.data.url).toContain(filled.customer.cabinetUrl);
    });

    it('goes on with the cabinets that are being made', async () => {
      await until('the cabinets', async () => {
        const { rows } = await sql`select from clients where cabinet_status = 'creating'`.execute(
          database.db,
        );
        return rows.length === 0;
      });
      const { rows } = await sql`select from clients where cabinet_status = 'failed'`.execute(database.db);
      expect(rows).toHaveLength(3);
    });
  });
});
