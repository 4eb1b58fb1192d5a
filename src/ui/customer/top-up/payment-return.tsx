import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import type { OwnPayment } from '#contract/money/online-payment.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';

const firstDelayMs = 1000;
const longestDelayMs = 10_000;

/**
 * What became of a payment, told as it changes: asked every second at first and every ten later, not while the page is
 * hidden, and at once when it is seen again.
 */
export function PaymentReturn({
  id,
  of: { status, tariff, trialEnds },
  onArrived,
}: {
  id: string;
  of: Pick<OwnSubscription, 'status' | 'tariff' | 'trialEnds'>;
  onArrived: () => void;
}) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const payment = usePayment(id, onArrived);
  if (!payment) return null;
  const amount = money(payment.amount);
  switch (payment.status) {
    case 'succeeded':
    case 'refunded':
      return (
        <Notice kind="success">
          <p>{t('account.pay.arrived', { amount })}</p>
          {status === 'active' && trialEnds !== null && (
            <p>{t('account.pay.paidUntil', { name: tariff.name, date: day(trialEnds) })}</p>
          )}
        </Notice>
      );
    case 'failed':
      return (
        <Notice kind="danger">
          {t('account.pay.failed', { amount, reason: t(`paymentFailures.${payment.failure ?? 'other'}`) })}
        </Notice>
      );
    default:
      return (
        <Notice>
          <p>{t('account.pay.waiting', { amount })}</p>
          {payment.redirect_url !== null && (
            <p>
              <a href={payment.redirect_url}>{t('account.pay.goOn')}</a>
            </p>
          )}
        </Notice>
      );
  }
}

function usePayment(id: string, onArrived: () => void): OwnPayment | null {
  const { client } = useCustomer();
  const [payment, setPayment] = useState<OwnPayment | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    let delay = firstDelayMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function look() {
      clearTimeout(timer);
      try {
        const { data } = await client.call('payment', { params: { id }, signal });
        setPayment(data);
        if (data.status === 'succeeded') onArrived();
        if (data.status !== 'pending') return;
      } catch (error) {
        // Nobody's payment, or the session is over: there is nothing to wait for.
        if (signal.aborted || (error instanceof HttpError && error.status < 500 && error.status !== 0))
          return;
      }
      if (!document.hidden) timer = setTimeout(() => void look(), delay);
      delay = Math.min(longestDelayMs, delay * 1.25);
    }
    const onSeen = () => {
      if (!document.hidden) void look();
    };
    document.addEventListener('visibilitychange', onSeen, { signal });
    void look();
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, id, onArrived]);
  return payment;
}
