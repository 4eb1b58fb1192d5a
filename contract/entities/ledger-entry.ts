import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { moment } from '../kernel/primitives.ts';
import { created, rowId } from '../kernel/common-fields.ts';

export const ledgerKinds = ['top_up', 'charge', 'refund', 'bonus', 'reversal', 'payout'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];
/** How money came in (specification, section 3). Every service but `cash` has an invoice with its year. */
export const topUpServices = ['cash', 'non_cash', 'card'] as const;
export type TopUpService = (typeof topUpServices)[number];

const lineId = { row: z.string().nullable(), list: { type: 'id' } } as const;
const periodEnd = { row: moment.nullable(), list: { type: 'moment' }, csv: true } as const;

/** The fields of a line of a wallet that its customer sees. */
const ownLedgerEntity = {
  id: rowId,
  created_at: created,
  /** The day that the line counts for. */
  value_date: { row: z.iso.date(), list: { type: 'day' }, csv: true },
  kind: { row: z.enum(ledgerKinds), list: { type: 'enum', values: ledgerKinds }, csv: true },
  service: {
    row: z.enum(topUpServices).nullable(),
    list: { type: 'enum', values: topUpServices },
    csv: true,
  },
  /** Of a charge: the price of the period, and what discounts took off it. Null for other lines. */
  price: { row: z.int().nullable(), list: { type: 'money' }, csv: true },
  discount: { row: z.int().nullable(), list: { type: 'money' }, csv: true },
  /** Signed. */
  amount: { row: z.int(), list: { type: 'money' }, csv: true },
  balance_after: { row: z.int(), list: { type: 'money' }, csv: true },
  invoice: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
  year: { row: z.int().nullable(), list: { type: 'number' }, csv: true },
  period_start: periodEnd,
  period_end: periodEnd,
  reverses_id: lineId,
  /** The line that reversed this one. */
  reversed_by_id: lineId,
} as const satisfies Entity;

/**
 * Every field of a line of a client's wallet, once, in the order of the list's file (API.md, LedgerEntry). Money in
 * minor units. Lines never change.
 */
export const ledgerEntity = {
  ...ownLedgerEntity,
  /** Ours that `invoice` names, in whatever spelling. */
  document: { row: z.object({ id: z.string(), number: z.string() }).nullable() },
  note: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
  created_by: { row: z.string().nullable(), list: { type: 'id' } },
  created_by_name: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
} as const satisfies Entity;

export const ledgerEntry = z.object(shapeOf(ledgerEntity, 'row'));
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** Without staff's names and notes. */
export const ownLedgerEntry = z.object(shapeOf(ownLedgerEntity, 'row'));
export type OwnLedgerEntry = z.infer<typeof ownLedgerEntry>;

/** `GET admin/clients/{id}/ledger` */
export const ledgerList: ListSpec = { fields: listFieldsOf(ledgerEntity) };

/** `GET auth/me/ledger` */
export const ownLedgerList: ListSpec = { fields: listFieldsOf(ownLedgerEntity) };

/** Every field of a line in the ledger of all clients, in the order of its file. */
export const allLedgerEntity = {
  ...ledgerEntity,
  client: { row: z.object({ id: z.string(), name: z.string() }) },
  client_id: { list: { type: 'id' } },
  client_name: { row: z.string(), list: { type: 'text' }, csv: true },
  /** What a charge paid, and what gave one back; null for other lines and those from before it was kept. */
  tariff_id: { row: z.string().nullable(), list: { type: 'id' } },
  tariff_name: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
} as const satisfies Entity;

export const allLedgerEntry = z.object(shapeOf(allLedgerEntity, 'row'));
export type AllLedgerEntry = z.infer<typeof allLedgerEntry>;

/** `GET admin/ledger` */
export const allLedgerList: ListSpec = { fields: listFieldsOf(allLedgerEntity) };

/** Of every line that matches, by kind; signed. */
export const ledgerSums = z.record(z.enum(ledgerKinds), z.int());
