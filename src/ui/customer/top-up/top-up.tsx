import { useTranslation } from 'react-i18next';
import type { PaymentWay } from '#contract/money/proforma.ts';
import { missingOf } from '#contract/clients/suggested-amounts.ts';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import type { SavedCard } from '#contract/money/online-payment.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';
import type { ApiAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { AmountForm } from './amount-form.tsx';
import type { KeptTopUp } from './kept-top-up.ts';

/** How to pay: an amount, and below it by card, online, by transfer or by an invoice. */
export function TopUp({
  subscription,
  asked,
  declined,
  kept,
  isLeft,
  way,
  cards = [],
  onIssued,
}: {
  subscription: OwnSubscription;
  /** The amount that another page asks for; 0: none, because one has just paid. */
  asked?: number | undefined;
  /** The amount of a payment that has just failed: it stands there to be tried again. */
  declined?: number | undefined;
  /** What was typed for a payment that wasn't made. */
  kept?: KeptTopUp | undefined;
  isLeft?: boolean | undefined;
  way: ApiAnswer<PaymentWay>;
  cards?: readonly SavedCard[];
  /** A proforma was made. */
  onIssued?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const isNeeded = (asked ?? missingOf(subscription)) > 0;
  return (
    <AsyncContent asked={way}>
      {({ company, methods, purpose, qr, lacks_address }) =>
        !company && methods.length === 0 ? (
          <Missing />
        ) : (
          <section className="part top-up" aria-labelledby="pay-title">
            <h2 id="pay-title">{t(isNeeded ? 'account.notice.topUp' : 'account.topUp.ahead')}</h2>
            <AmountForm
              key={`${cards.map(({ id }) => id).join()} ${asked}`}
              transfer={company && { company, purpose, qr }}
              {...{
                subscription,
                asked,
                declined,
                kept,
                isLeft,
                cards,
                methods,
                lacksAddress: lacks_address,
                onIssued,
              }}
            />
          </section>
        )
      }
    </AsyncContent>
  );
}

function Missing() {
  const { t } = useTranslation();
  return (
    <Notice kind="warning" isNews={false}>
      <p>{t('account.topUp.missing')}</p>
      <SupportContacts />
    </Notice>
  );
}
