import { useTranslation } from 'react-i18next';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/** What staff can do while their login has to wait: request a new password by email, or ask somebody. */
export function SlowedLogin() {
  const { t } = useTranslation();
  const { supportEmail, supportPhone } = useAdmin().config;
  const contact = [supportEmail, supportPhone].filter(Boolean).join(', ');
  return (
    <p role="status">
      {t('login.slowed')} <a href="/forgot-password?for=staff">{t('login.forgot')}</a>
      {contact && (
        <>
          <br />
          {t('login.support')} {contact}
        </>
      )}
    </p>
  );
}
