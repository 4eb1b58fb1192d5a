import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useHydrated } from '#web/ui/customer/kit/use-hydrated.ts';
import { Link } from '#web/ui/customer/router/router.tsx';
import { isCustomerSignedIn } from '#web/ui/customer/session/customer-session.ts';

/** For who opens a form for strangers although this browser has a session: the way on. */
export function SignedInNotice() {
  const { t } = useTranslation();
  // The server does not know it.
  if (!useHydrated() || !isCustomerSignedIn()) return null;
  return (
    <Notice isNews={false}>
      {t('signedIn.text')} <Link to="/auth">{t('signedIn.goOn')}</Link>
    </Notice>
  );
}
