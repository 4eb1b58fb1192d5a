import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { isCustomerSignedIn } from '#web/ui/customer/session/customer-session.ts';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Screen title={t('notFound.title')} lead={t('notFound.lead')}>
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
