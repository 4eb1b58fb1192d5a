import { useMany } from '@refinedev/core';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { ReferenceSelect } from '#web/ui/admin/form/controls/reference-select.tsx';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import type { TextKey } from '#web/ui/admin/resource/declared-key.ts';

/** The tariffs that something is limited to, or null for all of them, which is a separate choice. */
export function TariffLimit({ value: held, onChange }: ControlProps) {
  const { t } = useTranslation();
  const value = idsIn(held);
  return (
    <div className="stacked">
      <Checkbox checked={value === null} onChange={({ target }) => onChange?.(target.checked ? null : [])}>
        {t('settings.everyTariff')}
      </Checkbox>
      {value !== null && (
        <ReferenceSelect
          mode="several"
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

/** The same in words; `none` is the key of the text for null, `known` are tariffs that need not be asked for. */
export function TariffNames({
  of,
  none = 'settings.everyTariff',
  known = [],
}: {
  of: unknown;
  none?: TextKey;
  known?: readonly { id: string; name: string }[];
}) {
  const { t } = useTranslation();
  const ids = idsIn(of);
  const asked = (ids ?? []).filter((id) => !known.some((tariff) => tariff.id === id));
  const { result } = useMany<{ id: string; name: string }>({
    resource: 'tariffs',
    ids: asked,
    queryOptions: { enabled: asked.length > 0 },
    errorNotification: false,
  });
  if (ids === null) return t(none);
  const rows = [...known, ...result.data];
  return ids.map((id) => rows.find((tariff) => tariff.id === id)?.name ?? id).join(', ');
}

function idsIn(value: unknown): string[] | null {
  return Array.isArray(value) ? value.map(String) : null;
}
