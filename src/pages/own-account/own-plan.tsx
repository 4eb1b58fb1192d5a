import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TariffChangeInput } from '#contract/clients/subscription.ts';
import { useAccount } from '#web/ui/customer/account/account-context.ts';
import { AccountScreen } from '#web/ui/customer/account/account-screen.tsx';
import { useNavigate, useSearch } from '#web/ui/customer/router/router.tsx';
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { ChangeTariff } from '#web/ui/customer/tariff/change-tariff.tsx';
import { takeChoice } from '#web/ui/customer/tariff/kept-choice.ts';

/** `/account/plan`: another tariff or billing period. `?tariff=`, `?period=year`, `?when=now`: already chosen. */
export function OwnPlan() {
  const { t } = useTranslation();
  const { subscription, replace } = useAccount();
  const navigate = useNavigate();
  const search = useSearch();
  const period = search.get('period');
  const tariff_id = search.get('tariff');
  // Once: a choice that waited for a top-up goes on here.
  const [initial] = useState<Partial<TariffChangeInput>>(() => ({
    ...(tariff_id !== null && { tariff_id }),
    ...(period === 'year' && { billing_period: period }),
    ...(search.get('when') === 'now' && { when: 'now' }),
    ...takeChoice(),
  }));
  const mayChange = !subscription.blocked_by_hand && subscription.status !== 'archived';
  return (
    <AccountScreen title={t('account.change.title')}>
      {!mayAsCustomer('admin') ? (
        <p>{t('account.subscription.changeBy')}</p>
      ) : (
        mayChange && (
          <ChangeTariff
            subscription={subscription}
            initial={initial}
            onChanged={(after, isLater) => {
              replace(after);
              navigate(`/account?changed=${isLater ? 'later' : 'now'}`, { replace: true });
            }}
          />
        )
      )}
    </AccountScreen>
  );
}
