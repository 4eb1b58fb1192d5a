import type { CustomerAccount } from '#contract/auth.ts';
import type { CustomerProfile } from '#contract/customer.ts';
import type { ClientRow } from '#server/db/tables.ts';

type UrlOf = (domain: string | null) => string | null;

/** What a customer's login answers of them. */
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

/** What a customer sees of themselves. */
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
    updated_at: client.updated_at.toISOString(),
  };
}
