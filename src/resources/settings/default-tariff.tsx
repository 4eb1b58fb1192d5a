import { useList } from '@refinedev/core';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/kernel/primitives.ts';
import type { Tariff } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** An open tariff for new clients, or null for the cheapest. Its name is hidden without the right to see tariffs. */
export function DefaultTariff({ id, value: held, onChange }: ControlProps) {
  const value = typeof held === 'string' ? held : null;
  const { t } = useTranslation();
  const seesTariffs = useHolds()(tariffApi.tariffs);
  const { query, result } = useList<Tariff>({
    resource: 'tariffs',
    meta: {
      listQuery: {
        limit: limits.pageSize.max,
        sort: [{ field: 'name', order: 'asc' }],
        filters: [{ field: 'archived_at', op: 'null', value: '1' }],
      },
    },
    queryOptions: { enabled: seesTariffs },
    errorNotification: false,
  });
  const known = result.data.map((tariff) => ({ value: tariff.id, label: tariff.name }));
  const isAnswered = query.isSuccess || !seesTariffs;
  const isUnknown = value !== null && isAnswered && known.every((one) => one.value !== value);
  const unknown = t(seesTariffs ? 'settings.archivedTariff' : 'settings.hiddenTariff');
  return (
    <Select
      {...(id !== undefined && { id })}
      showSearch
      optionFilterProp="label"
      loading={query.isLoading}
      value={query.isLoading ? '' : (value ?? cheapest)}
      onChange={(chosen) => onChange?.(chosen === cheapest ? null : chosen)}
      options={[
        { value: cheapest, label: t('settings.cheapest') },
        ...known,
        ...(isUnknown ? [{ value, label: unknown }] : []),
      ]}
    />
  );
}

const cheapest = 'cheapest';
