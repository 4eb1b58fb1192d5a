import * as z from 'zod';
import { metricUnits } from '../catalogue/metric.ts';

/** A feature of a tariff, in the reader's language; `description` is a sentence on it, or empty. */
export const includedFeature = z.object({
  id: z.string(),
  key: z.string(),
  parent_id: z.string().nullable(),
  name: z.string(),
  description: z.string(),
});

/**
 * A tariff as strangers see it, in their language (GROWTH section 17, "A front"). Money in minor units; `year_saving`:
 * what a year costs less than twelve months; `trial_days`: its own, else the general ones; `limits`: only those that it
 * has; `features` in the order of their tree.
 */
export const publicTariff = z.object({
  id: z.string(),
  name: z.string(),
  subtitle: z.string(),
  description: z.string(),
  price_month: z.int(),
  price_year: z.int(),
  year_saving: z.int(),
  trial_days: z.int(),
  recommended: z.boolean(),
  limits: z.array(
    z.object({ metric: z.string(), name: z.string(), unit: z.enum(metricUnits), limit: z.int() }),
  ),
  features: z.array(includedFeature),
});
export type PublicTariff = z.infer<typeof publicTariff>;

/** `GET tariffs` */
export const publicTariffs = z.object({
  data: z.array(publicTariff),
  meta: z.object({ total: z.int(), currency: z.string() }),
});
