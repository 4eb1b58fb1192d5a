import type { MetricLimit, MetricUnit } from '#contract/catalogue/metric.ts';
import type { Db, TariffRow } from '#server/db/tables.ts';
import type { Languages } from '#server/kernel/messages.ts';
import { limitsOfTariffs } from './limit-store.ts';
import { allMetrics } from './metric-store.ts';
import { nameOf } from './read-metrics.ts';
import { shownLimits } from './sent-limits.ts';

export type NamedLimit = MetricLimit & { name: string; unit: MetricUnit };

/** The limits of tariffs as people read them, by the tariff's id, in the order of the metrics. */
export async function namedLimits(
  db: Db,
  tariffs: readonly TariffRow[],
  languages: Languages,
): Promise<Map<string, NamedLimit[]>> {
  const metrics = await allMetrics(db);
  const byKey = new Map(metrics.map((metric) => [metric.key, metric]));
  const others = await limitsOfTariffs(
    db,
    tariffs.map(({ id }) => id),
  );
  return new Map(
    tariffs.map((tariff) => {
      const own = others.filter(({ tariff_id }) => tariff_id === tariff.id);
      const named = shownLimits(metrics, tariff, own).flatMap(({ metric: key, limit }) => {
        const metric = byKey.get(key);
        return metric ? [{ metric: key, limit, name: nameOf(metric, languages), unit: metric.unit }] : [];
      });
      return [tariff.id, named];
    }),
  );
}
