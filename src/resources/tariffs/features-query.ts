import { useTranslation } from 'react-i18next';
import { printListQuery } from '#contract/kernel/list-query.ts';
import type { Feature } from '#contract/catalogue/feature.ts';
import { localeOf } from '#contract/kernel/variants.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

/** All features that a tariff may include, as a tree. */
export function useFeatures() {
  return useRead(tariffApi.features, {
    query: printListQuery({ asTree: true, include: ['translations'] }),
  });
}

/** The name of a feature in the reader's language. */
export function useFeatureName(): (feature: Feature) => string {
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language);
  return ({ key, translations }) => (locale && translations?.[locale]?.name) ?? key;
}
