import * as z from 'zod';
import { limits, moment, multiline } from '../kernel/primitives.ts';

/** Discounts of a client (GROWTH section 17, docs/decisions/0157). */

/** How many periods a discount may hold for: ten years of months. */
export const mostPeriods = 120;

/** What a discount takes off each period's price: whole percents or minor units, for some periods or without end. */
export const discountFields = {
  percent: z.int().min(1).max(100).optional(),
  amount: z.int().min(1).max(limits.topUp.max).optional(),
  periods: z.int().min(1).max(mostPeriods).nullable(),
};

/** `POST admin/clients/{id}/discounts`: either `percent` or `amount` (minor units). */
export const discountInput = z
  .strictObject({ ...discountFields, reason: multiline({ min: 1, max: limits.note.max }) })
  .refine(({ percent, amount }) => percent !== undefined || amount !== undefined, {
    path: ['percent'],
    error: 'validation.required',
  })
  .refine(({ percent, amount }) => percent === undefined || amount === undefined, {
    path: ['amount'],
    error: 'validation.percentOrAmount',
  });
export type DiscountInput = z.infer<typeof discountInput>;

const given = {
  id: z.string(),
  /** Either this or the amount. */
  percent: z.int().nullable(),
  /** Minor units of each period. */
  amount: z.int().nullable(),
  /** Null: without end. */
  periods: z.int().nullable(),
  periods_left: z.int().nullable(),
};

/** A discount that the next period gets. */
export const runningDiscount = z.object(given);
export type RunningDiscount = z.infer<typeof runningDiscount>;

/** `used`: its periods are over. `ended`: by a colleague, before. */
export const discountStates = ['running', 'used', 'ended'] as const;

const person = z.object({ id: z.string(), name: z.string() });

/** A discount that a client was given. `created_by` is null where the client redeemed a promo code. */
export const clientDiscount = z.object({
  ...given,
  state: z.enum(discountStates),
  reason: z.string(),
  created_by: person.nullable(),
  created_at: moment,
  ended_by: person.nullable(),
  ended_at: moment.nullable(),
});
export type ClientDiscount = z.infer<typeof clientDiscount>;
