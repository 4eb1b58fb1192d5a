import type { CustomerAccount } from '#contract/accounts/auth.ts';
import type { CustomerProfile } from '#contract/clients/customer.ts';
import { clientById } from '#server/clients/client-store.ts';
import type { ClientRow, Db, SessionRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerActor } from '#server/kernel/caller.ts';

type UrlOf = (domain: string | null) => string | null;

export type CustomerRow = ClientRow & { kind: 'customer' };

/** A client's row in the form of an account. */
export function asCustomer(client: ClientRow): CustomerRow {
  return { ...client, kind: 'customer' };
}

/** The same, locked. */
export async function lockCustomer(tx: Db, id: string): Promise<CustomerRow | undefined> {
  const client = await clientById(tx, id, { lock: true });
  return client && asCustomer(client);
}

/** The caller's own account; 401 when it is gone. */
export async function requireCustomer(
  db: Db,
  { id }: { id: string },
  { lock = false } = {},
): Promise<CustomerRow> {
  const client = await clientById(db, id, { lock });
  if (!client || client.deleted_at) throw new AppError('unauthorized');
  return asCustomer(client);
}

/** The actor of a session, while its account may act. */
export async function customerActor(db: Db, session: SessionRow): Promise<CustomerActor | undefined> {
  const client = await clientById(db, session.account_id);
  if (!client || client.deleted_at) return undefined;
  return { kind: 'customer', id: client.id, name: client.name, sessionId: session.id };
}

/** The account in a customer's login answer. */
export function accountOf(client: ClientRow, urlOf: UrlOf): CustomerAccount {
  return {
    id: client.id,
    name: client.name,
    email: client.email,
    confirmed: client.confirmed_at !== null,
    active: client.status !== 'blocked' && client.status !== 'archived' && client.deleted_at === null,
    cabinet_url: urlOf(client.domain),
    locale: client.locale,
  };
}

/** A customer's own profile. */
export function profileOf(client: ClientRow, urlOf: UrlOf): CustomerProfile {
  return {
    ...accountOf(client, urlOf),
    type: client.type,
    country_code: client.country_code,
    phone: client.phone,
    phone_e164: client.phone_e164,
    ident: client.ident,
    address: client.address,
    vat_number: client.vat_number,
    pending_email: client.pending_email,
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
}
