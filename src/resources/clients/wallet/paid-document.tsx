import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#web/providers/i18n.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { typedAmount } from '#web/ui/shared/amount.ts';
import { leftOf, useOpenProformas } from './open-proformas.tsx';

/** Chooses the open proforma that the money pays; the amount becomes what is left of it. */
export function PaidDocument({ clientId, id, value, onChange }: ControlProps & { clientId: string }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const form = Form.useFormInstance();
  const { query, result } = useOpenProformas(clientId);
  return (
    <Select<string | null>
      {...(id !== undefined && { id })}
      allowClear
      placeholder={t('clients.wallet.replenish.noDocument')}
      notFoundContent={t('clients.wallet.replenish.noOpenDocuments')}
      loading={query.isFetching}
      value={typeof value === 'string' ? value : null}
      onChange={(chosen) => {
        onChange?.(chosen ?? null);
        const document = result.data.find((one) => one.id === chosen);
        if (document) form.setFieldsValue({ amount: typedAmount(leftOf(document), currentLocale()) });
      }}
      options={result.data.map((document) => ({
        value: document.id,
        label: `${document.number} · ${money(leftOf(document))}`,
      }))}
    />
  );
}
