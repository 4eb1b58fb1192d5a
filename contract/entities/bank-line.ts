import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { matchedAt, matchedTogether, suggestion } from '../money/payment-matching.ts';
import { minorUnits } from '../kernel/primitives.ts';
import { created, rowId, updated } from '../kernel/common-fields.ts';

/** A line waits for its client (`unmatched`), was booked for one, or was set aside. */
export const bankLineStatuses = ['unmatched', 'matched', 'ignored'] as const;

const named = z.object({ id: z.string(), name: z.string() });
const text = z.string().nullable();
const listedText = { row: text, list: { type: 'text' }, csv: true } as const;

/** Every field of a payment that came in a bank's file, once, in the order of the list's file (GROWTH section 16). */
export const bankLineEntity = {
  id: rowId,
  value_date: { row: z.iso.date(), list: { type: 'day' }, csv: true },
  status: { row: z.enum(bankLineStatuses), list: { type: 'enum', values: bankLineStatuses }, csv: true },
  amount: { row: minorUnits, list: { type: 'money' }, csv: true },
  currency: { row: z.string(), list: { type: 'text' }, csv: true },
  payer_name: listedText,
  payer_code: listedText,
  payer_account: listedText,
  purpose: listedText,
  client: { row: named.nullable() },
  client_id: { list: { type: 'id' } },
  client_name: listedText,
  document: { row: z.object({ id: z.string(), number: z.string() }).nullable() },
  document_number: listedText,
  /** Why it was set aside, or taken back. */
  reason: listedText,
  /** Who booked it or set it aside, or the rule by which it was certain. */
  matched_by: { row: z.union([named, z.literal('rule')]).nullable() },
  matched_at: matchedAt,
  batch: matchedTogether,
  batch_id: { list: { type: 'id' } },
  ledger_entry_id: { row: text },
  statement_id: { row: text, list: { type: 'id' } },
  /** Of a line that waits; the likeliest first. */
  suggestions: { row: z.array(suggestion) },
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

export const bankLine = z.object(shapeOf(bankLineEntity, 'row'));
export type BankLine = z.infer<typeof bankLine>;

export const bankLineList: ListSpec = { fields: listFieldsOf(bankLineEntity), search: true };
