import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { id, limits, locale, moment, multiline } from '../kernel/primitives.ts';
import { locales } from '../kernel/variants.ts';
import { created, rowId } from '../kernel/common-fields.ts';

/** A proforma (рахунок), an act (акт наданих послуг), an invoice (PVM sąskaita faktūra), a credit note. */
export const documentKinds = ['proforma', 'act', 'invoice', 'credit_note'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** A proforma is open until it is paid, cancelled or expired; other documents are issued, and stay so. */
export const documentStatuses = ['open', 'paid', 'cancelled', 'expired', 'issued'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

const named = z.object({ id: z.string(), name: z.string() });
/** A day on the variant's calendar: `2026-11-30`. */
const day = z.iso.date();
const money = { row: z.int(), list: { type: 'money' }, csv: true } as const;

/** What was sold. `unit_price` and `amount` are minor units with tax. */
const documentLine = z.object({
  title: z.string(),
  quantity: z.int(),
  unit_price: z.int(),
  amount: z.int(),
  period_start: day.optional(),
  period_end: day.optional(),
});

/** Every field of a document, once, in the order of the list's file (GROWTH section 16). */
export const documentEntity = {
  id: rowId,
  number: { row: z.string(), list: { type: 'text' }, csv: true },
  kind: { row: z.enum(documentKinds), list: { type: 'enum', values: documentKinds }, csv: true },
  status: { row: z.enum(documentStatuses), list: { type: 'enum', values: documentStatuses }, csv: true },
  client: { row: named },
  client_id: { list: { type: 'id' } },
  client_name: { row: z.string(), list: { type: 'text' }, csv: true },
  /** Nobody pays it until its client is restored. */
  client_deleted: { row: z.boolean(), list: { type: 'boolean' }, csv: true },
  issued_on: { row: day, list: { type: 'day' }, csv: true },
  due_on: { row: day.nullable(), list: { type: 'day' }, csv: true },
  currency: { row: z.string(), csv: true },
  net: money,
  tax: money,
  total: money,
  paid_amount: money,
  /** What an open document still asks for; null of any other. */
  remaining: { row: z.int().nullable(), list: { type: 'money' }, csv: true },
  paid_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  lines: { row: z.array(documentLine) },
  /** The latest payment for it. */
  payment_id: { row: z.string().nullable() },
  /** The document that a credit note takes back. */
  corrects_id: { row: z.string().nullable(), list: { type: 'id' } },
  locale: { row: locale, list: { type: 'enum', values: locales } },
  /** Null: the customer, or the platform by itself. */
  created_by: { row: named.nullable() },
  created_by_name: { list: { type: 'text' }, csv: true },
  created_at: created,
} as const satisfies Entity;

export const documentRow = z.object(shapeOf(documentEntity, 'row'));
export type Document = z.infer<typeof documentRow>;

export const documentList: ListSpec = { fields: listFieldsOf(documentEntity), search: true };

/** The same as its customer sees it. */
export const ownDocument = documentRow.omit({
  client: true,
  client_name: true,
  client_deleted: true,
  remaining: true,
  created_by: true,
});
export type OwnDocument = z.infer<typeof ownDocument>;

const { number, kind, status, issued_on, due_on, total, created_at } = documentList.fields;
export const ownDocumentList = {
  fields: { number, kind, status, issued_on, due_on, total, created_at },
} as ListSpec;

const amount = z.int().min(limits.topUp.min).max(limits.topUp.max);

/** `POST clients/{id}/documents`: minor units; in the client's language unless said otherwise. */
export const proformaOfClient = z.strictObject({
  kind: z.literal('proforma'),
  amount,
  locale: locale.optional(),
});
export type ProformaOfClient = z.infer<typeof proformaOfClient>;

/** `POST documents/{id}/cancel` */
export const cancelInput = z.strictObject({ reason: multiline({ min: 1, max: limits.note.max }) });
export type CancelInput = z.infer<typeof cancelInput>;

const counted = z.object({ count: z.int(), amount: z.int() });

/**
 * `GET documents/summary`: what is left of open proformas of clients who aren't deleted, in minor units. `overdue` is a part of `open`, due before
 * `today`, the variant's day. `lacks_company`: proformas would be issued by themselves, and nobody could pay them.
 */
export const openProformas = z.object({
  today: day,
  open: counted,
  overdue: counted,
  lacks_company: z.boolean(),
});
export type OpenProformas = z.infer<typeof openProformas>;

export const documentId = z.strictObject({ id });
