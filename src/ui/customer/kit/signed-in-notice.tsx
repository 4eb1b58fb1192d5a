import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { Link } from '#web/ui/customer/router/router.tsx';
import { isCustomerSignedIn } from '#web/ui/customer/session/customer-session.ts';

/**
 * For who opens a form for strangers although this browser has a session: the way on. The server, which does not know
 * it, renders the notice for everybody; the style shows it where the page is marked (`hold-early-clicks.ts`).
 */
export function SignedInNotice() {
  const { t } = useTranslation();
  useEffect(() => {
    // As it was when the form was opened: who signs in by it is on the way to what follows.
    document.documentElement.toggleAttribute('data-signed-in', isCustomerSignedIn());
  }, []);
  return (
    <div className="signed-in">
      <Notice isNews={false}>
        {t('signedIn.text')} <Link to="/auth">{t('signedIn.goOn')}</Link>
      </Notice>
    </div>
  );
}
