import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import {
  chargedBy,
  isYearCheaper,
  priceWithin,
  suggestedAmounts,
} from '#contract/clients/suggested-amounts.ts';
import { ownTopUp } from '#contract/money/own-top-up.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Link } from '#web/ui/customer/router/router.tsx';

/** Amounts for some periods ahead, to choose by one touch: what they will cost, and what the balance lacks for that. */
export function Suggestions({
  subscription,
  present,
  isFolded,
  onChoose,
}: {
  subscription: OwnSubscription;
  /** The amount that is typed. */
  present: number | undefined;
  /** The amount that is due stands there: the way to the button stays short. */
  isFolded: boolean;
  onChoose: (amount: number) => void;
}) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const suggestions = suggestedAmounts(subscription);
  if (suggestions.length === 0) return null;
  const list = (
    <>
      <div className="suggestions" role="group" aria-label={t('account.topUp.suggested')}>
        {suggestions.map(({ amount, price, periods }) => (
          <button
            type="button"
            key={periods}
            aria-pressed={amount === present}
            onClick={() => onChoose(Math.max(amount, ownTopUp.min))}
          >
            <span>
              {periods === 1
                ? t('account.topUp.nextPeriod')
                : t(`account.topUp.periods.${chargedBy(subscription)}`, { count: periods })}
            </span>
            <strong>{money(price)}</strong>
            {amount !== price && <span>{t('account.topUp.toPay', { amount: money(amount) })}</span>}
          </button>
        ))}
      </div>
      <Counted of={subscription} />
      {isYearCheaper(subscription) && (
        <p className="muted">
          {t('account.topUp.yearlyHint')}{' '}
          <Link to="/account/plan?period=year">{t('account.topUp.yearlyLink')}</Link>
        </p>
      )}
    </>
  );
  if (!isFolded) return list;
  return (
    <details className="folded">
      <summary>{t('account.topUp.other')}</summary>
      {list}
    </details>
  );
}

/** Why several periods cost other than a multiple of the present price: a new price or another tariff begins. */
function Counted({ of: subscription }: { of: OwnSubscription }) {
  const { t } = useTranslation();
  const { price, day } = useFormats();
  const { billing_period, next_tariff, trialEnds } = subscription;
  const coming = priceWithin(subscription);
  if (next_tariff && trialEnds)
    return (
      <p className="muted">
        {t('account.topUp.nextTariff', { name: next_tariff.name, date: day(trialEnds) })}
      </p>
    );
  if (!coming) return null;
  const text = t(`account.price.${billing_period}`, { price: price(coming.price) });
  return <p className="muted">{t('account.topUp.newPrice', { price: text, date: day(coming.from) })}</p>;
}
