import { useList } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Document } from '#contract/entities/document.ts';
import type { Payment } from '#contract/entities/payment.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { PaymentState } from '#web/resources/payments/payment-cells.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';
import { TablePart } from '#web/ui/admin/list/table/table-part.tsx';
import { noonOf } from '#web/ui/shared/zoned-day.ts';

/** The payments that were credited to a document, those that were taken back included. */
export function DocumentPayments({ row: { id, paid_amount, status } }: { row: Document }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { result } = useList<Payment>({
    resource: 'payments',
    meta: {
      version: `${status} ${paid_amount}`,
      listQuery: {
        limit: limits.pageSize.max,
        sort: [{ field: 'value_date', order: 'desc' }],
        filters: [{ field: 'document_id', op: 'eq', value: id }],
      },
    },
    errorNotification: false,
  });
  return (
    <TablePart<Payment>
      title={t('documents.parts.payments')}
      rows={result.data}
      columns={[
        {
          key: 'value_date',
          title: t('payments.fields.value_date'),
          render: (_, payment) => (
            <Link to={showPath({ name: 'money/payments' }, payment.id)}>
              <time dateTime={payment.value_date}>{day(noonOf(payment.value_date))}</time>
            </Link>
          ),
        },
        {
          key: 'amount',
          title: t('payments.fields.amount'),
          align: 'right',
          render: (_, { amount, currency }) => <Money minorUnits={amount} currency={currency} />,
        },
        {
          key: 'status',
          title: t('payments.fields.status'),
          render: (_, payment) => <PaymentState status={payment.status} />,
        },
        {
          key: 'method',
          title: t('payments.fields.method'),
          render: (_, { method }) => t(`payments.values.method.${method}`),
        },
        {
          key: 'payer',
          title: t('payments.fields.payer_name'),
          render: (_, { payer_name, purpose }) => (
            <>
              {payer_name}
              {purpose !== null && <div className="muted">{purpose}</div>}
            </>
          ),
        },
        {
          key: 'by',
          title: t('payments.fields.created_by_name'),
          render: (_, { created_by_name, reason }) => (
            <>
              {created_by_name}
              {reason !== null && <div className="muted">{reason}</div>}
            </>
          ),
        },
      ]}
    />
  );
}
