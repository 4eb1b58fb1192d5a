import type { Closing } from '#contract/clients/closing.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Stands on every page while the account is closing; its owner may take that back. */
export function ClosingNotice({ closesAt, onKept }: { closesAt: string; onKept: () => void }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  return (
    <Notice kind="warning" isNews={false}>
      <p>{t('account.closing.asked', { date: day(closesAt) })}</p>
      {mayAsCustomer('owner') && (
        <div className="actions">
          <KeepAccount onKept={onKept} />
        </div>
      )}
    </Notice>
  );
}

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
