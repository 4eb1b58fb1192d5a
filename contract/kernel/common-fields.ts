import * as z from 'zod';
import { moment } from './primitives.ts';

/** Fields of several nouns. */

export const rowId = { row: z.string(), list: { type: 'id' } } as const;
export const created = { row: moment, list: { type: 'moment' }, csv: true } as const;
export const updated = { row: moment, list: { type: 'moment' } } as const;

/** The same for creating and changing. */
export function own<Schema extends z.ZodType>(schema: Schema) {
  return { input: schema, change: schema };
}
