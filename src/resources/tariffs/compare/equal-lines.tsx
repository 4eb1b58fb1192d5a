import { useTranslation } from 'react-i18next';
import { tariffApi } from '#contract/routes/tariff.ts';
import type { EqualLine } from '#web/resources/clients/subscription/tariff-difference.tsx';
import { useFeatureName } from '#web/resources/tariffs/features-query.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useUsedMetrics } from '#web/ui/admin/resource/use-metrics.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

/** The limits and features that two tariffs have alike. */
export function useEqualLines({ a, b, enabled }: { a: string; b: string; enabled: boolean }): EqualLine[] {
  const { t } = useTranslation();
  const { measure } = useFormats();
  const nameOf = useFeatureName();
  const metrics = useUsedMetrics({ enabled }) ?? [];
  const query = { include: 'permissions,translations' };
  const { data: one } = useRead(tariffApi.tariff, { params: { id: a }, query, enabled });
  const { data: other } = useRead(tariffApi.tariff, { params: { id: b }, query, enabled });
  if (!one || !other) return [];
  const limitOf = ({ limits }: typeof one, key: string) =>
    limits.find(({ metric }) => metric === key)?.limit ?? null;
  const limits = metrics
    .filter(({ key }) => limitOf(one, key) === limitOf(other, key))
    .map(({ key, name, unit }) => {
      const limit = limitOf(one, key);
      return { key, name, said: limit === null ? t('tariffs.unlimited') : measure(limit, unit) };
    });
  const features = (one.permissions ?? [])
    .filter(({ id }) => other.permissions?.some((same) => same.id === id))
    .map((feature) => ({
      key: feature.id,
      name: nameOf(feature),
      said: t('tariffs.compare.included'),
    }));
  return [...limits, ...features];
}
