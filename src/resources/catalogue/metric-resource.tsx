import { type Metric, metricList } from '#contract/catalogue/metric.ts';
import { metricApi } from '#contract/routes/panel/metric.ts';
import { MetricTariffs } from './metric-tariffs.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** What cabinets count and tariffs limit (GROWTH section 17). */
export const metricResource = defineResource<Metric>({
  name: 'metrics',
  path: 'settings/metrics',
  spec: metricList,
  title: 'settings.metrics.title',
  routes: {
    list: metricApi.metrics,
    create: metricApi.createMetric,
    update: metricApi.changeMetric,
    remove: metricApi.deleteMetric,
  },
  form: { in: 'dialog', load: async () => (await import('./metric-form.tsx')).useMetricForm },
  titleField: 'name',
  csv: true,
  columns: [
    { field: 'name', shown: true },
    { field: 'key', shown: true },
    { field: 'unit', shown: true },
    { field: 'period', shown: true },
    { field: 'tariffs_count', shown: true, cell: (metric) => <MetricTariffs metric={metric} /> },
    { field: 'reported_at', shown: true },
    { field: 'created_at' },
    { field: 'updated_at', file: [] },
  ],
  filters: [{ field: 'name' }, { field: 'unit', often: true }, { field: 'period' }, { field: 'reported_at' }],
});
