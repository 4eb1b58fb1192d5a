import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/ui/customer/account/account-context.ts';
import { AccountScreen } from '#web/ui/customer/account/account-screen.tsx';
import { lastsUntilOf } from '#web/ui/customer/account/lasts-until.ts';
import { TopUp } from '#web/ui/customer/account/top-up.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { WalletHistory } from '#web/ui/customer/account/wallet-history.tsx';

/** `/account/wallet`: the balance, how to top it up, and all lines. */
export function OwnWallet() {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { subscription } = useAccount();
  const lastsUntil = lastsUntilOf(subscription);
  return (
    <AccountScreen title={t('account.wallet.title')}>
      <p className="balance">{money(subscription.balance)}</p>
      {lastsUntil && <p className="muted">{t('account.wallet.lastsUntil', { date: day(lastsUntil) })}</p>}
      <section className="part" aria-labelledby="top-up-title">
        <h2 id="top-up-title">{t('account.topUp.title')}</h2>
        <TopUp subscription={subscription} />
      </section>
      <section className="part" aria-labelledby="history-title">
        <h2 id="history-title">{t('account.wallet.history')}</h2>
        <WalletHistory />
      </section>
    </AccountScreen>
  );
}
