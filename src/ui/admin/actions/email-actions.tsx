import type { ButtonProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { emailApi } from '#contract/routes/email.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { RetryIcon } from '#web/ui/admin/kit/icons.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

type Size = Pick<ButtonProps, 'size'>;

/** Sends an email again as a new one, whose id `onSent` gets. */
export function ResendEmail({
  id,
  onSent,
  ...button
}: { id: string; onSent?: (next: string) => unknown } & Size) {
  const { t } = useTranslation();
  const call = useCall();
  const { run, isRunning } = useRowAction('emails', id);

  async function resend(): Promise<void> {
    const { data } = await call(emailApi.resendEmail, { params: { id } });
    await onSent?.(data.id);
  }

  return (
    <GuardedButton
      {...button}
      needs={emailApi.resendEmail}
      hint={t('emails.resendHelp')}
      icon={<RetryIcon />}
      loading={isRunning}
      onClick={() => void run({ send: resend, done: t('emails.resent') })}
    >
      {t('emails.resend')}
    </GuardedButton>
  );
}

/** Says that a failed email needs nothing more: the home screen stops asking for it. */
export function DismissEmail({ id, ...button }: { id: string } & Size) {
  const { t } = useTranslation();
  const call = useCall();
  const { run, isRunning } = useRowAction('emails', id);
  return (
    <GuardedButton
      {...button}
      needs={emailApi.dismissEmail}
      hint={t('emails.dismissHelp')}
      loading={isRunning}
      onClick={() =>
        void run({
          send: () => call(emailApi.dismissEmail, { params: { id } }),
          done: t('emails.dismissed'),
        })
      }
    >
      {t('emails.dismiss')}
    </GuardedButton>
  );
}
