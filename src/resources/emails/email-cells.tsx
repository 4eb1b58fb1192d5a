import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type EmailRow, emailStateOf } from '#contract/entities/email.ts';
import { MendAddress } from '#web/ui/admin/actions/email-actions.tsx';
import { emailTones, StateTag } from '#web/ui/admin/kit/state-tag.tsx';

/** The state; a failed email that was sent again or dismissed waits for nobody. */
export function EmailState({ email }: { email: Pick<EmailRow, 'status' | 'dealt_with_at'> }) {
  const { t } = useTranslation();
  const state = emailStateOf(email);
  if (state === 'dealt_with') return <StateTag tone="off" word={t('emails.dealtWith')} />;
  return <StateTag tone={emailTones[state]} word={t(`emails.values.status.${state}`)} />;
}

/** The client it is about, linked; false for an email to staff. */
export function EmailClient({ email: { client_id, client_name } }: { email: EmailRow }) {
  if (client_id === null) return null;
  return <Link to={`/admin-panel/clients/show/${client_id}`}>{client_name}</Link>;
}

/** Why it failed, behind the way to the address where that is the reason. */
export function EmailError({ email, error }: { email: EmailRow; error: string }) {
  return (
    <span title={error}>
      {emailStateOf(email) === 'failed' && <MendAddress email={email} />} {error}
    </span>
  );
}
