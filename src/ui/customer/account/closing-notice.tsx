import type { Closing } from '#contract/clients/closing.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface WhatIsAsked {
  closesAt: string;
  erases: boolean;
  /** In minor units. */
  balance: number;
}

/** Stands on every page while the account is closing; its owner may take that back. */
export function ClosingNotice({ onKept, ...asked }: WhatIsAsked & { onKept: () => void }) {
  return (
    <Notice kind="warning" isNews={false}>
      <ClosingAsked {...asked} />
      {mayAsCustomer('owner') && (
        <div className="actions">
          <KeepAccount onKept={onKept} />
        </div>
      )}
    </Notice>
  );
}

/** When the account closes, and what becomes of its data if that was asked for. */
export function ClosingAsked({ closesAt, erases, balance }: WhatIsAsked) {
  const { t } = useTranslation();
  const { day } = useFormats();
  return (
    <>
      <p>{t('account.closing.asked', { date: day(closesAt) })}</p>
      {erases && <p>{t(balance > 0 ? 'account.closing.erasesRest' : 'account.closing.erases')}</p>}
    </>
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
