import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { suggestedAmounts } from '#contract/money/suggested-amounts.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Link } from '#web/ui/customer/router/router.tsx';

/** Amounts for some periods ahead, to choose by one touch. */
export function Suggestions({
  subscription,
  onChoose,
}: {
  subscription: OwnSubscription;
  onChoose: (amount: number) => void;
}) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const suggestions = suggestedAmounts(subscription);
  if (suggestions.length === 0) return null;
  return (
    <>
      <div className="suggestions" role="group" aria-label={t('account.topUp.suggested')}>
        {suggestions.map(({ amount, periods, isYearly }) => (
          <button type="button" key={periods} onClick={() => onChoose(amount)}>
            <span>
              {periods === 1
                ? t('account.topUp.nextPeriod')
                : isYearly
                  ? t('account.topUp.yearly')
                  : t(`account.topUp.periods.${subscription.billing_period}`, { count: periods })}
            </span>
            <strong>{money(amount)}</strong>
          </button>
        ))}
      </div>
      {subscription.balance > 0 && (
        <p className="muted">{t('account.topUp.lessBalance', { balance: money(subscription.balance) })}</p>
      )}
      {suggestions.some(({ isYearly }) => isYearly) && (
        <p className="muted">
          {t('account.topUp.yearlyHint')} <Link to="/account">{t('account.topUp.yearlyLink')}</Link>
        </p>
      )}
    </>
  );
}
