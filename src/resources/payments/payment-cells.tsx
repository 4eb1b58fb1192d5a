import { useTranslation } from 'react-i18next';
import type { Payment, Refund } from '#contract/entities/payment.ts';
import { paymentTones, StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';

export function PaymentState({ status }: Pick<Payment, 'status'>) {
  const { t } = useTranslation();
  return <StateTag tone={paymentTones[status]} word={t(`payments.values.status.${status}`)} />;
}

const refundTones: Record<Refund['status'], Tone> = { pending: 'new', succeeded: 'good', failed: 'bad' };

export function RefundState({ status }: Pick<Refund, 'status'>) {
  const { t } = useTranslation();
  return <StateTag tone={refundTones[status]} word={t(`payments.refunds.status.${status}`)} />;
}
