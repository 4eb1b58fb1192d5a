import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { gatewayNames, paymentFailures } from '../money/payment-gateway.ts';
import { matchedAt, matchedTogether, suggestion } from '../money/payment-matching.ts';
import { limits, line, minorUnits, moment, multiline } from '../kernel/primitives.ts';
import { created, rowId, updated } from '../kernel/common-fields.ts';
import { ledgerEntry } from './ledger-entry.ts';
import { paymentMethods, paymentStatuses } from '../money/payment-words.ts';

const named = z.object({ id: z.string(), name: z.string() });
const text = z.string().nullable();
const money = { row: minorUnits, list: { type: 'money' }, csv: true } as const;
const listedText = { list: { type: 'text' }, csv: true } as const;
const shownText = { row: text, ...listedText } as const;

/** Every field of a payment, once, in the order of the list's file (GROWTH section 16). */
export const paymentEntity = {
  id: rowId,
  value_date: { row: z.iso.date(), list: { type: 'day' }, csv: true },
  status: { row: z.enum(paymentStatuses), list: { type: 'enum', values: paymentStatuses }, csv: true },
  method: { row: z.enum(paymentMethods), list: { type: 'enum', values: paymentMethods }, csv: true },
  /** The gateway of an online payment. */
  provider: {
    row: z.enum(gatewayNames).nullable(),
    list: { type: 'enum', values: gatewayNames },
    csv: true,
  },
  amount: money,
  /** What went back to the payer, and what is on its way there. */
  refunded: money,
  currency: { row: z.string(), ...listedText },
  client: { row: named.nullable() },
  client_id: { list: { type: 'id' } },
  client_name: shownText,
  document: { row: z.object({ id: z.string(), number: z.string() }).nullable() },
  document_id: { list: { type: 'id' } },
  document_number: shownText,
  /** Null: its source tells nothing of the payer. */
  payer: { row: z.object({ name: text, code: text, account: text }).nullable() },
  payer_name: shownText,
  payer_code: listedText,
  payer_account: listedText,
  purpose: shownText,
  /** Why it was set aside, taken back or failed, in somebody's words or the gateway's. */
  reason: shownText,
  /** Who booked a bank line, or the rule by which it was certain. */
  matched_by: { row: z.union([named, z.literal('rule')]).nullable() },
  matched_at: matchedAt,
  batch: matchedTogether,
  /** Who entered it by hand. */
  created_by: { row: named.nullable() },
  created_by_name: shownText,
  ledger_entry_id: { row: text },
  statement_id: { row: text, list: { type: 'id' } },
  /** What its source calls it: a gateway's id, or a bank line's fingerprint. */
  external_id: shownText,
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

export const paymentRow = z.object(shapeOf(paymentEntity, 'row'));
export type Payment = z.infer<typeof paymentRow>;

export const paymentList: ListSpec = { fields: listFieldsOf(paymentEntity), search: true };

/** `pending`: its gateway has not said yet. `failed`: it never arrived, and is in the wallet again. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;

/** Money that goes back to a payer. */
export const refund = z.object({
  id: z.string(),
  status: z.enum(refundStatuses),
  amount: minorUnits,
  reason: z.string(),
  /** Of the transfer or the receipt by which it was paid by hand; null: through the gateway. */
  reference: text,
  /** What its gateway said. */
  detail: text,
  ledger_entry_id: z.string(),
  created_by: named.nullable(),
  created_at: moment,
});
export type Refund = z.infer<typeof refund>;

/** `GET admin/payments/{id}` */
export const paymentDetails = paymentRow.extend({
  /** Of an online payment that failed. */
  failure: z.enum(paymentFailures).nullable(),
  /** Of a bank line that waits; the likeliest first. */
  suggestions: z.array(suggestion),
  /** Its lines in the wallet in the order of the ledger, with what took them back. */
  entries: z.array(ledgerEntry),
  refunds: z.array(refund),
  /** What can still go back. */
  refundable: minorUnits,
  /** Who would send it back: its gateway, or somebody by hand. */
  refund_by: z.enum(['gateway', 'hand']),
  /** Of its client's wallet now. */
  client_balance: minorUnits.nullable(),
  /** What stays charged when the payment is taken back: everything since its top-up. Null: nothing was. */
  kept: z.object({ charged: minorUnits, period_end: moment.nullable() }).nullable(),
});
export type PaymentDetails = z.infer<typeof paymentDetails>;

/**
 * `POST admin/payments/{id}/refund`. With a `reference` the money was paid back by hand, and this is its transfer or
 * receipt; without one the payment's gateway sends it. `below_zero` agrees that the client then owes money.
 */
export const refundInput = z.strictObject({
  amount: z.int().min(limits.topUp.min).max(limits.topUp.max),
  reason: multiline({ min: 1, max: limits.note.max }),
  reference: line(limits.invoice).optional(),
  below_zero: z.boolean().optional(),
});
export type RefundInput = z.infer<typeof refundInput>;
