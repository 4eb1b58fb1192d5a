import type { UsedMetric } from '#contract/catalogue/metric.ts';
import { metricApi } from '#contract/routes/panel/metric.ts';
import { useRead } from './use-read.ts';

/**
 * The metrics that a tariff limits or a cabinet reports, which are all that screens show; undefined while they are
 * read, empty if they can't be.
 */
export function useUsedMetrics({ enabled = true } = {}): readonly UsedMetric[] | undefined {
  const { data, error } = useRead(metricApi.usedMetrics, { enabled, staleTime: 5000 });
  return error ? [] : data;
}

/** The fields and words of a declaration that nothing shows, because their metric is not used. */
export function useUnused(whileUsed: Readonly<Record<string, string>> | undefined): ReadonlySet<string> {
  const used = useUsedMetrics({ enabled: whileUsed !== undefined }) ?? [];
  return new Set(
    Object.entries(whileUsed ?? {}).flatMap(([field, key]) =>
      used.some((metric) => metric.key === key) ? [] : [field],
    ),
  );
}
