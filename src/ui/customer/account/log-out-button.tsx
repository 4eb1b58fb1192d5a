import { useTranslation } from 'react-i18next';
import { useNavigate } from '#web/ui/customer/router/router.tsx';
import { clearCustomerSession } from '#web/ui/shared/local-storage.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { forgetProfileDraft } from './profile-draft.ts';

/** Ends the session here, whatever the server says (specification, section 4). */
export function LogOutButton() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  async function logOut() {
    await client.call('logout').catch(() => undefined);
    clearCustomerSession();
    forgetProfileDraft();
    navigate('/client/login?signed-out');
  }
  return (
    <Button look="text" onClick={() => void logOut()}>
      {t('actions.logOut')}
    </Button>
  );
}
