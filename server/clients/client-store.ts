import { type RawBuilder, sql } from 'kysely';
import type { Erasure } from '#contract/clients/erasure.ts';
import { type BillingPeriod, clientEntity } from '#contract/entities/client.ts';
import { textMark } from '#contract/kernel/csv.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { deleterOf } from '#server/audit-log/audit-store.ts';
import { ownValuesAsJson } from '#server/client-fields/value-store.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import type { Languages } from '#server/kernel/messages.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { tagNames, tagsAsJson } from '#server/tags/tag-store.ts';
import { tariffName } from '#server/tariffs/tariff-store.ts';
import { listedColumns } from './client-row.ts';

/** SQL for clients. A query on behalf of a customer takes that customer's id here. */

export function clientById(db: Db, id: string, { lock = false } = {}): Promise<ClientRow | undefined> {
  const query = db.selectFrom('clients').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export function clientsById(db: Db, ids: readonly string[]): Promise<ClientRow[]> {
  return db.selectFrom('clients').selectAll().where('id', 'in', ids).execute();
}

/** The contacts of a person, which nobody else may have. */
export async function contactsOf(db: Db, personId: string): Promise<{ email?: string; phoneE164?: string }> {
  const person = await db
    .selectFrom('persons')
    .select(['email', 'phone_e164'])
    .where('id', '=', personId)
    .executeTakeFirst();
  return person ? { email: person.email, ...(person.phone_e164 && { phoneE164: person.phone_e164 }) } : {};
}

/** Whether another person who is not deleted has this email or phone. */
export async function takenContacts(
  db: Db,
  {
    email,
    phoneE164,
    except,
  }: { email?: string | undefined; phoneE164?: string | undefined; except?: string },
): Promise<{ email: boolean; phone: boolean }> {
  const key = email === undefined ? null : emailKey(email);
  const rows = await db
    .selectFrom('persons')
    .select(['id', 'email_key', 'phone_e164'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('email_key', '=', key ?? ''), eb('phone_e164', '=', phoneE164 ?? '')]))
    .execute();
  const others = rows.filter(({ id }) => id !== except);
  return {
    email: others.some((row) => row.email_key === key),
    phone: others.some((row) => row.phone_e164 === phoneE164),
  };
}

export type NewClient = Pick<
  ClientRow,
  | 'id'
  | 'name'
  | 'type'
  | 'email'
  | 'country_code'
  | 'phone'
  | 'phone_e164'
  | 'ident'
  | 'password_hash'
  | 'locale'
  | 'status'
  | 'tariff_id'
  | 'created_at'
> &
  Partial<Omit<ClientRow, 'discounts'>>;

export async function insertClient(db: Db, client: NewClient): Promise<void> {
  await insertClients(db, [client]);
}

/** Inserts many in one statement. */
export async function insertClients(db: Db, clients: readonly NewClient[]): Promise<void> {
  const rows = clients.map((client) => ({
    ...client,
    email_key: emailKey(client.email),
    updated_at: client.created_at,
  }));
  await db.insertInto('clients').values(rows).execute();
}

/** Which of these emails (as keys) and phones belong to a person who is not deleted. */
export async function contactsAmong(
  db: Db,
  { emails, phones }: { emails: readonly string[]; phones: readonly string[] },
): Promise<{ emails: Set<string>; phones: Set<string> }> {
  const among = (column: 'email_key' | 'phone_e164', values: readonly string[]) =>
    db
      .selectFrom('persons')
      .select(column)
      .where(sql.ref(column), '=', sql`any(${values}::text[])`)
      .where('deleted_at', 'is', null)
      .execute();
  const withEmail = await among('email_key', emails);
  const withPhone = await among('phone_e164', phones);
  return {
    emails: new Set(withEmail.map(({ email_key }) => email_key)),
    phones: new Set(withPhone.flatMap(({ phone_e164 }) => phone_e164 ?? [])),
  };
}

/** Staff who are not deleted, by email and name: those who may become a client's manager. */
export async function managersByName(db: Db): Promise<{ id: string; names: string[] }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id, email, name }) => ({ id, names: [email, name] }));
}

