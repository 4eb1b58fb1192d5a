import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import { created, rowId } from '../kernel/common-fields.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { id, limits, moment } from '../kernel/primitives.ts';
import { clientActs } from '../clients/client-bulk.ts';

/** Acts on many rows at once (GROWTH section 19, "Many at once"). */

export const bulkStatuses = ['queued', 'running', 'stopped', 'done', 'undoing', 'undone'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

/** What became of a row; null while it waits. */
export const bulkResults = ['done', 'skipped', 'failed', 'undone'] as const;
export type BulkResult = (typeof bulkResults)[number];

/** Why a row was left as it was, or could not be undone. */
export const bulkCodes = [
  'not_found',
  'deleted',
  'not_deleted',
  'erased',
  'email_taken',
  'phone_taken',
  'unchanged',
  'no_period',
  'balance_too_low',
  'already_blocked',
  'not_blocked',
  'not_blockable',
  'too_many_tags',
  'unconfirmed',
  'not_allowed',
  'stopped',
  'no_permission',
  'changed_since',
  'money_moved',
  'internal',
] as const;
export type BulkCode = (typeof bulkCodes)[number];

export const bulkLimits = {
  /** Rows named one by one. */
  ids: { max: 1000 },
  /** Rows of a filter. */
  rows: { max: 10_000 },
  /** The rows of a dry run that are shown. */
  sample: 5,
  /** Those of each reason that are named. */
  left: 3,
  undoHours: 24,
} as const;

const count = { row: z.int(), list: { type: 'number', shownOnly: true } } as const;

/** Every field of a run, once, in the order of the list's file. */
export const bulkRunEntity = {
  id: rowId,
  created_at: created,
  act: { row: z.enum(clientActs), list: { type: 'enum', values: clientActs }, csv: true },
  input: { row: z.record(z.string(), z.unknown()) },
  status: { row: z.enum(bulkStatuses), list: { type: 'enum', values: bulkStatuses }, csv: true },
  total: { row: z.int(), list: { type: 'number' }, csv: true },
  done: { ...count, csv: true },
  skipped: { ...count, csv: true },
  failed: { ...count, csv: true },
  undone: { ...count, csv: true },
  created_by: { row: z.object({ id: z.string(), name: z.string() }) },
  created_by_name: { row: z.string(), list: { type: 'text' }, csv: true },
  finished_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  /** Until when it can be undone; null: it can't. */
  undo_until: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
} as const satisfies Entity;

export const bulkRun = z.object(shapeOf(bulkRunEntity, 'row'));
export type BulkRun = z.infer<typeof bulkRun>;
export const bulkRunList: ListSpec = { fields: listFieldsOf(bulkRunEntity) };

/** Every field of a run's row, once, in the order of the list's file. */
export const bulkRowEntity = {
  id: rowId,
  client: { row: z.object({ id: z.string(), name: z.string() }) },
  client_id: { list: { type: 'id' }, csv: true },
  client_name: { row: z.string(), list: { type: 'text' }, csv: true },
  result: { row: z.enum(bulkResults), list: { type: 'enum', values: bulkResults }, csv: true },
  code: { row: z.enum(bulkCodes).nullable(), list: { type: 'enum', values: bulkCodes }, csv: true },
  decided_at: { row: moment, list: { type: 'moment' }, csv: true },
} as const satisfies Entity;

/** A row of a run that is decided. */
export const bulkRow = z.object(shapeOf(bulkRowEntity, 'row'));
export type BulkRow = z.infer<typeof bulkRow>;
export const bulkRowList: ListSpec = {
  fields: listFieldsOf(bulkRowEntity),
  search: true,
  csvPermission: 'clients.export',
};

/** A field of a row that the act will change. */
const change = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

const named = z.object({ id: z.string(), name: z.string() });

/** A dry run: how many rows will change, and why the others won't, with the first of each. Money in minor units. */
export const bulkCheck = z.object({
  total: z.int(),
  will: z.int(),
  wont: z.array(z.object({ code: z.enum(bulkCodes), count: z.int(), sample: z.array(named) })),
  sample: z.array(z.object({ client: named, changes: z.array(change) })),
  /** What a change of tariff moves in all wallets; null for other acts. */
  money: z.object({ charge: z.int(), refund: z.int() }).nullable(),
});
export type BulkCheck = z.infer<typeof bulkCheck>;

export const bulkStarted = z.object({ id: z.string() });

/** Which rows: those named, or all that a list's query string finds, as a saved view keeps it. */
export const bulkSelection = {
  ids: z.array(id).min(1).max(bulkLimits.ids.max).optional(),
  query: z.string().max(4000).optional(),
  dry_run: z.boolean().optional(),
  /** How many rows the dry run found: a run of a filter that finds another number by now is refused. */
  total: z.int().min(0).max(limits.count.max).optional(),
} as const;
