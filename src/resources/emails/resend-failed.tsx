import { useList } from '@refinedev/core';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { type EmailRow, failedEmails } from '#contract/entities/email.ts';
import { printListQuery } from '#contract/kernel/list-query.ts';
import { emailApi } from '#contract/routes/email.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { RetryIcon } from '#web/ui/admin/kit/icons.tsx';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** Sends all failed emails again that nobody has dealt with, after a question; absent while there are none. */
export function ResendFailed() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { modal } = App.useApp();
  const call = useCall();
  const { run, isRunning } = useRowAction('emails', 'failed');
  const isHeld = useHolds()(emailApi.resendEmails);
  const { result } = useList<EmailRow>({
    resource: 'emails',
    meta: { listQuery: { ...failedEmails, limit: 1 } },
    queryOptions: { enabled: isHeld },
    errorNotification: false,
  });
  const count = result.total ?? 0;
  if (!isHeld || count === 0) return null;
  const shown = number(count);

  async function resend(): Promise<string> {
    const { data } = await call(emailApi.resendEmails, {
      body: { query: String(printListQuery({ filters: failedEmails.filters })) },
    });
    const left = data.refused.reduce((sum, one) => sum + one.count, 0);
    const sent = t('emails.resendFailed.done', { count: data.resent, shown: number(data.resent) });
    return left === 0
      ? sent
      : `${sent} ${t('emails.resendFailed.left', { count: left, shown: number(left) })}`;
  }

  const ask = () =>
    void modal.confirm({
      title: t('emails.resendFailed.title', { count, shown }),
      content: t('emails.resendFailed.text'),
      okText: t('emails.resend'),
      cancelText: t('actions.cancel'),
      icon: null,
      width: '30rem',
      onOk: () => run({ send: resend, done: '' }),
    });
  return (
    <GuardedButton
      needs={emailApi.resendEmails}
      icon={<RetryIcon />}
      shortcut="r"
      loading={isRunning}
      onClick={ask}
    >
      {t('emails.resendFailed.go', { count, shown })}
    </GuardedButton>
  );
}
