import { useTranslation } from 'react-i18next';
import { featuresAmong, idsWithin } from '#web/resources/tariffs/feature-choice.ts';
import { useFeatureName, useFeatures } from '#web/resources/tariffs/features-query.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** The number of these features, and the names of those missing in another choice. */
export function FeatureNames({ ids, lacking }: { ids: readonly string[]; lacking: readonly string[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOf = useFeatureName();
  const { data } = useFeatures();
  if (!data) return null;
  const more = ids.filter((id) => !lacking.includes(id));
  const names = featuresAmong(data, more).map((feature) => `+ ${nameOf(feature)}`);
  const total = formats.number(data.flatMap(idsWithin).length);
  const chosen = t('tariffs.form.chosen', { chosen: ids.length, total });
  return names.length === 0 ? chosen : `${chosen} (${names.join(', ')})`;
}
