import { useTranslation } from 'react-i18next';
import { useNavigate } from '#web/ui/customer/router/router.tsx';
import { clearCustomerSession } from '#web/ui/shared/local-storage.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { forgetProfileDraft } from './profile-draft.ts';

export function LogOutButton() {
  const { t } = useTranslation();
  const logOut = useLogOut();
  return (
    <Button look="text" onClick={() => void logOut()}>
      {t('actions.logOut')}
    </Button>
  );
}

/** Ends the session here, whatever the server says (specification, section 4). */
export function useLogOut(): () => Promise<void> {
  const { client } = useCustomer();
  const navigate = useNavigate();
  return async () => {
    await client.call('logout').catch(() => undefined);
    clearCustomerSession();
    forgetProfileDraft();
    navigate('/client/login?signed-out');
  };
}
