import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { decoded } from '#web/ui/customer/router/path-match.ts';
import { useLocation } from '#web/ui/customer/router/router.tsx';
import { isCustomerSignedIn } from '#web/ui/customer/session/customer-session.ts';

export function NotFound() {
  const { t } = useTranslation();
  const { from } = useLocation();
  return (
    <Screen title={t('notFound.title')} lead={t('notFound.lead')}>
      {from !== null && (
        <p>
          {t('notFound.address')} <bdi>{location.host + decoded(from)}</bdi>
        </p>
      )}
      <div className="actions">
        <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
        {isCustomerSignedIn() ? (
          <ButtonLink look="text" to="/account">
            {t('layout.account')}
          </ButtonLink>
        ) : (
          <ButtonLink look="text" to="/client/login">
            {t('links.login')}
          </ButtonLink>
        )}
      </div>
    </Screen>
  );
}
