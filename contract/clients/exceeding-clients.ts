import * as z from 'zod';
import { limits } from '../primitives.ts';

const wholeNumber = (text: z.ZodString) =>
  text
    .regex(/^\d{1,16}$/, { error: 'validation.numberExpected' })
    .transform(Number)
    .refine(Number.isSafeInteger, { error: 'validation.numberExpected' });
const limit = wholeNumber(z.string()).optional();
const count = ({ min, max }: { min: number; max: number }) =>
  wholeNumber(z.string()).pipe(z.int().min(min).max(max));

/** `GET admin/tariffs/{id}/exceeding`: the limits to test; an absent one is unlimited. */
export const exceedingQuery = z.strictObject({
  monthly_turnover_limit: limit,
  goods_quantity: limit,
  page: count(limits.page).optional(),
  limit: count(limits.pageSize).optional(),
});
export type ExceedingQuery = z.infer<typeof exceedingQuery>;

/** A client that would exceed a limit. */
export const exceedingClient = z.object({
  id: z.string(),
  name: z.string(),
  monthly_turnover: z.int(),
  goods_count: z.int(),
});
export type ExceedingClient = z.infer<typeof exceedingClient>;
