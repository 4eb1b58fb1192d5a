import type { MemberRole } from '#contract/accounts/member-role.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { newId } from '#server/kernel/ids.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { TestApp } from '#tests/support/app.ts';
import { payTopUps } from '#tests/support/money/payments.ts';
import { until } from '#tests/support/until.ts';

export const password = 'Passw0rd-of-tests';

export interface Person {
  id: string;
  email: string;
  token: string;
}

let counter = 0;

interface StaffDetails {
  permissions?: readonly Permission[];
  name?: string;
  /** The language of the panel after the login. */
  locale?: Locale;
}

/** A member of staff who has joined and is signed in, by default with every permission. */
export async function staffMember(
  app: Pick<TestApp, 'platform' | 'call'> & { clock: Clock },
  { permissions = fullPermissions, name, locale = 'uk' }: StaffDetails = {},
): Promise<Person> {
  counter += 1;
  const email = `staff-${counter}-${Date.now()}@example.com`;
  const now = app.clock.now();
  const id = newId(now);
  const { database, passwords } = app.platform;
  await database.db
    .insertInto('users')
    .values({
      id,
      email,
      email_key: emailKey(email),
      name: name ?? `Manager ${counter}`,
      permissions: [...permissions],
      password_hash: await passwords.hash(password),
      locale,
      joined_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const answer = await app.call('POST', '/api/admin/auth/login', { body: { email, password } });
  return { id, email, token: answer.body.access_token };
}

/** The body of a registration, unique where necessary. */
export function registration(
  overrides: Record<string, unknown> = {},
): Record<string, unknown> & { email: string } {
  counter += 1;
  const number = String(Date.now() % 1e6).padStart(6, '0') + String(counter % 1000).padStart(3, '0');
  return {
    type: 'individual',
    name: 'Олена Ковальчук',
    email: `customer-${counter}-${Date.now()}@example.com`,
    country_code: 'UA',
    phone: number,
    ident: '1234567890',
    password,
    password_confirmation: password,
    terms: true,
    ...overrides,
  };
}

/** A customer who has registered and not confirmed. */
export async function registeredCustomer(app: TestApp, overrides?: Record<string, unknown>): Promise<Person> {
  const body = registration(overrides);
  const answer = await app.call('POST', '/api/auth/register', { body });
  if (answer.status !== 201) throw new Error(`registration: ${JSON.stringify(answer.body)}`);
  return { id: answer.body.data.id, email: body.email, token: answer.body.access_token };
}

/** A customer who has confirmed the address; the cabinet may not be ready yet. */
export async function confirmedCustomer(app: TestApp, overrides?: Record<string, unknown>): Promise<Person> {
  const registered = await registeredCustomer(app, overrides);
  const hash = await app.linkTo(registered.email, 'confirm');
  const confirmed = await app.call('POST', '/api/auth/confirm', { body: { hash } });
  return { ...registered, token: confirmed.body.access_token };
}

/** As if a customer had confirmed the address, without the new session and the cabinet that this brings. */
export async function confirmAddress(app: TestApp, { id }: Pick<Person, 'id'>): Promise<void> {
  await app.platform.db
    .updateTable('clients')
    .set({ confirmed_at: app.clock.now() })
    .where('id', '=', id)
    .execute();
}

/** A customer whose cabinet is active. */
export async function customerWithCabinet(
  app: TestApp,
  overrides?: Record<string, unknown>,
): Promise<Person> {
  const confirmed = await confirmedCustomer(app, overrides);
  // Not by the API: asking it every 20 ms would be a third of the work for a new customer.
  const statusOf = app.platform.database.db
    .selectFrom('clients')
    .select('cabinet_status')
    .where('id', '=', confirmed.id);
  await until('the cabinet', async () => {
    const { cabinet_status } = await statusOf.executeTakeFirstOrThrow();
    return cabinet_status === 'active';
  });
  return confirmed;
}

/** Gives a new client a balance, by one line. */
export async function giveBalance(app: TestApp, clientId: string, balance: number): Promise<void> {
  if (balance === 0) return;
  const now = app.clock.now();
  const { db } = app.platform.database;
  await db
    .insertInto('ledger_entries')
    .values({
      id: newId(now),
      client_id: clientId,
      amount: balance,
      balance_after: balance,
      created_at: now,
      value_date: now.toISOString().slice(0, 10),
      ...(balance > 0 ? { kind: 'top_up', service: 'cash' } : { kind: 'charge' }),
    })
    .execute();
  await payTopUps(db);
}

/** Somebody who has a role for a client, signed in; without an invitation. */
export async function memberOf(app: TestApp, clientId: string, role: MemberRole): Promise<Person> {
  counter += 1;
  const email = `member-${counter}-${Date.now()}@example.com`;
  const now = app.clock.now();
  const id = newId(now);
  const { database, passwords } = app.platform;
  const password_hash = await passwords.hash(password);
  const dates = { confirmed_at: now, created_at: now, updated_at: now };
  await database.db
    .insertInto('persons')
    .values({
      id,
      email,
      email_key: emailKey(email),
      name: 'Ірина Бондар',
      password_hash,
      locale: 'uk',
      ...dates,
    })
    .execute();
  await database.db
    .insertInto('members')
    .values({ client_id: clientId, person_id: id, role, created_at: now })
    .execute();
  const answer = await app.call('POST', '/api/auth/login', { body: { email, password } });
  return { id, email, token: answer.body.access_token };
}
