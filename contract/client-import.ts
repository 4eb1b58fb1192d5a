import * as z from 'zod';
import { billingPeriods, clientChanges } from './client.ts';
import { limits, line } from './primitives.ts';
import { contactFields, contactRules } from './registration.ts';
import type { Variant } from './variants.ts';

/** What one import takes: more clients come in several files. */
export const clientImportLimits = { rows: 5000, bodyBytes: 16 * 1024 * 1024 } as const;

/**
 * A client of a file that a company brings along (docs/decisions/0040): `tariff` is a name in any language or an id,
 * `manager` an e-mail or a name. Everything beyond the contact may be missing.
 */
export function importedClient(variant: Variant) {
  return z.strictObject(importedFields(variant)).check(contactRules(variant));
}
export type ImportedClient = z.output<ReturnType<typeof importedClient>>;

/** The names of what can be imported, in the order in which a form shows them. */
export const importedFieldNames = [
  'name',
  'type',
  'ident',
  'email',
  'country_code',
  'phone',
  'tariff',
  'billing_period',
  'manager',
  'locale',
  'address',
  'vat_number',
  'registration_source',
  'promo_code',
  'monthly_turnover_limit',
  'goods_quantity',
  'payment_payer',
  'payment_code',
  'payment_ipn',
  'payment_bank',
  'payment_mfo',
  'payment_account',
  'payment_address',
  'payment_phone',
  'payment_product',
] as const satisfies readonly (keyof ImportedClient)[];
export type ImportedFieldName = (typeof importedFieldNames)[number];

/** `POST admin/clients/imports/check`: the same refusals as the import, and nothing is written. */
export function clientImportCheck(variant: Variant) {
  return z.strictObject({ rows: rows(variant) });
}

/** `POST admin/clients/imports`: all of them or none. */
export function clientImportInput(variant: Variant) {
  return z.strictObject({
    rows: rows(variant),
    /** Whether each gets an e-mail with a link to set a password. */
    send_invitations: z.boolean(),
    /** Of the file, for the audit log. */
    file: line({ max: limits.generic.max }).optional(),
  });
}
export type ClientImportInput = z.output<ReturnType<typeof clientImportInput>>;

export const clientImportChecked = z.object({ rows: z.int() });

/** `created_at` is that of every client of the import: what a list of them filters by. */
export const clientImportDone = z.object({ rows: z.int(), created_at: z.iso.datetime() });

function rows(variant: Variant) {
  return z.array(importedClient(variant)).min(1).max(clientImportLimits.rows);
}

function importedFields(variant: Variant) {
  const { locale, registration_source, promo_code, monthly_turnover_limit, goods_quantity, ...others } =
    clientChanges(variant).shape;
  const { address, vat_number, payment_payer, payment_code, payment_ipn, payment_bank, payment_mfo } = others;
  const { payment_account, payment_address, payment_phone, payment_product } = others;
  return {
    ...contactFields,
    tariff: line(limits.generic).optional(),
    billing_period: z.enum(billingPeriods).optional(),
    manager: line(limits.generic).optional(),
    locale,
    registration_source,
    promo_code,
    monthly_turnover_limit,
    goods_quantity,
    address,
    vat_number,
    payment_payer,
    payment_code,
    payment_ipn,
    payment_bank,
    payment_mfo,
    payment_account,
    payment_address,
    payment_phone,
    payment_product,
  };
}
