import * as z from 'zod';
import { id, moment } from '../kernel/primitives.ts';
import { metricUnits, metricUsage } from '../catalogue/metric.ts';

const feature = z.object({
  id: z.string(),
  key: z.string(),
  parent_id: z.string().nullable(),
  name: z.string(),
});

/**
 * What a tariff costs, in minor units: for somebody who comes to it now, or for the client that is on it. `coming`:
 * the next other prices that are announced, and from when they hold.
 */
const prices = z.object({
  price_month: z.int(),
  price_year: z.int(),
  coming: z.object({ price_month: z.int(), price_year: z.int(), from: moment }).nullable(),
});
export type DatedPrices = z.infer<typeof prices>;

const compared = z.object({ id: z.string(), name: z.string(), ...prices.shape });

/**
 * `GET admin/tariffs/difference`, `GET auth/me/tariffs/difference` (GROWTH section 17, "Difference"), in the reader's
 * language: features of one alone in the order of their tree, limits that differ (null: without one), and what a
 * client uses beyond the limits that would hold on `b`.
 */
export const tariffDifference = z.object({
  a: compared,
  b: compared,
  only_a: z.array(feature),
  only_b: z.array(feature),
  limits: z.array(
    z.object({
      metric: z.string(),
      name: z.string(),
      unit: z.enum(metricUnits),
      a: z.int().nullable(),
      b: z.int().nullable(),
    }),
  ),
  exceeds: z.array(metricUsage).optional(),
});
export type TariffDifference = z.infer<typeof tariffDifference>;

export const ownDifferenceQuery = z.strictObject({ a: id, b: id });
export const differenceQuery = ownDifferenceQuery.extend({ client_id: id.optional() });
