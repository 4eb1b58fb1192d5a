import { useList } from '@refinedev/core';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Document } from '#contract/entities/document.ts';
import { limits } from '#contract/primitives.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { typedAmount } from '#web/ui/shared/amount.ts';

/** Chooses the open proforma that the money pays; the amount becomes what is left of it. */
export function PaidDocument({ clientId, id, value, onChange }: ControlProps & { clientId: string }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const form = Form.useFormInstance();
  const { query, result } = useList<Document>({
    resource: 'documents',
    meta: {
      listQuery: {
        limit: limits.pageSize.max,
        filters: [
          { field: 'client_id', op: 'eq', value: clientId },
          { field: 'kind', op: 'eq', value: 'proforma' },
          { field: 'status', op: 'eq', value: 'open' },
        ],
      },
    },
    // Somebody may have paid one a moment ago.
    queryOptions: { staleTime: 0 },
    errorNotification: false,
  });
  const left = ({ total, paid_amount }: Document) => total - paid_amount;
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
        if (document) form.setFieldsValue({ amount: typedAmount(left(document), currentLocale()) });
      }}
      options={result.data.map((document) => ({
        value: document.id,
        label: `${document.number} · ${money(left(document))}`,
      }))}
    />
  );
}
