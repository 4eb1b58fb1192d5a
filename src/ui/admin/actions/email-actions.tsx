import type { ButtonProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type EmailRow, isSentOnce, resendNeeds } from '#contract/entities/email.ts';
import { can } from '#contract/kernel/permissions.ts';
import { clientApi } from '#contract/routes/client.ts';
import { emailApi } from '#contract/routes/email.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { CheckIcon, RetryIcon } from '#web/ui/admin/kit/icons.tsx';
import { useAccessPlace, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { editPath } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { WriteLink } from './write-link.tsx';
import { isAddressRefused } from './refused-address.ts';

interface Shape extends Pick<ButtonProps, 'size' | 'type'> {
  /** Its icon alone, in a row that has little room. */
  isIcon?: boolean;
}

/** Sends an email again as a new one; one stays where one was. Not there for people who may not, or where it never is. */
export function ResendEmail({
  email,
  onSent,
  isIcon = false,
  ...button
}: {
  email: Pick<EmailRow, 'id' | 'kind' | 'client_id'>;
  onSent?: () => unknown;
} & Shape) {
  const { t } = useTranslation();
  const call = useCall();
  const { id } = email;
  const { run, isRunning } = useRowAction('emails', id);
  const { held } = useAccessPlace();
  if (isSentOnce(email.kind) || !can(held, resendNeeds(email), { write: false }).allowed) return null;

  async function resend(): Promise<void> {
    await call(emailApi.resendEmail, { params: { id } });
    await onSent?.();
  }

  return (
    <GuardedButton
      {...button}
      needs={emailApi.resendEmail}
      hint={isIcon ? undefined : t('emails.resendHelp')}
      icon={<RetryIcon />}
      aria-label={t('emails.resend')}
      loading={isRunning}
      onClick={() => void run({ send: resend, done: t('emails.resent') })}
    >
      {isIcon ? undefined : t('emails.resend')}
    </GuardedButton>
  );
}

/** Says that a failed email needs nothing more: the home screen stops asking for it. */
export function DismissEmail({ id, isIcon = false, ...button }: { id: string } & Shape) {
  const { t } = useTranslation();
  const call = useCall();
  const { run, isRunning } = useRowAction('emails', id);
  return (
    <GuardedButton
      {...button}
      needs={emailApi.dismissEmail}
      hint={isIcon ? undefined : t('emails.dismissHelp')}
      {...(isIcon && { icon: <CheckIcon /> })}
      aria-label={t('emails.dismiss')}
      loading={isRunning}
      onClick={() =>
        void run({
          send: () => call(emailApi.dismissEmail, { params: { id } }),
          done: t('emails.dismissed'),
        })
      }
    >
      {isIcon ? undefined : t('emails.dismiss')}
    </GuardedButton>
  );
}

/** The way to the address that a mail server refused; sending there again would fail again. */
export function MendAddress({
  email: { client_id, error },
  isButton = false,
}: {
  email: Pick<EmailRow, 'client_id' | 'error'>;
  /** Among buttons. */
  isButton?: boolean;
}) {
  const { t } = useTranslation();
  const mayChange = useMay()(clientApi.changeClient).allowed;
  if (client_id === null || !mayChange || !isAddressRefused(error)) return null;
  const to = `${editPath({ name: 'clients' }, client_id)}#email`;
  if (isButton) return <WriteLink to={to} needs={clientApi.changeClient} label="emails.mendAddress" />;
  return (
    <Link className="mend-address" to={to}>
      {t('emails.mendAddress')}
    </Link>
  );
}
