import { useTranslation } from 'react-i18next';
import { useNavigate } from '#web/ui/customer/router.tsx';
import { clearCustomerSession } from '#web/providers/local-storage.ts';
import { Button } from '#web/ui/customer/button.tsx';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { forgetProfileDraft } from '#web/ui/own-account/profile-draft.ts';

/** Ends the session here, whatever the server says (specification, section 4). */
export function LogOutButton() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  async function logOut() {
    await client.call('logout').catch(() => undefined);
    clearCustomerSession();
    forgetProfileDraft();
    navigate('/client/login');
  }
  return (
    <Button look="text" onClick={() => void logOut()}>
      {t('actions.logOut')}
    </Button>
  );
}
