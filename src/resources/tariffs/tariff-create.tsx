import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import { printListQuery } from '#contract/list-query.ts';
import { settings } from '#contract/settings.ts';
import { TariffForm } from '#web/resources/tariffs/tariff-form.tsx';
import { emptyTariffForm } from '#web/resources/tariffs/tariff-form-input.ts';
import { tariffResource } from '#web/resources/tariffs/tariff-resource.tsx';
import { useAdmin, useMay } from '#web/ui/admin-context.ts';
import { listPath } from '#web/ui/define-resource.ts';
import { BackIcon } from '#web/ui/icons.tsx';
import { Writable } from '#web/ui/writable.tsx';

export function Component() {
  const { t } = useTranslation();
  const recommendedDays = useRecommendedDays();
  return (
    <Writable with="tariffs.write">
      <Link className="back-link" to={listPath(tariffResource)}>
        <BackIcon />
        {t('tariffs.title')}
      </Link>
      <div className="show-head">
        <h1>{t('tariffs.new')}</h1>
      </div>
      {recommendedDays === undefined ? (
        <Skeleton active />
      ) : (
        <TariffForm initial={emptyTariffForm(recommendedDays)} />
      )}
    </Writable>
  );
}

/** What the general settings give a new tariff; the built-in default for whoever may not read them. */
function useRecommendedDays(): number | undefined {
  const { http } = useAdmin();
  const mayRead = useMay()('settings.read', { write: false }).allowed;
  const { data, isLoading } = useQuery({
    queryKey: ['settings', 'recommended_days'],
    queryFn: ({ signal }) =>
      http.call(adminSettingsApi.settings, {
        query: printListQuery({ filters: [{ field: 'key', op: 'eq', value: 'recommended_days' }] }),
        signal,
      }),
    enabled: mayRead,
    retry: false,
  });
  if (isLoading) return undefined;
  const read = settings.recommended_days.form.safeParse(data?.data[0]?.value);
  return read.success ? read.data : settings.recommended_days.default;
}
