import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Closing } from '#contract/clients/closing.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';

/** Takes the closing of the account back. */
export function KeepAccount({ onKept }: { onKept: (closing: Closing) => void }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function keep() {
    setIsBusy(true);
    setFailure(null);
    try {
      onKept((await client.call('keepAccount')).data);
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  }

  return (
    <>
      {failure !== null && <Notice kind="danger">{failureText(failure)}</Notice>}
      <Button look="secondary" busy={isBusy} onClick={() => void keep()}>
        {t('account.closing.keep')}
      </Button>
    </>
  );
}
