import { useTranslation } from 'react-i18next';
import type { LedgerEntry } from '#contract/entities/ledger-entry.ts';
import type { PaymentDetails, Refund } from '#contract/entities/payment.ts';
import { RefundState } from '#web/resources/payments/payment-cells.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { TablePart } from '#web/ui/admin/list/table/table-part.tsx';
import { noonOf } from '#web/ui/shared/zoned-day.ts';

/** What the payment did in the wallet, line by line. */
export function PaymentEntries({ row: { entries } }: { row: PaymentDetails }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  return (
    <TablePart<LedgerEntry>
      title={t('payments.parts.entries')}
      rows={entries}
      columns={[
        {
          key: 'created_at',
          title: t('ledger.fields.created_at'),
          render: (_, { created_at }) => <Moment iso={created_at} />,
        },
        {
          key: 'value_date',
          title: t('ledger.fields.value_date'),
          render: (_, { value_date }) => day(noonOf(value_date)),
        },
        {
          key: 'kind',
          title: t('ledger.fields.kind'),
          render: (_, { kind }) => t(`ledger.values.kind.${kind}`),
        },
        {
          key: 'amount',
          title: t('ledger.fields.amount'),
          align: 'right',
          render: (_, { amount }) => <Money minorUnits={amount} />,
        },
        {
          key: 'balance_after',
          title: t('ledger.fields.balance_after'),
          align: 'right',
          render: (_, { balance_after }) => <Money minorUnits={balance_after} isBalance />,
        },
        {
          key: 'by',
          title: t('ledger.fields.created_by_name'),
          render: (_, { created_by_name, note }) => (
            <>
              {created_by_name ?? <span className="muted">{t('clients.wallet.bySystem')}</span>}
              {note && <div className="muted">{note}</div>}
            </>
          ),
        },
      ]}
    />
  );
}

/** What went back to the payer, and what is on its way. */
export function PaymentRefunds({ row: { refunds, currency } }: { row: PaymentDetails }) {
  const { t } = useTranslation();
  return (
    <TablePart<Refund>
      title={t('payments.parts.refunds')}
      rows={refunds}
      columns={[
        {
          key: 'created_at',
          title: t('ledger.fields.created_at'),
          render: (_, { created_at }) => <Moment iso={created_at} />,
        },
        {
          key: 'amount',
          title: t('payments.fields.amount'),
          align: 'right',
          render: (_, { amount }) => <Money minorUnits={amount} currency={currency} />,
        },
        {
          key: 'status',
          title: t('payments.fields.status'),
          render: (_, { status }) => <RefundState status={status} />,
        },
        {
          key: 'how',
          title: t('payments.refunds.how'),
          render: (_, { reference, detail }) => (
            <>
              {reference === null
                ? t('payments.refunds.byGateway')
                : t('payments.refunds.byHand', { reference })}
              {detail && <div className="muted">{detail}</div>}
            </>
          ),
        },
        {
          key: 'by',
          title: t('ledger.fields.created_by_name'),
          render: (_, { created_by, reason }) => (
            <>
              {created_by?.name ?? <span className="muted">{t('clients.wallet.bySystem')}</span>}
              <div className="muted">{reason}</div>
            </>
          ),
        },
      ]}
    />
  );
}
