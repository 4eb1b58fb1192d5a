import { useTranslation } from 'react-i18next';
import type { Tariff } from '#contract/tariff.ts';
import { StateTag } from '#web/ui/state-tag.tsx';

export function TariffState({ archived_at }: Pick<Tariff, 'archived_at'>) {
  const { t } = useTranslation();
  return archived_at === null ? (
    <StateTag tone="good" word={t('tariffs.offered')} />
  ) : (
    <StateTag tone="off" word={t('tariffs.archived')} />
  );
}

/** The absence of a limit. */
export function Unlimited() {
  const { t } = useTranslation();
  return <span className="muted">{t('tariffs.unlimited')}</span>;
}
