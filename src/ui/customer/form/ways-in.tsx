import { useTranslation } from 'react-i18next';
import { Link } from '#web/ui/customer/router/router.tsx';
import { isTaken } from './taken-faults.ts';

const toNewCompany = `/client/login?${new URLSearchParams({ redirect: '/account/new-company' })}`;

/**
 * The ways out once a field's error is that there is an account with its value already: into it, and from there to one
 * more company under the same sign-in.
 */
export function WaysIn({ error }: { error: { type: string } | undefined }) {
  const { t } = useTranslation();
  if (!isTaken(error)) return null;
  return (
    <>
      <Link to="/client/login">{t('links.login')}</Link>
      <Link to="/forgot-password">{t('links.forgot')}</Link>
      <Link to={toNewCompany}>{t('links.addCompany')}</Link>
    </>
  );
}
