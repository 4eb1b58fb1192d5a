import * as z from 'zod';
import { cabinetBackup, cabinetDeletion, cabinetStatuses, cabinetTasks } from './cabinet.ts';
import { paymentFields } from './customer.ts';
import type { FieldType, ListSpec } from './list-query.ts';
import { countryCode, limits, line, locale, multiline } from './primitives.ts';
import { clientTypes, contactFields, contactRules } from './registration.ts';
import type { Variant } from './variants.ts';

export const clientStatuses = ['unconfirmed', 'trial', 'active', 'grace', 'blocked', 'archived'] as const;
export type ClientStatus = (typeof clientStatuses)[number];
export const billingPeriods = ['month', 'year'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

const text = z.string();
const nullableText = z.string().nullable();
const moment = z.iso.datetime();
const nullableMoment = moment.nullable();

/** A client as staff see it (API.md, "Common shapes"). Money in minor units. */
export const client = z.object({
  id: text,
  name: text,
  type: z.enum(clientTypes),
  email: text,
  phone: text,
  country_code: countryCode,
  phone_e164: text,
  ident: text,
  manager_id: nullableText,
  manager: z.object({ id: text, name: text }).nullable(),
  status: z.enum(clientStatuses),
  cabinet_url: nullableText,
  domain: nullableText,
  cabinet_status: z.enum(cabinetStatuses),
  tariff_id: text,
  tariff_name: text,
  billing_period: z.enum(billingPeriods),
  trialEnds: nullableMoment,
  remaining_days: z.int().nullable(),
  /** A tariff waiting for the period's end. */
  next_tariff: z.object({ id: text, name: text, billing_period: z.enum(billingPeriods) }).nullable(),
  balance: z.int(),
  /** What the tariff's recommended days cost, less the balance; never below 0. */
  recommended_amount: z.int(),
  currency: text,
  lasts_until: nullableMoment,
  /** By a colleague, until one lifts it. */
  blocked_by_hand: z.boolean(),
  /** When the lifecycle blocked. */
  blocked_at: nullableMoment,
  /** When the cabinet's database goes unless something is paid. */
  deletion_at: nullableMoment,
  cash_registers: z.int(),
  last_top_up: z.object({ amount: z.int(), created_at: moment }).nullable(),
  created_at: moment,
  last_visit: nullableMoment,
  last_login: nullableMoment,
  registration_source: nullableText,
  promo_code: nullableText,
  deleted_at: nullableMoment,
  monthly_turnover_limit: z.int().nullable(),
  goods_quantity: z.int().nullable(),
  monthly_turnover: z.int(),
  goods_count: z.int(),
  over_limit: z.boolean(),
  address: nullableText,
  vat_number: nullableText,
  payment_payer: nullableText,
  payment_code: nullableText,
  payment_ipn: nullableText,
  payment_bank: nullableText,
  payment_mfo: nullableText,
  payment_account: nullableText,
  payment_address: nullableText,
  payment_phone: nullableText,
  payment_product: nullableText,
  locale,
  updated_at: moment,
});
export type Client = z.infer<typeof client>;

/** What a client who has not come in yet was sent: by staff, or after a registration. */
export const clientLetters = ['invitation', 'confirmation'] as const;
export type ClientLetter = (typeof clientLetters)[number];

/** The show page adds how the cabinet was made: steps, attempts and the last error in the reader's language. */
export const clientDetails = client.extend({
  /** The letter that the client has not followed yet; null once the address is confirmed. */
  awaits: z.enum(clientLetters).nullable(),
  cabinet: z.object({
    status: z.enum(cabinetStatuses),
    steps: z.array(
      z.object({
        key: text,
        state: text,
        attempts: z.int(),
        error: nullableText,
        started_at: nullableMoment,
        finished_at: nullableMoment,
      }),
    ),
    error: z.object({ message: text, detail: nullableText, reference: text }).nullable(),
    created_at: nullableMoment,
    ready_at: nullableMoment,
    /** What is under way; null at rest. */
    task: z.enum(cabinetTasks).nullable(),
    /** The newest first, those whose date has passed included. */
    backups: z.array(cabinetBackup),
    deletions: z.array(cabinetDeletion),
  }),
});
export type ClientDetails = z.infer<typeof clientDetails>;

/** `POST admin/clients` */
export function clientInput(variant: Variant) {
  return z
    .strictObject({
      ...contactFields,
      tariff_id: z.uuid().optional(),
      manager_id: z.uuid().nullable().optional(),
      locale: locale.optional(),
      send_invitation: z.boolean().optional(),
    })
    .check(contactRules(variant));
}
export type ClientInput = z.infer<ReturnType<typeof clientInput>>;

/** `PUT admin/clients/{id}`: any editable field. */
export function clientChanges(variant: Variant) {
  return z
    .strictObject({
      ...contactFields,
      manager_id: z.uuid().nullable(),
      locale,
      status: z.enum(['active', 'blocked']),
      promo_code: line({ min: 0, max: 50 }).nullable(),
      registration_source: line({ min: 0, max: limits.generic.max }).nullable(),
      monthly_turnover_limit: z.int().min(0).nullable(),
      goods_quantity: z.int().min(0).max(limits.count.max).nullable(),
      address: multiline({ max: limits.generic.max }).nullable(),
      vat_number: line({ min: 0, max: limits.generic.max }).nullable(),
      ...paymentFields,
    })
    .partial()
    .extend({ updated_at: moment.optional() })
    .check(contactRules(variant));
}
export type ClientChanges = z.infer<ReturnType<typeof clientChanges>>;

const fields: Record<string, FieldType | readonly string[]> = {
  id: 'id',
  name: 'text',
  type: clientTypes,
  email: 'text',
  phone: 'text',
  phone_e164: 'text',
  country_code: 'text',
  ident: 'text',
  manager_id: 'id',
  status: clientStatuses,
  cabinet_url: 'text',
  domain: 'text',
  cabinet_status: cabinetStatuses,
  tariff_id: 'id',
  tariff_name: 'text',
  billing_period: billingPeriods,
  trialEnds: 'moment',
  remaining_days: 'number',
  balance: 'money',
  currency: 'text',
  lasts_until: 'moment',
  blocked_by_hand: 'boolean',
  blocked_at: 'moment',
  deletion_at: 'moment',
  cash_registers: 'number',
  last_top_up: 'moment',
  created_at: 'moment',
  last_visit: 'moment',
  last_login: 'moment',
  registration_source: 'text',
  promo_code: 'text',
  deleted_at: 'moment',
  monthly_turnover_limit: 'money',
  goods_quantity: 'number',
  monthly_turnover: 'money',
  goods_count: 'number',
  over_limit: 'boolean',
  address: 'text',
  vat_number: 'text',
  payment_payer: 'text',
  payment_code: 'text',
  payment_ipn: 'text',
  payment_bank: 'text',
  payment_mfo: 'text',
  payment_account: 'text',
  payment_address: 'text',
  payment_phone: 'text',
  payment_product: 'text',
  locale: 'text',
  updated_at: 'moment',
};

/** What a list of clients can be sorted and filtered by. */
export const clientList: ListSpec = {
  fields: {
    ...Object.fromEntries(
      Object.entries(fields).map(([name, type]) => [
        name,
        typeof type === 'string' ? { type } : { type: 'enum', values: type },
      ]),
    ),
    // It hangs on tariff, period and balance together, which no index knows; `lasts_until` says who is to pay next.
    recommended_amount: { type: 'money', shownOnly: true },
    // What the dashboard's figures ask for: the next two charges that the balance covers, when the client is blocked if
    // nobody pays, every top-up that was not reversed. Filters on one of the first or the last are about the same one.
    charged_at: { type: 'moment', filterOnly: true },
    access_ends_at: { type: 'moment', filterOnly: true },
    topped_up_at: { type: 'moment', filterOnly: true },
    // Before a limit of a tariff is lowered: who would be over it, as `goods_quantity:100`. Several ask for either.
    over_tariff_limit: {
      type: 'text',
      filterOnly: true,
      pattern: /^(monthly_turnover_limit|goods_quantity):\d{1,15}$/,
    },
  },
  search: true,
  trashed: true,
  csvPermission: 'clients.export',
};

/** The cabinet time settings of one client, in days; null means the general setting. */
const ownDays = z.int().min(limits.days.min).max(limits.days.max).nullable();
const clientDays = z.object({
  free_period_days: ownDays,
  term_without_payment_days: ownDays,
  database_retention_days: ownDays,
});

const givenDays = z.object({
  free_period_days: z.int(),
  term_without_payment_days: z.int(),
  database_retention_days: z.int(),
});

/** `GET admin/clients/{id}/settings`: the client's own values, the general ones, and what holds. */
export const clientSettings = clientDays.extend({ general: givenDays, effective: givenDays });
export type ClientSettings = z.infer<typeof clientSettings>;

/** `POST admin/clients/{id}/settings` */
export const clientSettingsInput = z.strictObject(clientDays.shape).partial();
export type ClientSettingsInput = z.infer<typeof clientSettingsInput>;

/** `POST admin/clients/{id}/sign-in` */
export const clientSignInInput = z.strictObject({
  reason: line(limits.reason),
  read_only: z.boolean().optional(),
});
