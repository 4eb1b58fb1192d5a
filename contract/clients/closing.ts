import * as z from 'zod';
import { limits, line, moment, multiline } from '../kernel/primitives.ts';
import { hasIbanDigits } from '../money/iban.ts';
import { closingWords } from './closing-words.ts';

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

/** The same as a form asks it: the account for what is left has a field of its own, and colleagues read both as one text. */
export const closingForm = z
  .object({
    ...closingInput.shape,
    reason: multiline({ max: limits.generic.max }),
    iban: line({ min: 0, max: limits.generic.max }).refine((iban) => iban === '' || hasIbanDigits(iban), {
      error: 'validation.iban',
    }),
  })
  .transform(({ iban, reason, ...input }) => ({ ...input, reason: closingWords({ iban, reason }) }))
  .pipe(closingInput.required({ reason: true }));

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
