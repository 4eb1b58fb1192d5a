import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { initialOf } from '#contract/accounts/person-cookie.ts';
import { useLogOut } from '#web/ui/customer/account/log-out-button.tsx';
import { useHydrated } from '#web/ui/customer/kit/use-hydrated.ts';
import { pathMatch } from '#web/ui/customer/router/path-match.ts';
import { Link, useLocation } from '#web/ui/customer/router/router.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { isCustomerSignedIn } from '#web/ui/customer/session/customer-session.ts';
import { onShownPerson, shownPerson } from '#web/ui/shared/shown-person.ts';
import { Menu } from './menu.tsx';

/** Who is signed in, with the way to the account and out; for a stranger the way in. */
export function PersonMenu() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const person = usePerson();
  const logOut = useLogOut();
  if (person === null) {
    return (
      <Link className="site-link" to="/client/login">
        {t('links.login')}
      </Link>
    );
  }
  const account = t('layout.account');
  return (
    <Menu
      name="person"
      shown={
        <>
          <span className="unseen">{person === '' ? account : `${account}: ${person}`}</span>
          <span className="face" aria-hidden="true">
            {initialOf(person || account)}
          </span>
          <bdi className="whole" aria-hidden="true">
            {person || account}
          </bdi>
        </>
      }
    >
      <div className="site-list">
        {person !== '' && (
          <p>
            <bdi>{person}</bdi>
          </p>
        )}
        <Link to="/account">{account}</Link>
        {pathMatch('/account/*', pathname) && <Link to="/account/new-company">{t('layout.addCompany')}</Link>}
        <button type="button" onClick={() => void logOut()}>
          {t('actions.logOut')}
        </button>
      </div>
    </Menu>
  );
}

/**
 * The name of who is signed in, empty where it is not known; null for a stranger. The server knows the cookie alone,
 * and the page begins with the same.
 */
function usePerson(): string | null {
  const { person = null } = useCustomer();
  const written = useSyncExternalStore(onShownPerson, shownPerson, () =>
    typeof document === 'undefined' ? person : shownPerson(),
  );
  if (!useHydrated()) return written;
  return isCustomerSignedIn() ? (written ?? '') : null;
}
