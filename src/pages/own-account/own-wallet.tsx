import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/ui/customer/account/account-context.ts';
import { AccountScreen } from '#web/ui/customer/account/account-screen.tsx';
import { OwnDocuments } from '#web/ui/customer/account/own-documents.tsx';
import { lastsUntilOf } from '#web/ui/customer/account/lasts-until.ts';
import { PaymentReturn } from '#web/ui/customer/top-up/payment-return.tsx';
import { SavedCards } from '#web/ui/customer/top-up/saved-cards.tsx';
import { TopUp } from '#web/ui/customer/top-up/top-up.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { WalletHistory } from '#web/ui/customer/account/wallet-history.tsx';
import { useLocation } from '#web/ui/customer/router/router.tsx';

/** `/account/wallet`: the balance, how to add to it, and every line of it. `?payment=`: back from paying online. */
export function OwnWallet() {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { subscription, again } = useAccount();
  const payment = new URLSearchParams(useLocation().search).get('payment');
  // What a payment changed is fetched again when it arrives.
  const [arrivals, setArrivals] = useState(0);
  const onArrived = useCallback(() => {
    again();
    setArrivals((times) => times + 1);
  }, [again]);
  const lastsUntil = lastsUntilOf(subscription);
  return (
    <AccountScreen title={t('account.wallet.title')}>
      {payment !== null && <PaymentReturn key={payment} id={payment} onArrived={onArrived} />}
      <p className="balance">{money(subscription.balance)}</p>
      {lastsUntil && <p className="muted">{t('account.wallet.lastsUntil', { date: day(lastsUntil) })}</p>}
      <TopUp subscription={subscription} key={`top-up-${arrivals}`} />
      <SavedCards key={`cards-${arrivals}`} />
      <OwnDocuments key={`documents-${arrivals}`} />
      <section className="part" aria-labelledby="history-title">
        <h2 id="history-title">{t('account.wallet.history')}</h2>
        <WalletHistory key={arrivals} />
      </section>
    </AccountScreen>
  );
}
