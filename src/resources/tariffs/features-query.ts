import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminApi } from '#contract/admin-api.ts';
import { printListQuery } from '#contract/list-query.ts';
import type { Feature } from '#contract/tariff.ts';
import { localeOf } from '#contract/variants.ts';
import { useAdmin } from '#web/ui/admin-context.ts';

/** All features that a tariff may include, as a tree. */
export function useFeatures() {
  const { http } = useAdmin();
  return useQuery({
    queryKey: ['tariff-features'],
    queryFn: ({ signal }) =>
      http.call(adminApi.features, {
        query: printListQuery({ asTree: true, include: ['translations'] }),
        signal,
      }),
    retry: false,
  });
}

/** What a feature is called in the reader's language. */
export function useFeatureName(): (feature: Feature) => string {
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language);
  return ({ key, translations }) => (locale && translations?.[locale]?.name) ?? key;
}
