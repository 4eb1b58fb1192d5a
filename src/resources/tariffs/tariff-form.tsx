import { useList } from '@refinedev/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { settingApi } from '#contract/routes/setting.ts';
import { settings } from '#contract/company/settings.ts';
import type { Setting } from '#contract/entities/setting.ts';
import { type Tariff, tariffInput, visibilities } from '#contract/entities/tariff.ts';
import { limitFields, type Metric } from '#contract/catalogue/metric.ts';
import { limits } from '#contract/kernel/primitives.ts';
import type { Feature } from '#contract/catalogue/feature.ts';
import { locales } from '#contract/kernel/variants.ts';
import { causeOf } from '#web/providers/data-provider.ts';
import { useAdmin, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import type { FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { type LimitedMetric, limitsField, withLimits } from '#web/resources/settings/limits-field.tsx';
import { useAskAboutExceeding } from './exceeding-question.tsx';
import { FeatureNames } from './feature-names.tsx';
import { FeatureChoice } from './feature-picker.tsx';
import { limitsAfter, loweredLimits } from './lowered-limits.ts';
import { TariffTextsFields } from './tariff-texts-fields.tsx';
import { textParts } from './texts-matrix.tsx';
import './tariff-form.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** The form's names are those of the specification (DESIGN section 9). */
const ownFields: readonly FormField[] = [
  // Another price is an act of its own: it asks from when, and for whom (docs/decisions/0303).
  { name: 'price_month', as: 'priceMonth', group: 'terms', kind: 'money', only: 'create' },
  { name: 'price_year', as: 'priceYear', group: 'terms', kind: 'money', only: 'create' },
  {
    name: 'monthly_turnover_limit',
    as: 'monthlyTurnoverLimit',
    group: 'limits',
    kind: 'limit',
    of: 'money',
    unlimited: 'tariffs.unlimited',
    half: true,
  },
  {
    name: 'goods_quantity',
    as: 'goodsQuantity',
    group: 'limits',
    kind: 'limit',
    of: 'number',
    unlimited: 'tariffs.unlimited',
    half: true,
  },
  {
    name: 'visibility',
    as: 'visibility',
    group: 'offer',
    kind: 'enum',
    values: visibilities,
    empty: 'omit',
    help: true,
    half: false, // its help is long
  },
  { name: 'trial_days', as: 'trialDays', group: 'offer', kind: 'number', help: true },
  { name: 'recommended', group: 'offer', kind: 'switch', help: true },
  { name: 'recommended_days', as: 'recommendedDays', group: 'terms', kind: 'number', help: true },
  {
    name: 'permissions',
    as: 'checkedPermissions',
    group: 'features',
    kind: 'control',
    control: FeatureChoice,
    unlabelled: true,
    typed: (features) => ((features ?? []) as Feature[]).map(({ id }) => id).sort(), // typed by the contract
    shown: (ids, other) => <FeatureNames ids={idsIn(ids)} lacking={idsIn(other)} />,
  },
  {
    name: 'translations',
    group: 'texts',
    kind: 'part',
    part: TariffTextsFields,
    unlabelled: true,
    places: locales.flatMap((locale) => textParts.map((part) => `${locale}.${part}`)),
    typed: textsOf,
    sent: (typed) => typed,
    labelOf: (t, place) => {
      const [locale, part] = place.split('.');
      return `${t(declaredKey(`tariffs.fields.${part}`))}: ${t(declaredKey(`languages.${locale}`))}`;
    },
  },
];

const prices = { price_month: true, price_year: true } as const;

/** The form of a tariff; the tariff is loaded with its texts and features. */
export function useTariffForm(id?: string): FormDeclaration | null {
  const { variant } = useAdmin().config;
  const { metrics, failed } = useLimitedMetrics();
  const fields = useMemo(() => metrics && fieldsWith(metrics), [metrics]);
  const isNew = id === undefined;
  const schema = useMemo(
    () => withLimits(isNew ? tariffInput(variant) : tariffInput(variant).omit(prices), metrics ?? []),
    [isNew, variant, metrics],
  );
  const recommendedDays = useRecommendedDays(isNew);
  const ask = useAskAboutExceeding(metrics ?? []);
  if (failed) return { fields: [], schema, failed };
  if (recommendedDays === undefined || !fields) return null;
  return {
    fields,
    schema,
    beside: ['offer', 'features'],
    initial: { recommended_days: recommendedDays },
    before: async (input, row) => {
      const before = row as unknown as Tariff; // typed by the contract
      const lowered = loweredLimits(before.limits, limitsAfter(before.limits, input));
      return lowered.length === 0 || ask(before.id, lowered);
    },
  };
}

/** The fields for these metrics: nothing of one that isn't used, unless it was asked for. */
function fieldsWith(metrics: readonly LimitedMetric[]): FormField[] {
  const isOffered = (metric: string) => metrics.some(({ key, isOffered: is }) => is && key === metric);
  const hidden = Object.entries(limitFields).flatMap(([key, field]) => (isOffered(key) ? [] : [field]));
  const fields = ownFields.filter(({ name }) => !hidden.some((field) => field === name));
  const at = fields.findIndex(({ group }) => group === 'features');
  const others = limitsField(metrics, { group: 'limits', unlimited: true });
  const isEmpty = others.kind === 'part' && others.places.length === 0;
  return isEmpty ? fields : fields.toSpliced(at, 0, others);
}

/**
 * The metrics that a tariff can limit: those that are used, one that the address asks for (`limit=KEY`), and to add
 * those that are not from the first start.
 */
function useLimitedMetrics(): { metrics?: LimitedMetric[] | undefined } & Pick<FormDeclaration, 'failed'> {
  const asked = useSearchParams()[0].get('limit');
  const { query, result } = useList<Metric>({
    resource: 'metrics',
    meta: { listQuery: { limit: limits.pageSize.max } },
    queryOptions: { retry: false },
    errorNotification: false,
  });
  const { data } = result;
  const metrics = useMemo(() => {
    if (query.isLoading) return undefined;
    const offered = data.map((metric) => ({ ...metric, isOffered: metric.in_use || metric.key === asked }));
    // The list has the newest first.
    return offered.filter(({ isOffered, built_in }) => isOffered || !built_in).reverse();
  }, [query.isLoading, data, asked]);
  // Without them a form would say that nothing can be limited.
  if (!query.isLoadingError) return { metrics };
  return { failed: { error: causeOf(query.error), retry: () => void query.refetch() } };
}

/**
 * The recommended days of a new tariff, from the general settings; the built-in default for people who may not read
 * them.
 */
function useRecommendedDays(isNew: boolean): number | undefined {
  const mayRead = useHolds()(settingApi.settings) && isNew;
  const { query, result } = useList<Setting>({
    resource: 'settings',
    meta: { listQuery: { filters: [{ field: 'key', op: 'eq', value: 'recommended_days' }] } },
    queryOptions: { enabled: mayRead, retry: false },
    errorNotification: false,
  });
  if (query.isLoading) return undefined;
  const read = settings.recommended_days.form.safeParse(result.data[0]?.value);
  return read.success ? read.data : settings.recommended_days.default;
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Every text of every language, empty where there is none. */
function textsOf(translations: unknown): object {
  const none = Object.fromEntries(textParts.map((part) => [part, '']));
  const given = new Map(Object.entries(translations ?? {}));
  return Object.fromEntries(locales.map((locale) => [locale, { ...none, ...given.get(locale) }]));
}
