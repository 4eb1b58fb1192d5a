import { useTranslation } from 'react-i18next';
import type { Payment, Refund } from '#contract/entities/payment.ts';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';

const tones: Record<Payment['status'], Tone> = {
  pending: 'new',
  unmatched: 'warning',
  matched: 'good',
  ignored: 'off',
  succeeded: 'good',
  failed: 'off',
  refunded: 'off',
};

export function PaymentState({ status }: Pick<Payment, 'status'>) {
  const { t } = useTranslation();
  return <StateTag tone={tones[status]} word={t(`payments.values.status.${status}`)} />;
}

const refundTones: Record<Refund['status'], Tone> = { pending: 'new', succeeded: 'good', failed: 'bad' };

export function RefundState({ status }: Pick<Refund, 'status'>) {
  const { t } = useTranslation();
  return <StateTag tone={refundTones[status]} word={t(`payments.refunds.status.${status}`)} />;
}
