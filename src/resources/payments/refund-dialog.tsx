import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PaymentDetails, refundInput } from '#contract/entities/payment.ts';
import { paymentApi } from '#contract/routes/payment.ts';
import { WalletDialog } from '#web/resources/clients/wallet/wallet-dialog.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { amountOf } from '#web/ui/shared/amount.ts';

/** Money that somebody has sent back is found by its number. */
const byHandInput = refundInput.required({ reference: true });

/** Sends money of a payment back to its payer; not there without the permission, or with nothing left to send. */
export function RefundButton({ row }: { row: PaymentDetails }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const mayRefund = useHolds()(paymentApi.refundPayment);
  const { client, refundable } = row;
  if (!mayRefund || client === null || refundable === 0) return null;
  return (
    <>
      <GuardedButton needs={paymentApi.refundPayment} danger onClick={() => setOpen(true)}>
        {t('payments.refund.go')}
      </GuardedButton>
      {isOpen && <RefundDialog row={row} client={client} onClose={() => setOpen(false)} />}
    </>
  );
}

function RefundDialog({
  row: { id, provider, refund_by, refundable, client_balance },
  client,
  onClose,
}: {
  row: PaymentDetails;
  client: { id: string; name: string };
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const call = useCall();
  const { money } = useFormats();
  const [form] = Form.useForm();
  const balance = client_balance ?? 0;
  const amount = amountOf(Form.useWatch<string>('amount', form) ?? '') ?? 0;
  const byGateway = refund_by === 'gateway' && provider !== null;
  const fields: FormField[] = [
    { group: 'refund', name: 'amount', kind: 'money', required: true },
    { group: 'refund', name: 'reason', kind: 'lines', label: 'payments.refund.reason', required: true },
    {
      group: 'refund',
      name: 'reference',
      kind: 'text',
      label: 'payments.refund.reference',
      empty: 'omit',
      help: byGateway,
      required: !byGateway,
    },
    ...(amount > balance
      ? [
          {
            group: 'refund',
            name: 'below_zero',
            kind: 'switch',
            label: 'payments.refund.belowZero',
          } as const satisfies FormField,
        ]
      : []),
  ];
  return (
    <WalletDialog
      client={client}
      danger
      texts="payments.refund"
      words={{ name: client.name }}
      name="payments"
      form={form}
      fields={fields}
      schema={byGateway ? refundInput : byHandInput}
      initial={{ amount: Math.max(0, Math.min(refundable, balance)) || refundable }}
      act={(body, headers) => call(paymentApi.refundPayment, { params: { id }, body, headers })}
      onClose={onClose}
      above={
        <>
          <p>
            {byGateway
              ? t('payments.refund.byGateway', { gateway: t(`payments.values.provider.${provider}`) })
              : t('payments.refund.byHand')}
          </p>
          <p className="muted">
            {t('payments.refund.left', { left: money(refundable), balance: money(balance) })}
          </p>
        </>
      }
    />
  );
}
