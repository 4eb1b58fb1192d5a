import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { useAccount } from '#web/ui/customer/account/account-context.ts';
import { AccountScreen } from '#web/ui/customer/account/account-screen.tsx';
import { OwnDocuments } from '#web/ui/customer/account/own-documents.tsx';
import { lastsUntilOf } from '#web/ui/customer/account/lasts-until.ts';
import { useWatching } from '#web/ui/customer/account/use-watching.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { PaymentReturn } from '#web/ui/customer/top-up/payment-return.tsx';
import { SavedCards } from '#web/ui/customer/top-up/saved-cards.tsx';
import { TopUp } from '#web/ui/customer/top-up/top-up.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { WalletHistory } from '#web/ui/customer/account/wallet-history.tsx';
import { useLocation } from '#web/ui/customer/router/router.tsx';

const lookEveryMs = 30_000;

/** `/account/wallet`: the balance, how to add to it, and every line of it. `?payment=`: back from paying online. */
export function OwnWallet() {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { subscription, again } = useAccount();
  const payment = new URLSearchParams(useLocation().search).get('payment');
  const way = useData('paymentWay');
  const { again: askWay } = way;
  const { arrivals, isNews, arrive } = useArrivals(subscription, askWay);
  const onArrived = useCallback(() => {
    again();
    arrive();
  }, [again, arrive]);
  // A transfer arrives while somebody waits for it here.
  useWatching(again, lookEveryMs);
  const [issued, setIssued] = useState(0);
  const lastsUntil = lastsUntilOf(subscription);
  return (
    <AccountScreen title={t('account.wallet.title')}>
      {payment !== null && <PaymentReturn key={payment} id={payment} onArrived={onArrived} />}
      {payment === null && isNews && (
        <Notice kind="success">
          {t('account.wallet.changed', { balance: money(subscription.balance) })}
        </Notice>
      )}
      <p className="balance">{money(subscription.balance)}</p>
      {lastsUntil && <p className="muted">{t('account.wallet.lastsUntil', { date: day(lastsUntil) })}</p>}
      <TopUp
        subscription={subscription}
        way={way}
        onIssued={() => setIssued((times) => times + 1)}
        key={`top-up-${arrivals}`}
      />
      <SavedCards key={`cards-${arrivals}`} />
      <OwnDocuments methods={way.data?.methods ?? []} key={`documents-${arrivals}-${issued}`} />
      <section className="part" aria-labelledby="history-title">
        <h2 id="history-title">{t('account.wallet.history')}</h2>
        <WalletHistory key={arrivals} />
      </section>
    </AccountScreen>
  );
}

/**
 * How often money has moved since the page was opened: what shows it is fetched again each time. `isNews`: the wallet
 * itself has changed. Money that pays a period at once changes its end, and the balance maybe not.
 */
function useArrivals({ balance, trialEnds, status }: OwnSubscription, askWay: () => void) {
  const present = [balance, trialEnds, status].join();
  const [seen, setSeen] = useState({ present, arrivals: 0, isNews: false });
  const arrive = useCallback(() => {
    setSeen((before) => ({ ...before, arrivals: before.arrivals + 1 }));
    askWay();
  }, [askWay]);
  if (seen.present !== present) {
    setSeen({ present, arrivals: seen.arrivals + 1, isNews: true });
    askWay();
  }
  return { ...seen, arrive };
}
