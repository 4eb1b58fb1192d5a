import { useList } from '@refinedev/core';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/primitives.ts';
import type { Tariff } from '#contract/tariff.ts';

/** An open tariff for new clients, or null: the cheapest one. */
export function DefaultTariff({
  id,
  value = null,
  onChange,
}: {
  id?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
}) {
  const { t } = useTranslation();
  const { query, result } = useList<Tariff>({
    resource: 'tariffs',
    meta: {
      listQuery: {
        limit: limits.pageSize.max,
        sort: [{ field: 'name', order: 'asc' }],
        filters: [{ field: 'archived_at', op: 'null', value: '1' }],
      },
    },
    errorNotification: false,
  });
  const known = result.data.map((tariff) => ({ value: tariff.id, label: tariff.name }));
  const isUnknown = value !== null && query.isFetched && known.every((one) => one.value !== value);
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
        ...(isUnknown ? [{ value, label: t('settings.archivedTariff') }] : []),
      ]}
    />
  );
}

const cheapest = 'cheapest';
