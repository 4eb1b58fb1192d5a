import { useMany } from '@refinedev/core';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { RowSelect } from '#web/ui/form/row-select.tsx';

/** The tariffs that something is limited to, or null: all of them, which is a choice of its own. */
export function TariffLimit({
  value = null,
  onChange,
}: {
  value?: string[] | null;
  onChange?: (ids: string[] | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="stacked">
      <Checkbox checked={value === null} onChange={({ target }) => onChange?.(target.checked ? null : [])}>
        {t('settings.everyTariff')}
      </Checkbox>
      {value !== null && (
        <RowSelect
          resource="tariffs"
          label={t('partners.fields.tariff_ids')}
          placeholder={t('validation.oneTariff')}
          value={value}
          onChange={(ids) => onChange?.(ids)}
        />
      )}
    </div>
  );
}

/** The same in words. */
export function TariffNames({ ids }: { ids: readonly string[] | null }) {
  const { t } = useTranslation();
  const { result } = useMany<{ id: string; name: string }>({
    resource: 'tariffs',
    ids: [...(ids ?? [])],
    queryOptions: { enabled: ids !== null },
    errorNotification: false,
  });
  if (ids === null) return t('settings.everyTariff');
  return ids.map((id) => result.data.find((tariff) => tariff.id === id)?.name ?? id).join(', ');
}
