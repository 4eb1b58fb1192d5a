import { useState } from 'react';
import { metricInput, metricPeriods, metricUnits } from '#contract/entities/catalogue/metric.ts';
import { locales } from '#contract/variants.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { NamesFields } from './names-fields.tsx';

const fields: readonly FormField[] = [
  { name: 'key', group: 'metric', kind: 'text', help: true },
  { name: 'unit', group: 'metric', kind: 'enum', values: metricUnits, half: true },
  { name: 'period', group: 'metric', kind: 'enum', values: metricPeriods, half: true },
  {
    name: 'translations',
    group: 'names',
    kind: 'part',
    part: NamesFields,
    places: locales.map((locale) => `${locale}.name`),
    typed: namesOf,
    sent: (typed) => typed,
    labelOf: (t, place) => t(declaredKey(`languages.${place.split('.')[0]}`)),
  },
];

export function useMetricForm(): FormDeclaration {
  const { variant } = useAdmin().config;
  const [schema] = useState(() => metricInput(variant));
  return { fields, schema, initial: { unit: 'count', period: 'now' } };
}

/** The name in every language, empty where there is none. */
function namesOf(translations: unknown): object {
  const given = new Map(Object.entries(translations ?? {}));
  return Object.fromEntries(locales.map((locale) => [locale, { name: '', ...given.get(locale) }]));
}
