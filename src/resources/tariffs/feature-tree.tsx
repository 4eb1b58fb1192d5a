import { useTranslation } from 'react-i18next';
import type { Feature } from '#contract/catalogue/feature.ts';
import { localeOf } from '#contract/kernel/variants.ts';
import { CheckIcon } from '#web/ui/admin/kit/icons.tsx';
import './feature-tree.css';

/** A tariff's features as a tree in the reader's language. */
export function FeatureTree({ features }: { features: readonly Feature[] }) {
  const { t } = useTranslation();
  if (features.length === 0) return <p className="muted">{t('tariffs.noFeatures')}</p>;
  const ids = new Set(features.map(({ id }) => id));
  const roots = features.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id));
  return <Branch features={roots} all={features} />;
}

function Branch({ features, all }: { features: readonly Feature[]; all: readonly Feature[] }) {
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language);
  return (
    <ul className="feature-tree">
      {features.map((feature) => {
        const below = feature.children ?? all.filter(({ parent_id }) => parent_id === feature.id);
        return (
          <li key={feature.id}>
            <CheckIcon />
            {(locale && feature.translations?.[locale]?.name) ?? feature.key}
            {below.length > 0 && <Branch features={below} all={all} />}
          </li>
        );
      })}
    </ul>
  );
}
