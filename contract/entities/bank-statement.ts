import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { statementFormats } from '../money/bank-statement.ts';
import { minorUnits } from '../kernel/primitives.ts';
import { created, rowId } from '../kernel/common-fields.ts';

const day = { row: z.iso.date(), list: { type: 'day' }, csv: true } as const;
const count = { row: z.int(), list: { type: 'number' }, csv: true } as const;

/** Every field of a bank's file that was imported, once, in the order of the list's file. */
export const bankStatementEntity = {
  id: rowId,
  created_at: created,
  name: { row: z.string(), list: { type: 'text' }, csv: true },
  format: {
    row: z.enum(statementFormats),
    list: { type: 'enum', values: statementFormats },
    csv: true,
  },
  account: { row: z.string(), list: { type: 'text' }, csv: true },
  from: day,
  to: day,
  lines: count,
  /** Lines that were not known before. */
  new: count,
  known: count,
  outgoing: count,
  foreign: count,
  /** Of the new lines in the installation's currency. */
  total: { row: minorUnits, list: { type: 'money' }, csv: true },
  currency: { row: z.string() },
  created_by: { row: z.object({ id: z.string(), name: z.string() }).nullable() },
  created_by_name: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
} as const satisfies Entity;

export const bankStatement = z.object(shapeOf(bankStatementEntity, 'row'));
export type BankStatement = z.infer<typeof bankStatement>;

export const bankStatementList: ListSpec = { fields: listFieldsOf(bankStatementEntity) };
