import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useFocusBack } from '#web/ui/customer/kit/focus-back.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { clearCustomerSession } from '#web/ui/shared/local-storage.ts';

/** Ends one's own membership, after a question. The session for this company ends with it. */
export function LeaveCompany() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const opener = useFocusBack(isAsked);

  async function leave() {
    setBusy(true);
    setFailure(null);
    try {
      await client.call('leaveCompany');
      clearCustomerSession();
      location.assign('/client/login');
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  if (!isAsked) {
    return (
      <Button look="secondary" ref={opener} onClick={() => setAsked(true)}>
        {t('account.members.leave')}
      </Button>
    );
  }
  return (
    <>
      <Notice kind="warning">{t('account.members.askLeave')}</Notice>
      {failure !== null && <Notice kind="danger">{failureText(failure)}</Notice>}
      <div className="actions">
        <Button busy={isBusy} onClick={() => void leave()}>
          {t('account.members.leave')}
        </Button>
        <Button look="text" onClick={() => setAsked(false)}>
          {t('actions.cancel')}
        </Button>
      </div>
    </>
  );
}
