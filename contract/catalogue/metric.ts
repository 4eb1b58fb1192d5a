import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { limits as bounds, line, moment } from '../kernel/primitives.ts';
import type { Variant } from '../kernel/variants.ts';
import { catalogueKey, catalogueName, namesByLocale, namesInput } from './names.ts';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';

/** What a metric counts. Money is in minor units; all numbers are whole. */
export const metricUnits = ['count', 'money', 'bytes', 'minutes'] as const;
export type MetricUnit = (typeof metricUnits)[number];
/** `now`: as it is. `month`: in the current month of the installation's time zone. */
export const metricPeriods = ['now', 'month'] as const;

/**
 * The metrics of the first start, which can't be deleted (GROWTH section 17). The specification's fields are where
 * their usage and two of their limits are stored; `limits` reads and writes the same columns.
 */
export const firstMetrics = ['monthly_turnover', 'goods_count', 'cash_registers'] as const;
export type FirstMetric = (typeof firstMetrics)[number];
export const limitFields = {
  monthly_turnover: 'monthly_turnover_limit',
  goods_count: 'goods_quantity',
} as const satisfies { [Key in FirstMetric]?: string };

/** The names of the specification's limits, which no metric can have. */
const takenNames: readonly string[] = Object.values(limitFields);
const metricKey = catalogueKey.refine((key) => !takenNames.includes(key), { error: 'validation.keyTaken' });

/** The highest number that a metric of a unit, or its limit, can have. */
export function highest(unit: MetricUnit): number {
  return unit === 'count' ? bounds.count.max : bounds.money.max;
}

/** Every field of a metric, once. */
export const metricEntity = {
  id: rowId,
  key: { row: z.string(), ...own(metricKey), list: { type: 'text' }, csv: true },
  /** Its name in the reader's language, else in the default one. */
  name: { row: z.string(), list: { type: 'text' }, csv: true },
  unit: {
    row: z.enum(metricUnits),
    ...own(z.enum(metricUnits)),
    list: { type: 'enum', values: metricUnits },
    csv: true,
  },
  period: {
    row: z.enum(metricPeriods),
    ...own(z.enum(metricPeriods)),
    list: { type: 'enum', values: metricPeriods },
    csv: true,
  },
  translations: { row: namesByLocale },
  /** Tariffs with a limit of it. */
  tariffs_count: { row: z.int(), list: { type: 'number' }, csv: true },
  /** When a cabinet first reported more than nothing; since then it stays what it is. */
  reported_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  /** Whether a tariff limits it or a cabinet reports it; only the list of metrics shows others. */
  in_use: { row: z.boolean() },
  /** Whether it was there from the first start. */
  built_in: { row: z.boolean() },
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

export const metric = z.object(shapeOf(metricEntity, 'row'));
export type Metric = z.infer<typeof metric>;

/** `POST admin/metrics`; the name in the default language is required. */
export function metricInput(variant: Variant) {
  return z.strictObject({ ...shapeOf(metricEntity, 'input'), translations: namesInput(variant) });
}
export type MetricInput = z.infer<ReturnType<typeof metricInput>>;

/** `PUT admin/metrics/{id}`: absent fields stay; `translations` replaces all. */
export function metricChanges(variant: Variant) {
  return metricInput(variant).partial().extend({ updated_at: moment.optional() });
}
export type MetricChanges = z.infer<ReturnType<typeof metricChanges>>;

export const metricList: ListSpec = { fields: listFieldsOf(metricEntity), search: true };

/** A limit of a tariff or a client, by the metric's key; each metric once. */
export const metricLimit = z.object({ metric: z.string(), limit: z.int() });
export type MetricLimit = z.infer<typeof metricLimit>;
export const metricLimits = z
  .array(
    z.strictObject({
      metric: line({ max: catalogueName.max }),
      limit: z.int().min(0).max(bounds.money.max),
    }),
  )
  .max(200)
  .refine((given) => new Set(given.map((one) => one.metric)).size === given.length, {
    error: 'validation.metricTwice',
  });

/** `GET admin/metrics/used`: a metric that screens show, with its name in the reader's language. */
export const usedMetric = metric.pick({ key: true, name: true, unit: true, period: true });
export type UsedMetric = z.infer<typeof usedMetric>;

/** What a client uses of a metric; null: without that limit. `limit` holds: the client's own, else the tariff's. */
export const metricUsage = z.object({
  metric: z.string(),
  name: z.string(),
  unit: z.enum(metricUnits),
  period: z.enum(metricPeriods),
  used: z.int(),
  limit: z.int().nullable(),
});
export type MetricUsage = z.infer<typeof metricUsage>;