/** Whether somebody may become a client's manager. */
export async function isManager(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('id', '=', id).where('deleted_at', 'is', null);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function updateClient(
  db: Db,
  id: string,
  changes: Partial<Omit<ClientRow, 'id' | 'email_key' | 'discounts'>> & { discounts?: never },
): Promise<void> {
  const { email } = changes;
  await db
    .updateTable('clients')
    .set({ ...changes, ...(email !== undefined && { email_key: emailKey(email) }) })
    .where('id', '=', id)
    .execute();
}

/** Clients without a cabinet that registered, never confirmed, and were not touched since a moment; locked. */
export function unconfirmedSince(
  tx: Db,
  moment: Date,
  limit: number,
): Promise<Pick<ClientRow, 'id' | 'name'>[]> {
  return tx
    .selectFrom('clients')
    .select(['id', 'name'])
    .where('status', '=', 'unconfirmed')
    .where('cabinet_status', '=', 'none')
    .where('deleted_at', 'is', null)
    .where('updated_at', '<', moment)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Clients whose customers closed the account and whose day has come. */
export async function closingBefore(db: Db, moment: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('clients')
    .select('id')
    .where('closes_at', '<=', moment)
    .where('deleted_at', 'is', null)
    .orderBy('closes_at')
    .execute();
  return rows.map(({ id }) => id);
}

export interface Reading extends Languages {
  timeZone: string;
  now: Date;
}

/** Clients with everything that a list shows. */
function listedClients(db: Db, { locale, defaultLocale }: Languages) {
  return db
    .selectFrom('clients as c')
    .innerJoin('tariffs as t', 't.id', 'c.tariff_id')
    .leftJoin('tariffs as next', 'next.id', 'c.next_tariff_id')
    .leftJoin('users as m', 'm.id', 'c.manager_id')
    .select(listedColumns.map((column) => `c.${column}` as const))
    .select(tariffName('t', locale, defaultLocale).as('tariff_name'))
    .select(tariffName('next', locale, defaultLocale).as('next_tariff_name'))
    .select(recommendedAmount.as('recommended_amount'))
    .select(tagsAsJson(sql.ref('c.id')).as('tags'))
    .select(ownValuesAsJson(sql.ref('c.id')).as('custom'))
    .select(deletedBy(deleterAsJson).as('deleted_by'))
    .select('m.name as manager_name');
}

const deleterAsJson = sql<{
  id: string;
  name: string;
}>`jsonb_build_object('id', deleter.actor_id, 'name', deleter.actor_name)`;

/** Looked up only of clients that are deleted. */
function deletedBy<Value>(value: RawBuilder<Value>) {
  return sql<Value | null>`case when c.deleted_at is not null then ${deleterOf(sql.ref('c.id'), value)} end`;
}

/** How far a client's erasure is. */
export async function erasureOfClient(db: Db, clientId: string): Promise<Erasure | null> {
  const row = await db
    .selectFrom('erasures as e')
    .leftJoin('users as u', 'u.id', 'e.asked_by')
    .select(['e.reason', 'e.asked_at', 'e.finished_at', 'u.id as by_id', 'u.name as by_name'])
    .where('e.client_id', '=', clientId)
    .executeTakeFirst();
  if (!row) return null;
  const { reason, asked_at, finished_at, by_id, by_name } = row;
  return {
    reason,
    asked_at: asked_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    by: by_id === null || by_name === null ? null : { id: by_id, name: by_name },
  };
}

/** The one among them whose id is `page.id`. */
export function clientOfPage(db: Db, languages: Languages): RawBuilder<unknown> {
  return sql`${listedClients(db, languages).where('c.id', '=', sql.ref<string>('page.id'))}`;
}

/** One client, with everything that its page shows. */
export function clientDetails(db: Db, id: string, languages: Languages) {
  return listedClients(db, languages)
    .select(['c.confirmed_at', 'c.password_hash', 'c.pending_email', 'c.term_without_payment_days'])
    .where('c.id', '=', id)
    .executeTakeFirst();
}

/** Calendar days in the variant's zone until the end of the running period; 0 when it is over. */
export function remainingDays(timeZone: string, now: Date) {
  return sql<number | null>`case when c.trial_ends is not null then greatest(0,
    (c.trial_ends at time zone ${timeZone})::date - ${today(timeZone, now)}) end`;
}

/**
 * The same in sessions whose time zone is the variant's. Looking a zone up by name in each row costs more than the
 * rest.
 */
export function remainingDaysInFile(timeZone: string, now: Date) {
  return sql<number | null>`case when c.trial_ends is not null then greatest(0,
    c.trial_ends::date - ${today(timeZone, now)}) end`;
}

function today(timeZone: string, now: Date) {
  return sql`(${now}::timestamptz at time zone ${timeZone})::date`;
}

/**
 * The price of a tariff's recommended days, in minor units. A month counts as 30 days and a year as 365, so the usual
 * 30 days cost exactly a month's price.
 */
export function recommendedNeed(period: BillingPeriod) {
  return period === 'year'
    ? sql<number>`ceil(t.price_year::numeric * t.recommended_days / 365)::bigint`
    : sql<number>`ceil(t.price_month::numeric * t.recommended_days / 30)::bigint`;
}

/** The same for a client whose next period has a price of its own; null for others. */
export function ownNeed(
  recommendedDays: RawBuilder<unknown>,
  period: RawBuilder<unknown> = sql`c.billing_period`,
) {
  return sql<number | null>`ceil(c.due_price::numeric * ${recommendedDays}
    / case ${period} when 'year' then 365 else 30 end)::bigint`;
}

/** The need minus the balance, at least 0. */
const recommendedAmount = sql<number>`greatest(0, coalesce(${ownNeed(sql`t.recommended_days`)}, case c.billing_period
    when 'year' then ${recommendedNeed('year')} else ${recommendedNeed('month')} end) - c.balance)`;

/** The columns of the list's file. A spreadsheet takes a phone with a plus for a formula. */
export const clientCsv = fileColumnsOf(clientEntity, {
  phone: {
    sql: sql`ltrim(c.phone_e164, '+')`,
    spreadsheet: sql`${textMark} || c.phone_e164`,
    harmless: true,
  },
  // Idents have at most ten digits; a spreadsheet would only drop a leading zero (48).
  ident: {
    spreadsheet: sql`case ascii(c.ident) when 48 then ${textMark} || c.ident else c.ident end`,
    harmless: true,
  },
  manager: { named: { key: sql`c.manager_id`, from: sql`users m`, id: sql`m.id`, name: sql`m.name` } },
  tags: { sql: tagNames(sql.ref('c.id')), harmless: true },
  deleted_by: { sql: deletedBy(sql`deleter.actor_name`) },
  // The list's source has its SQL, in the reader's language.
  next_tariff: {},
  cabinet_url: { harmless: true },
  locale: { harmless: true },
});
