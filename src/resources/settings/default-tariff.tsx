import { useList } from '@refinedev/core';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/primitives.ts';
import type { Tariff } from '#contract/tariff.ts';
import { useMay } from '#web/ui/admin-context.ts';

/** An open tariff for new clients, or null: the cheapest one. Whoever may not see tariffs is not told which. */
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
  const seesTariffs = useMay()('tariffs.read', { write: false }).allowed;
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
