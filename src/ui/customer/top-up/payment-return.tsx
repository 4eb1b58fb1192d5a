import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import type { OwnLedgerEntry } from '#contract/entities/ledger-entry.ts';
import type { OwnPayment } from '#contract/money/online-payment.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Button, ButtonLink } from '#web/ui/customer/kit/button.tsx';
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
  of,
  entries,
  isFormShown,
  isLeft,
  onDecided,
  onMore,
}: {
  id: string;
  of: OwnSubscription;
  /** The newest lines of the wallet that are known. */
  entries: readonly OwnLedgerEntry[];
  isFormShown: boolean;
  /** The payer left the gateway's page without paying. */
  isLeft: boolean;
  onDecided: (payment: OwnPayment) => void;
  /** The form is wanted again, or there is no such payment to tell of. */
  onMore: () => void;
}) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const payment = usePayment(id, { onDecided, onNone: onMore });
  if (!payment) return null;
  const more = (label: string) => (
    <Button look="secondary" onClick={onMore}>
      {label}
    </Button>
  );
  const amount = money(payment.amount);
  switch (payment.status) {
    case 'succeeded':
    case 'refunded':
      return (
        <Notice kind="success">
          <p>{t('account.pay.arrived', { amount })}</p>
          <Bought of={of} lines={entries.filter(({ created_at }) => created_at >= payment.created_at)}>
            {!isFormShown && more(t('account.pay.again'))}
          </Bought>
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
          <p>{t(isLeft ? 'account.pay.left' : 'account.pay.waiting', { amount })}</p>
          {payment.redirect_url !== null && (
            <p>
              <a href={payment.redirect_url}>{t('account.pay.goOn')}</a>
            </p>
          )}
          {!isFormShown && <div className="actions">{more(t('account.pay.another'))}</div>}
        </Notice>
      );
  }
}

/**
 * What the money bought: a period that was charged at once. The balance and how long it lasts stand right below. `lines`:
 * those of the wallet since the payment began; `children`: what else there is to do.
 */
function Bought({
  of,
  lines,
  children,
}: {
  of: OwnSubscription;
  lines: readonly OwnLedgerEntry[];
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { status, tariff, trialEnds } = of;
  const isCharged = lines.some(({ kind }) => kind === 'charge');
  const isPeriodPaid = isCharged && status === 'active';
  return (
    <>
      {isPeriodPaid && trialEnds !== null && (
        <p>{t('account.pay.paidUntil', { name: tariff.name, date: day(trialEnds) })}</p>
      )}
      {(isPeriodPaid || children) && (
        <div className="actions">
          {/* It was what one paid for. */}
          {isPeriodPaid && <ButtonLink to="/auth">{t('account.toCabinet')}</ButtonLink>}
          {children}
        </div>
      )}
    </>
  );
}

function usePayment(
  id: string,
  { onDecided, onNone }: { onDecided: (payment: OwnPayment) => void; onNone: () => void },
): OwnPayment | null {
  const { client } = useCustomer();
  const [payment, setPayment] = useState<OwnPayment | null>(null);
  const decide = useEffectEvent(onDecided);
  const giveUp = useEffectEvent(onNone);
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
        if (data.status !== 'pending') return decide(data);
      } catch (error) {
        // Nobody's payment, or the session is over: there is nothing to wait for.
        if (signal.aborted) return;
        if (error instanceof HttpError && error.status < 500 && error.status !== 0) return giveUp();
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
  }, [client, id]);
  return payment;
}
