import { useTranslation } from 'react-i18next';
import { KeepAccount } from '#web/ui/customer/account/keep-account.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';

/** Stands on every page while the account is closing; its owner may take that back. */
export function ClosingNotice({ closesAt, onKept }: { closesAt: string; onKept: () => void }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  return (
    <Notice kind="warning" isNews={false}>
      <p>{t('account.closing.asked', { date: day(closesAt) })}</p>
      {mayAsCustomer('owner') && <KeepAccount onKept={onKept} />}
    </Notice>
  );
}
