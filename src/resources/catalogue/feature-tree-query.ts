import { useTranslation } from 'react-i18next';
import type { Feature } from '#contract/catalogue/feature.ts';
import { printListQuery } from '#contract/kernel/list-query.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { localeOf } from '#contract/kernel/variants.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

/** Every feature as a tree, archived ones included. */
export function useFeatureTree() {
  return useRead(tariffApi.features, {
    query: printListQuery({ asTree: true, include: ['translations', 'archived'] }),
  });
}

/** A feature's name in the reader's language, else its key. */
export function useNameOf(): (feature: Feature) => string {
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language);
  return ({ key, translations }) => (locale && translations?.[locale]?.name) || key;
}
