import { mayAs, type MemberRole } from '#contract/accounts/member-role.ts';
import type { CustomerAccount } from '#contract/accounts/auth.ts';
import { type CustomerProfile, paymentFields } from '#contract/clients/customer.ts';
import { type AccountRow, lockAccount } from '#server/auth/account-store.ts';
import { lastClientOf, memberBy } from '#server/auth/member-store.ts';
import { hostOf } from '#server/cabinets/cabinet-address.ts';
import { clientById } from '#server/clients/client-store.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerActor } from '#server/kernel/caller.ts';

type UrlOf = (domain: string | null) => string | null;

/** A person's account, with the client whom the person acts for and may do what the role says. */
export interface Customer extends AccountRow {
  kind: 'customer';
  confirmed_at: Date | null;
  client: ClientRow;
  role: MemberRole;
  status: ClientRow['status'];
  blocked_from: ClientRow['blocked_from'];
}

/**
 * A person as a member of a client; of the one used last, if none is named. In one statement, whatever exists.
 * Undefined: the person has none.
 */
export async function customerOf(db: Db, who: Parameters<typeof memberBy>[1]): Promise<Customer | undefined> {
  const found = await memberBy(db, who);
  if (!found) return undefined;
  const { account, role, client } = found;
  const { status, blocked_from } = client;
  return { ...account, kind: 'customer', client, role, status, blocked_from };
}

/** The same, with the rows of both locked. */
export async function lockCustomer(tx: Db, personId: string, named?: string): Promise<Customer | undefined> {
  const clientId = named ?? (await lastClientOf(tx, personId));
  await lockAccount(tx, { kind: 'customer', id: personId, ...(clientId !== undefined && { clientId }) });
  return customerOf(tx, { personId, clientId });
}

/** The caller; 401 when the account or the client is gone. */
export async function requireCustomer(
  db: Db,
  { id: clientId, person }: Pick<CustomerActor, 'id' | 'person'>,
  { lock = false } = {},
): Promise<Customer> {
  const customer = await (lock
    ? lockCustomer(db, person.id, clientId)
    : customerOf(db, { personId: person.id, clientId }));
  if (!customer || customer.deleted_at || customer.client.deleted_at) throw new AppError('unauthorized');
  return customer;
}

/** The client whom the caller acts for; 401 when it is gone. */
export async function requireOwnClient(
  db: Db,
  { id }: Pick<CustomerActor, 'id'>,
  { lock = false } = {},
): Promise<ClientRow> {
  const client = await clientById(db, id, { lock });
  if (!client || client.deleted_at) throw new AppError('unauthorized');
  return client;
}

/** The account in a customer's login answer. */
export function accountOf({ client, ...account }: Customer, urlOf: UrlOf): CustomerAccount {
  return {
    id: client.id,
    name: client.name,
    email: account.email,
    confirmed: account.confirmed_at !== null,
    active: client.status !== 'blocked' && client.status !== 'archived' && client.deleted_at === null,
    cabinet_url: urlOf(hostOf(client)),
    locale: account.locale,
    role: account.role,
    person: { id: account.id, name: account.name },
  };
}

/** A customer's own profile. Members who only get into the workspace see nothing of what the company entered. */
export function profileOf(customer: Customer, urlOf: UrlOf): CustomerProfile {
  const { client, pending_email } = customer;
  const profile = {
    ...accountOf(customer, urlOf),
    type: client.type,
    country_code: client.country_code,
    phone: client.phone,
    phone_e164: client.phone_e164,
    ident: client.ident,
    address: client.address,
    vat_number: client.vat_number,
    pending_email,
    payment_payer: client.payment_payer,
    payment_code: client.payment_code,
    payment_ipn: client.payment_ipn,
    payment_bank: client.payment_bank,
    payment_mfo: client.payment_mfo,
    payment_account: client.payment_account,
    payment_address: client.payment_address,
    payment_phone: client.payment_phone,
    payment_product: client.payment_product,
    documents_email: client.documents_email,
    updated_at: client.updated_at.toISOString(),
  };
  return mayAs(customer.role, 'billing') ? profile : { ...profile, ...withoutDetails };
}

const withoutDetails = {
  phone: '',
  phone_e164: '',
  ident: '',
  address: null,
  vat_number: null,
  ...(Object.fromEntries(Object.keys(paymentFields).map((name) => [name, null])) as {
    [Field in keyof typeof paymentFields]: null; // fromEntries loses the names
  }),
};
