import { metricApi as api } from '#contract/routes/panel/metric.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { knownMetric, metricListing, type ReadMetricDeps, readUsedMetrics } from './read-metrics.ts';
import { changeMetric, createMetric, deleteMetric } from './write-metric.ts';

/** `admin/metrics` (GROWTH section 17). */
export function metricRoutes(deps: ReadMetricDeps & { lists: ListDeps; timeZone: string }): Implementation[] {
  return [
    onList(api.metrics, metricListing(deps), deps.lists),
    onStaff(api.usedMetrics, async ({ caller }) => ({ data: await readUsedMetrics(deps, caller.locale) })),
    onStaff(api.createMetric, async ({ caller, body }) => ({ data: await createMetric(deps, caller, body) })),
    onStaff(
      api.changeMetric,
      async ({ caller, params: { id }, body: input }) => ({
        data: await changeMetric(deps, caller, { id, input }),
      }),
      knownMetric(deps),
    ),
    onStaff(api.deleteMetric, async ({ caller, params }) => {
      await deleteMetric(deps, caller, params.id);
      return { data: {} };
    }),
  ];
}
