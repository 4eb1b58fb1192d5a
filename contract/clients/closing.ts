import * as z from 'zod';
import { limits, moment, multiline } from '../kernel/primitives.ts';

/**
 * `POST auth/me/close`: the present password, why, or where to send the rest of the money, and whether the data is to be
 * erased then. What is left out stays as it was asked before; an empty `reason` takes it back.
 */
export const closingInput = z.strictObject({
  password: z.string().min(1).max(255),
  reason: multiline({ max: limits.generic.max }).optional(),
  erase: z.boolean().optional(),
});

export type ClosingInput = z.output<typeof closingInput>;

/** Whether one's own account is closing. */
export const closing = z.object({
  /** Null: it stays open. */
  closes_at: moment.nullable(),
  reason: z.string().nullable(),
  /** The data is erased then, once nothing is left on the balance. */
  erases: z.boolean(),
  /** When it would close if that were asked now. */
  would_close_at: moment,
  /** What is left, in minor units. */
  balance: z.int(),
  currency: z.string(),
});
export type Closing = z.infer<typeof closing>;
