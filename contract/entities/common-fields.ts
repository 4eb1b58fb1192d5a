import * as z from 'zod';
import { moment } from '../primitives.ts';

/** Fields that several nouns have. */

export const rowId = { row: z.string(), list: { type: 'id' } } as const;
export const created = { row: moment, list: { type: 'moment' }, csv: true } as const;
export const updated = { row: moment, list: { type: 'moment' } } as const;

/** What a creation and a change take alike. */
export function own<Schema extends z.ZodType>(schema: Schema) {
  return { input: schema, change: schema };
}
