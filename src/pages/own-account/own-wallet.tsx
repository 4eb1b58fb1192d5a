import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import type { OwnPayment } from '#contract/money/online-payment.ts';
import { useAccount } from '#web/ui/customer/account/account-context.ts';
import { AccountScreen } from '#web/ui/customer/account/account-screen.tsx';
import { OwnDocuments, useDocuments } from '#web/ui/customer/top-up/own-documents.tsx';
import { Glance } from '#web/ui/customer/account/glance.tsx';
import { useWatching } from '#web/ui/customer/account/use-watching.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { keptTopUp } from '#web/ui/customer/top-up/kept-top-up.ts';
import { SavedCards } from '#web/ui/customer/top-up/saved-cards.tsx';
import { TopUp } from '#web/ui/customer/top-up/top-up.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { useHistory, WalletHistory } from '#web/ui/customer/account/wallet-history.tsx';
import { preloadable } from '#web/ui/customer/router/preloadable.tsx';
import { Link, useLocation } from '#web/ui/customer/router/router.tsx';
import { hasKeptChoice } from '#web/ui/customer/tariff/kept-choice.ts';

/** Only a person who comes back from a payment needs it. */
const PaymentReturn = preloadable(() =>
  import('#web/ui/customer/top-up/payment-return.tsx').then((m) => m.PaymentReturn),
);

const lookEveryMs = 30_000;

/**
 * `/account/wallet`: the balance, how to add to it, and every line of it. `?payment=`: back from paying online, with
 * `left` without having paid; `?amount=`: what another page needs, in minor units.
 */
export function OwnWallet() {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { subscription, again } = useAccount();
  const query = new URLSearchParams(useLocation().search);
  const payment = query.get('payment');
  const [isWaiting] = useState(hasKeptChoice);
  const { way, cards, autoTopUp, documents, history, askAll } = useWallet();
  const { arrivals, isNews, isPaid, arrive } = useArrivals(subscription, askAll);
  const [declined, setDeclined] = useState<number>();
  // What was paid is said instead of a form to pay by, until one wants to pay again.
  const [formOf, setFormOf] = useState<string | null>(null);
  const isLeft = query.has('left');
  const isFormShown = payment === null || isLeft || formOf === payment;
  const onDecided = useCallback(
    ({ id, status, amount }: OwnPayment) => {
      setDeclined(status === 'failed' ? amount : undefined);
      if (status === 'failed') setFormOf(id);
      if (status !== 'succeeded') return;
      again();
      arrive();
    },
    [again, arrive],
  );
  // A transfer arrives while somebody waits for it here.
  useWatching(again, lookEveryMs);
  return (
    <AccountScreen
      title={t('account.wallet.title')}
      parts={[way, cards, autoTopUp, documents, history.asked]}
    >
      {payment !== null && (
        <PaymentReturn
          key={payment}
          id={payment}
          of={subscription}
          entries={history.asked.data?.entries ?? []}
          isFormShown={isFormShown}
          isLeft={isLeft}
          onDecided={onDecided}
          onMore={() => setFormOf(payment)}
        />
      )}
      {payment === null && isNews && (
        <Notice kind="success">
          {t('account.wallet.changed', { balance: money(subscription.balance) })}
        </Notice>
      )}
      {isWaiting && (
        <p>
          <Link to="/account/plan">{t('account.change.goOn')}</Link>
        </p>
      )}
      <Glance of={subscription} withLink={false} />
      {isFormShown && (
        <TopUp
          subscription={subscription}
          asked={isPaid ? 0 : askedIn(query)}
          declined={declined}
          kept={isPaid ? undefined : keptTopUp(payment)}
          isLeft={isLeft}
          way={way}
          cards={cards.data ?? []}
          onIssued={documents.again}
          key={`top-up-${arrivals}`}
        />
      )}
      <SavedCards cards={cards} autoTopUp={autoTopUp} />
      <div className="columns">
        <OwnDocuments asked={documents} methods={way.data?.methods ?? []} />
        <section className="part" aria-labelledby="history-title">
          <h2 id="history-title">{t('account.wallet.history')}</h2>
          <WalletHistory of={history} />
        </section>
      </div>
    </AccountScreen>
  );
}

function askedIn(query: URLSearchParams): number | undefined {
  const text = query.get('amount') ?? '';
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
}

/** What the page shows, and how to ask for all of it again. */
function useWallet() {
  const way = useData('paymentWay');
  const cards = useData('cards');
  const autoTopUp = useData('autoTopUp');
  const documents = useDocuments();
  const history = useHistory();
  const again = [way, cards, autoTopUp, documents, history.asked].map((part) => part.again);
  const [askWay, askCards, askAutoTopUp, askDocuments, askHistory] = again;
  const askAll = useCallback(() => {
    for (const ask of [askWay, askCards, askAutoTopUp, askDocuments, askHistory]) ask?.();
  }, [askWay, askCards, askAutoTopUp, askDocuments, askHistory]);
  return { way, cards, autoTopUp, documents, history, askAll };
}

/**
 * How often money has moved since the page was opened; all that shows it is asked for again each time. `isNews`: the
 * wallet itself has changed. Money that pays a period at once changes its end, and the balance maybe not.
 */
function useArrivals({ balance, trialEnds, status }: OwnSubscription, askAll: () => void) {
  const present = [balance, trialEnds, status].join();
  const [seen, setSeen] = useState({ present, arrivals: 0, isNews: false, isPaid: false });
  const arrive = useCallback(() => {
    setSeen((before) => ({ ...before, arrivals: before.arrivals + 1, isPaid: true }));
    askAll();
  }, [askAll]);
  if (seen.present !== present) {
    setSeen({ ...seen, present, arrivals: seen.arrivals + 1, isNews: true });
    askAll();
  }
  return { ...seen, arrive };
}
