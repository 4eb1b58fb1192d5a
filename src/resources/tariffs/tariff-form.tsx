import { useList } from '@refinedev/core';
import { useState } from 'react';
import { settingApi } from '#contract/routes/setting.ts';
import { settings } from '#contract/company/settings.ts';
import type { Setting } from '#contract/entities/setting.ts';
import { type Tariff, tariffInput, visibilities } from '#contract/entities/tariff.ts';
import type { Feature } from '#contract/entities/catalogue/feature.ts';
import { locales } from '#contract/variants.ts';
import { useAdmin, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import type { FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useAskAboutExceeding } from './exceeding-question.tsx';
import { FeatureNames } from './feature-names.tsx';
import { FeatureChoice } from './feature-picker.tsx';
import { loweredLimits } from './lowered-limits.ts';
import { useAskAboutPrice } from './prices/price-question.tsx';
import { TariffTextsFields } from './tariff-texts-fields.tsx';
import { textParts } from './texts-matrix.tsx';
import './tariff-form.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** The form's names are those of the specification (DESIGN section 9). */
const fields: readonly FormField[] = [
  { name: 'price_month', as: 'priceMonth', group: 'terms', kind: 'money', half: true },
  { name: 'price_year', as: 'priceYear', group: 'terms', kind: 'money', half: true },
  {
    name: 'monthly_turnover_limit',
    as: 'monthlyTurnoverLimit',
    group: 'terms',
    kind: 'limit',
    of: 'money',
    unlimited: 'tariffs.unlimited',
    half: true,
  },
  {
    name: 'goods_quantity',
    as: 'goodsQuantity',
    group: 'terms',
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
  },
  { name: 'trial_days', as: 'trialDays', group: 'offer', kind: 'number', help: true },
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

/** The form of a tariff; the tariff is loaded with its texts and features. */
export function useTariffForm(id?: string): FormDeclaration | null {
  const { variant } = useAdmin().config;
  const [schema] = useState(() => tariffInput(variant));
  const recommendedDays = useRecommendedDays(id === undefined);
  const ask = useAskAboutExceeding();
  const askAboutPrice = useAskAboutPrice();
  if (recommendedDays === undefined) return null;
  return {
    fields,
    schema,
    initial: { recommended_days: recommendedDays },
    before: async (input, row) => {
      const before = row as unknown as Tariff; // typed by the contract
      const after = { ...before, ...input };
      const limits = loweredLimits(before, after);
      if (limits !== null && !(await ask(before.id, limits))) return false;
      return askAboutPrice(before, after);
    },
  };
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
