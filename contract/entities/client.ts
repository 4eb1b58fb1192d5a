import * as z from 'zod';
import { cabinetStatuses } from '../cabinets/cabinet.ts';
import { type Entity, type FieldForm, type ListedField, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListField, ListSpec } from '../kernel/list-query.ts';
import {
  acrossFields,
  countryCode,
  id,
  limits,
  line,
  locale,
  moment,
  multiline,
  optionalEmail,
} from '../kernel/primitives.ts';
import { metricLimits } from '../catalogue/metric.ts';
import { ownValues, sentOwnValues } from '../client-fields/own-values.ts';
import { shownTag, tagIds } from './tag.ts';
import { clientTypes, contactFields, contactRules } from '../contact/registration.ts';
import type { Variant } from '../kernel/variants.ts';

export const clientStatuses = ['unconfirmed', 'trial', 'active', 'grace', 'blocked', 'archived'] as const;
export type ClientStatus = (typeof clientStatuses)[number];
/** How clients come: they register, by a partner's link, with a promo code or without either; or staff enter them. */
export const clientSources = ['direct', 'partner', 'promo', 'staff', 'import'] as const;
export type ClientSource = (typeof clientSources)[number];
export const billingPeriods = ['month', 'year'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

const text = z.string();
const nullableText = text.nullable();
const nullableMoment = moment.nullable();
const count = z.int();

const ofWords = (values: readonly string[]): ListField => ({ type: 'enum', values });
const csv = true as const;

/** An optional line of text that can be shown, sorted, filtered, exported, changed and imported. */
function optionalLine(group: string, max: number = limits.generic.max) {
  const change = line({ min: 0, max }).nullable();
  return optionalText(change, { group, kind: 'text', empty: 'null', only: 'edit', half: true });
}

/** The same with several lines. */
function optionalLines(group: string) {
  const change = multiline({ max: limits.generic.max }).nullable();
  return optionalText(change, { group, kind: 'lines', empty: 'null', only: 'edit' });
}

function optionalText<Change extends z.ZodType>(change: Change, form: FieldForm) {
  const list: ListField = { type: 'text' };
  return { row: nullableText, change, imported: change.optional(), list, csv, form };
}

/** The fields in registration, in staff's forms and in imports. */
function contact<Schema extends z.ZodType>(schema: Schema) {
  return { input: schema, change: schema, imported: schema };
}

/**
 * Every field of a client, once (specification, section 3; API.md, "Common shapes"), in the order of the list's file.
 * Money in minor units.
 */
export const clientEntity = {
  id: { row: text, list: { type: 'id' } },
  name: {
    row: text,
    ...contact(contactFields.name),
    list: { type: 'text' },
    csv,
    form: { group: 'contact', kind: 'text', half: true },
  },
  type: {
    row: z.enum(clientTypes),
    ...contact(contactFields.type),
    list: ofWords(clientTypes),
    csv,
    form: { group: 'contact', values: clientTypes },
  },
  status: {
    row: z.enum(clientStatuses),
    change: z.enum(['active', 'blocked']),
    list: ofWords(clientStatuses),
    csv,
  },
  /** Blocked by a colleague, until a colleague lifts it. */
  blocked_by_hand: { row: z.boolean(), list: { type: 'boolean' }, csv },
  /** Why a colleague blocked the client, until a colleague lifts it. */
  block_reason: { row: nullableText, list: { type: 'text' }, csv },
  email: {
    row: text,
    ...contact(contactFields.email),
    list: { type: 'text' },
    csv,
    form: { group: 'contact', kind: 'text', type: 'email' },
  },
  country_code: {
    row: countryCode,
    ...contact(contactFields.country_code),
    list: { type: 'text' },
    form: { group: 'contact', half: true },
  },
  phone: {
    row: text,
    ...contact(contactFields.phone),
    list: { type: 'text' },
    csv,
    form: { group: 'contact', half: true },
  },
  phone_e164: { row: text, list: { type: 'text' } },
  ident: {
    row: text,
    ...contact(contactFields.ident),
    list: { type: 'text' },
    csv,
    form: { group: 'contact', help: true, half: true },
  },
  manager_id: {
    row: nullableText,
    input: id.nullable().optional(),
    change: id.nullable(),
    list: { type: 'id' },
    form: { group: 'account', empty: 'null', half: true },
  },
  manager: { row: z.object({ id: text, name: text }).nullable(), csv },
  tariff_id: {
    row: text,
    input: id.optional(),
    list: { type: 'id' },
    form: { group: 'account', empty: 'omit', only: 'create', half: true },
  },
  tariff_name: { row: text, list: { type: 'text' }, csv },
  billing_period: {
    row: z.enum(billingPeriods),
    imported: z.enum(billingPeriods).optional(),
    list: ofWords(billingPeriods),
    csv,
  },
  /** By name. */
  tags: { row: z.array(shownTag), csv },
  tag_ids: { change: tagIds },
  /** Clients with one of these tags. */
  tag_id: { list: { type: 'id', filterOnly: true } },
  /** The values of own fields by key; what is sent is merged, and null clears one. Lists know each as `custom.KEY`. */
  custom: {
    row: ownValues,
    input: sentOwnValues.optional(),
    change: sentOwnValues,
    imported: sentOwnValues.optional(),
  },
  /** A tariff that begins at the end of the period. */
  next_tariff: {
    row: z.object({ id: text, name: text, billing_period: z.enum(billingPeriods) }).nullable(),
    csv,
  },
  trialEnds: { row: nullableMoment, list: { type: 'moment' }, csv },
  remaining_days: { row: count.nullable(), list: { type: 'number' }, csv },
  balance: { row: count, list: { type: 'money' }, csv },
  /**
   * The price of the tariff's recommended days minus the balance; at least 0. It depends on tariff, period and
   * balance together, which no index can cover; `lasts_until` shows who has to pay next.
   */
  recommended_amount: { row: count, list: { type: 'money', shownOnly: true }, csv },
  currency: { row: text, list: { type: 'text' } },
  lasts_until: { row: nullableMoment, list: { type: 'moment' }, csv },
  /** When the lifecycle blocked the client. */
  blocked_at: { row: nullableMoment, list: { type: 'moment' } },
  /** When the cabinet's database is deleted unless something is paid. */
  deletion_at: { row: nullableMoment, list: { type: 'moment' }, csv },
  last_top_up: {
    row: z.object({ amount: count, created_at: moment }).nullable(),
    list: { type: 'moment' },
    csv,
  },
  cabinet_status: { row: z.enum(cabinetStatuses), list: ofWords(cabinetStatuses), csv },
  cabinet_url: { row: nullableText, list: { type: 'text' }, csv },
  domain: { row: nullableText, list: { type: 'text' }, csv },
  /** Of the customer's own, while it is in use. */
  own_domain: { row: nullableText, list: { type: 'text' }, csv },
  created_at: { row: moment, list: { type: 'moment' }, csv },
  last_visit: { row: nullableMoment, list: { type: 'moment' }, csv },
  last_login: { row: nullableMoment, list: { type: 'moment' }, csv },
  /** How the client came. */
  source: { row: z.enum(clientSources), list: ofWords(clientSources), csv },
  registration_source: optionalLine('account'),
  promo_code: optionalLine('account', 50),
  /** Clients that came by one of these partners. */
  partner_id: { list: { type: 'id', filterOnly: true } },
  /** Clients that came with one of these promo codes, or redeemed it later. */
  promo_code_id: { list: { type: 'id', filterOnly: true } },
  /** Where the link came from that the client registered through. */
  utm_source: { row: nullableText, list: { type: 'text' }, csv },
  utm_medium: { row: nullableText, list: { type: 'text' }, csv },
  utm_campaign: { row: nullableText, list: { type: 'text' }, csv },
  cash_registers: { row: count, list: { type: 'number' }, csv, metric: 'cash_registers' },
  monthly_turnover: { row: count, list: { type: 'money' }, csv, metric: 'monthly_turnover' },
  monthly_turnover_limit: {
    row: count.nullable(),
    change: count.min(0).nullable(),
    imported: count.min(0).nullable().optional(),
    list: { type: 'money' },
    csv,
    metric: 'monthly_turnover',
    form: { group: 'limits', kind: 'money', help: true, only: 'edit' },
  },
  goods_count: { row: count, list: { type: 'number' }, csv, metric: 'goods_count' },
  goods_quantity: {
    row: count.nullable(),
    change: count.min(0).max(limits.count.max).nullable(),
    imported: count.min(0).max(limits.count.max).nullable().optional(),
    list: { type: 'number' },
    csv,
    metric: 'goods_count',
    form: { group: 'limits', kind: 'number', help: true, only: 'edit' },
  },
  over_limit: { row: z.boolean(), list: { type: 'boolean' }, csv },
  /** The client's own limits, sent whole; the two above are the same numbers. */
  limits: { change: metricLimits },
  address: optionalLines('contact'),
  vat_number: optionalLine('contact'),
  contact_person: optionalLine('contact'),
  payment_payer: optionalLine('payment'),
  payment_code: optionalLine('payment'),
  payment_ipn: optionalLine('payment'),
  payment_bank: optionalLine('payment'),
  payment_mfo: optionalLine('payment'),
  payment_account: optionalLine('payment'),
  payment_address: optionalLine('payment'),
  payment_phone: optionalLine('payment'),
  payment_product: optionalLine('payment'),
  /** Gets a copy of every document. */
  documents_email: optionalText(optionalEmail, {
    group: 'payment',
    kind: 'text',
    type: 'email',
    empty: 'null',
    only: 'edit',
  }),
  locale: {
    row: locale,
    input: locale.optional(),
    change: locale,
    imported: locale.optional(),
    list: { type: 'text' },
    csv,
    form: { group: 'account', help: true, half: true },
  },
  send_invitation: {
    input: z.boolean().optional(),
    form: { group: 'account', kind: 'switch', help: true, only: 'create' },
  },
  /** When the account closes because its customer asked for it, why, and whether its data is to be erased then. */
  closes_at: { row: nullableMoment, list: { type: 'moment' }, csv },
  close_reason: { row: nullableText, list: { type: 'text' }, csv },
  close_erases: { row: z.boolean(), list: { type: 'boolean' }, csv },
  deleted_at: { row: nullableMoment, list: { type: 'moment' }, csv },
  /** The colleague who deleted it; null: nobody did, or its customer or time did. */
  deleted_by: { row: z.object({ id: text, name: text }).nullable(), csv },
  /** Why a colleague deleted the client, or why its customer closed the account, until it is restored. */
  deleted_reason: { row: nullableText, list: { type: 'text' }, csv },
  /** Since when the client is nobody any more: its personal data was erased for good. */
  erased_at: { row: nullableMoment, list: { type: 'moment' }, csv },
  updated_at: { row: moment, list: { type: 'moment' } },
  // Filters for the links of the dashboard's figures: the next two charges that the balance covers, when the client
  // is blocked if nobody pays, and every top-up that was not reversed. Several filters on the first or the last field
  // are about the same charge or top-up.
  charged_at: { list: { type: 'moment', filterOnly: true } },
  access_ends_at: { list: { type: 'moment', filterOnly: true } },
  topped_up_at: { list: { type: 'moment', filterOnly: true } },
  // The same for the report about recurring revenue: the days on which a client began to pay, paid more or less, left
  // and came back; whether it paid at the end of a day, and on which tariff (`TARIFF@2026-10-31`).
  revenue_new_at: { list: { type: 'moment', filterOnly: true } },
  revenue_more_at: { list: { type: 'moment', filterOnly: true } },
  revenue_less_at: { list: { type: 'moment', filterOnly: true } },
  revenue_lost_at: { list: { type: 'moment', filterOnly: true } },
  revenue_back_at: { list: { type: 'moment', filterOnly: true } },
  paying_on: { list: { type: 'moment', filterOnly: true } },
  paying_for: {
    list: { type: 'text', filterOnly: true, pattern: /^[0-9a-f-]{36}@\d{4}-\d\d-\d\d$/ },
  },
  // For whom a version of a tariff's price holds, as `TARIFF:month:2`: who pays by the month, and came to the tariff
  // when two of its versions had begun.
  price_held: {
    list: { type: 'text', filterOnly: true, pattern: /^[0-9a-f-]{36}:(month|year):\d{1,4}$/ },
  },
  // Who would exceed a tariff's limit if it were lowered, as `goods_quantity:100` or `METRIC:100`. With several values,
  // one of them is enough.
  over_tariff_limit: {
    list: {
      type: 'text',
      filterOnly: true,
      pattern: /^[a-z][a-z0-9._-]{0,49}:\d{1,15}$/,
    },
  },
} as const satisfies Entity;

/** The texts that may be empty: what else is known of a client, and so is exported and erased with it. */
export const clientTexts = Object.entries<Entity[string]>(clientEntity)
  .filter(([, { row, change, list }]) => row === nullableText && change && list?.type === 'text')
  .map(([name]) => name);

/** A client as staff see it (API.md, "Common shapes"). Money in minor units. */
export const client = z.object(shapeOf(clientEntity, 'row'));
export type Client = z.infer<typeof client>;

/** `POST admin/clients` */
export function clientInput(variant: Variant) {
  return z.strictObject(shapeOf(clientEntity, 'input')).check(contactRules(variant));
}
export type ClientInput = z.infer<ReturnType<typeof clientInput>>;

/** Why something was done to a client; an empty one is none. */
const optionalReason = line({ min: 0, max: limits.reason.max }).nullable().optional();

const reasonOfBlock = acrossFields<{ status?: string | undefined; reason?: string | null | undefined }>(
  ({ status, reason }, refuse) => {
    if (reason && status !== 'blocked') refuse('reason', 'validation.notAllowed');
  },
);

/** `PUT admin/clients/{id}`: any editable field; `reason` says why the client is blocked. */
export function clientChanges(variant: Variant) {
  return z
    .strictObject(shapeOf(clientEntity, 'change'))
    .partial()
    .extend({ updated_at: moment.optional(), reason: optionalReason })
    .check(contactRules(variant), reasonOfBlock);
}
export type ClientChanges = z.infer<ReturnType<typeof clientChanges>>;

/** `DELETE admin/clients/{id}/delete` */
export const clientRemoval = z.strictObject({ reason: optionalReason });
export type ClientRemoval = z.infer<typeof clientRemoval>;

/** What the panel's dialogs ask for; the API takes a call without a reason too. */
export const askedReason = z.strictObject({ reason: line(limits.reason) });

/** An undone suspension is told to nobody: its email waits so long (docs/decisions/0236). */
export const suspensionEmailSeconds = 600;

/** The fields by which a list of clients can be sorted and filtered. */
export const clientList: ListSpec<ClientListField> = {
  fields: listFieldsOf(clientEntity),
  search: true,
  trashed: true,
  ownFields: true,
  csvPermission: 'clients.export',
};
export type ClientListField = ListedField<typeof clientEntity>;
