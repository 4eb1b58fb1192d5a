import { type Metric, metricEntity, type MetricUsage, type UsedMetric } from '#contract/catalogue/metric.ts';
import { type Entity, metricFieldsOf } from '#contract/kernel/entity.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, NamesByLocale } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { type Languages, textIn } from '#server/kernel/messages.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { measuresOf } from './limit-store.ts';
import { type CountedMetric, metricCsv, metricsByIds, metricSource, usedMetrics } from './metric-store.ts';

/** Names are in the reader's language, else in the default one. */
export interface ReadMetricDeps {
  db: Db;
  defaultLocale: Locale;
}

/** Metrics for the list and its file (GROWTH section 17). */
export function metricListing({ db, defaultLocale }: ReadMetricDeps): Listing<Metric> {
  return {
    name: 'metrics',
    source: ({ locale }) => metricSource(locale, defaultLocale),
    rows: async ({ locale }, ids) =>
      inOrderOf(ids, await metricsByIds(db, ids)).map((row) => toMetric(row, { locale, defaultLocale })),
    csv: metricCsv,
  };
}

/** Refuses an unknown metric before the body is read. */
export function knownMetric({ db }: Pick<ReadMetricDeps, 'db'>) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    if ((await metricsByIds(db, [params.id])).length === 0) throw new AppError('not_found');
  };
}

export function toMetric(row: CountedMetric, languages: Languages): Metric {
  return toAnswer(metricEntity, row, { name: nameOf(row, languages) });
}

/** The name of what has a key, which stands in where no language has a name. */
export function nameOf(
  { key, translations }: { key: string; translations: NamesByLocale },
  languages: Languages,
): string {
  return textIn(translations, 'name', languages, key);
}

/** The metrics that screens show (GROWTH section 17, "Metrics"). */
export async function readUsedMetrics(
  { db, defaultLocale }: ReadMetricDeps,
  locale: Locale,
): Promise<UsedMetric[]> {
  const used = await usedMetrics(db);
  return used.map((row) => ({
    key: row.key,
    name: nameOf(row, { locale, defaultLocale }),
    unit: row.unit,
    period: row.period,
  }));
}

/** The fields of a noun that belong to a metric that nothing limits or reports. */
export async function unusedFields(db: Db, entity: Entity): Promise<ReadonlySet<string>> {
  const used = new Set((await usedMetrics(db)).map(({ key }) => key));
  const fields = Object.entries(metricFieldsOf(entity));
  return new Set(fields.flatMap(([field, metric]) => (used.has(metric) ? [] : [field])));
}

/** What a client uses of each metric that a tariff limits or a cabinet reports (GROWTH section 17). */
export async function usageOf(db: Db, clientId: string, languages: Languages): Promise<MetricUsage[]> {
  const measures = await measuresOf(db, clientId);
  return measures
    .filter(({ is_shown }) => is_shown)
    .map((row) => ({
      metric: row.key,
      name: nameOf(row, languages),
      unit: row.unit,
      period: row.period,
      used: row.used,
      limit: row.most,
    }));
}
