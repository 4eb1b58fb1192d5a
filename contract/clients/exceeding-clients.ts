import * as z from 'zod';
import type { MetricLimit } from '../catalogue/metric.ts';
import { limits } from '../kernel/primitives.ts';

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
  /** The other ones, as `METRIC:LIMIT`, separated by commas. */
  limits: z
    .string()
    .max(2000)
    .regex(/^[a-z][a-z0-9._-]{0,49}:\d{1,15}(,[a-z][a-z0-9._-]{0,49}:\d{1,15})*$/, {
      error: 'validation.notAllowed',
    })
    .transform((given) =>
      given.split(',').map((one): MetricLimit => {
        const [metric = '', most] = one.split(':');
        return { metric, limit: Number(most) };
      }),
    )
    .optional(),
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
  /** What it uses of each metric that was asked about in `limits`. */
  used: z.array(z.object({ metric: z.string(), used: z.int() })),
});
export type ExceedingClient = z.infer<typeof exceedingClient>;
