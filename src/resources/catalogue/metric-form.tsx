import { useState } from 'react';
import { metricInput, metricPeriods, metricUnits } from '#contract/catalogue/metric.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { namesField } from './names-fields.tsx';

const fields: readonly FormField[] = [
  { name: 'key', group: 'metric', kind: 'text', help: true },
  { name: 'unit', group: 'metric', kind: 'enum', values: metricUnits },
  { name: 'period', group: 'metric', kind: 'enum', values: metricPeriods },
  namesField,
];

export function useMetricForm(): FormDeclaration {
  const { variant } = useAdmin().config;
  const [schema] = useState(() => metricInput(variant));
  return { fields, schema, initial: { unit: 'count', period: 'now' } };
}
