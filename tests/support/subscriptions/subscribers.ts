import type { BillingPeriod, ClientStatus } from '#contract/entities/client.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { sql } from 'kysely';
import type { Clock } from '#server/kernel/clock.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { insertPrice } from '#server/subscriptions/price-store.ts';
import { insertLines } from '#server/wallet/ledger-store.ts';
import { payTopUps } from '#tests/support/money/payments.ts';

/** Clients in any state of their subscription, written as rows: without cabinets, and so within milliseconds. */

/** The parts of an app, or of a database alone, that these functions need. */
export interface Installation {
  clock: Clock;
  platform: { database: { db: Db } };
}

const dayMs = 86_400_000;
let counter = 0;

/** The time a number of days from now, by the app's clock. */
export function daysAhead(app: Installation, days: number): Date {
  return new Date(app.clock.now().getTime() + days * dayMs);
}

/** A tariff; prices in minor units. */
export async function newTariff(
  app: Installation,
  {
    month = 10_000,
    year = 100_000,
    turnover = null,
    goods = null,
  }: { month?: number; year?: number; turnover?: number | null; goods?: number | null } = {},
): Promise<string> {
  const now = app.clock.now();
  const id = newId(now);
  counter += 1;
  const text = { name: `Tariff ${counter}`, description: '', subtitle: '' };
  await app.platform.database.db
    .insertInto('tariffs')
    .values({
      id,
      price_month: month,
      price_year: year,
      recommended_days: 30,
      visibility: 'public',
      position: 1000 + counter,
      created_at: now,
      updated_at: now,
      monthly_turnover_limit: turnover,
      goods_quantity: goods,
      translations: JSON.stringify({ uk: text, en: text }),
    })
    .execute();
  await insertPrice(app.platform.database.db, {
    id: newId(now),
    tariff_id: id,
    price_month: month,
    price_year: year,
    from_day: now.toISOString().slice(0, '2026-03-14'.length),
    starts_at: daysAhead(app, -365),
    existing: 'change',
    notice_days: 0,
    begun: true,
    created_by: null,
    created_at: now,
    withdrawn_at: null,
  });
  return id;
}

/** The ids of a cheap tariff, a dear one and one that costs nothing. */
export async function threeTariffs(app: Installation): Promise<string[]> {
  return [
    await newTariff(app, { month: 10_000, year: 100_000 }),
    await newTariff(app, { month: 30_000, year: 300_000 }),
    await newTariff(app, { month: 0, year: 0 }),
  ];
}

export interface SubscriberOptions {
  tariffId: string;
  status?: ClientStatus;
  /** Days until the end of the running period; negative when it is over. */
  endsIn?: number;
  billingPeriod?: BillingPeriod;
  balance?: number;
  more?: Partial<Omit<ClientRow, 'discounts'>>;
}

/** A client with a subscription, and a balance with its ledger line. */
export async function subscriber(
  app: Installation,
  {
    tariffId,
    status = 'active',
    endsIn = 10,
    billingPeriod = 'month',
    balance = 0,
    more = {},
  }: SubscriberOptions,
): Promise<{ id: string; email: string }> {
  const { db } = app.platform.database;
  const now = app.clock.now();
  const id = newId(now);
  counter += 1;
  const email = `subscriber-${counter}-${now.getTime()}@example.com`;
  const ends = daysAhead(app, endsIn);
  const wasBlocked = status === 'blocked' || status === 'archived';
  await db
    .insertInto('clients')
    .values({
      id,
      email,
      email_key: emailKey(email),
      name: `Subscriber ${counter}`,
      type: 'individual',
      country_code: 'UA',
      phone: String(counter),
      phone_e164: `+999${now.getTime()}${counter}`,
      ident: '1234567890',
      locale: 'en',
      created_at: daysAhead(app, -60),
      updated_at: now,
      status,
      tariff_id: tariffId,
      billing_period: billingPeriod,
      trial_ends: ends,
      confirmed_at: now,
      settled_at: now,
      next_event_at: now,
      ...(status !== 'trial' && { anchor: ends }),
      ...(wasBlocked && { blocked_at: new Date(ends.getTime() + 7 * dayMs) }),
      ...more,
    })
    .execute();
  if (balance !== 0) await pour(app, id, balance);
  return { id, email };
}

/** More clients like this one, with the same balance; fast. */
export async function likeThis(app: Installation, { id }: { id: string }, count: number): Promise<string[]> {
  const { db } = app.platform.database;
  const { balance } = await clientRow(app, id);
  const { rows } = await sql<{ id: string }>`
    insert into clients select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'balance', 0,
      'email', n || '-' || c.email, 'email_key', n || '-' || c.email_key, 'phone_e164', c.phone_e164 || '0' || n))).*
    from clients c, generate_series(1, ${count}::int) n where c.id = ${id} returning id`.execute(db);
  const ids = rows.map((row) => row.id);
  if (balance === 0) return ids;
  await sql`
    insert into ledger_entries (id, client_id, kind, service, amount, balance_after, created_at, value_date)
    select gen_random_uuid(), client, 'top_up', 'cash', ${balance}::bigint, ${balance}::bigint, ${app.clock.now()}::timestamptz,
      ${app.clock.now()}::date
    from unnest(${ids}::uuid[]) client`.execute(db);
  await payTopUps(db);
  return ids;
}

/** Writes a line without the lifecycle. */
export async function pour(app: Installation, clientId: string, amount: number): Promise<void> {
  const now = app.clock.now();
  await app.platform.database.db.transaction().execute(async (tx) => {
    const { balance } = await tx
      .selectFrom('clients')
      .select('balance')
      .where('id', '=', clientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const line = {
      id: newId(now),
      client_id: clientId,
      amount,
      created_at: now,
      value_date: now.toISOString().slice(0, 10),
    };
    await insertLines(tx, [
      { ...line, kind: amount > 0 ? 'top_up' : 'reversal', balance_after: balance + amount },
    ]);
    await payTopUps(tx);
  });
}

export function clientRow(app: Installation, id: string): Promise<ClientRow> {
  return app.platform.database.db
    .selectFrom('clients')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The lines of a wallet in the order of writing. */
export function linesOf(app: Installation, clientId: string) {
  return app.platform.database.db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('position')
    .execute();
}

/** The emails of a client in the order of writing. */
export function mailsOf(app: Installation, clientId: string) {
  return app.platform.database.db
    .selectFrom('emails')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
