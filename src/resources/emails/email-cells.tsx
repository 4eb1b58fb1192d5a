import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EmailRow } from '#contract/entities/email.ts';
import { MendAddress } from '#web/ui/admin/actions/email-actions.tsx';
import { emailTones, StateTag } from '#web/ui/admin/kit/state-tag.tsx';

/** The state; a failed email that was sent again or dismissed waits for nobody. */
export function EmailState({ email }: { email: Pick<EmailRow, 'status' | 'dealt_with_at'> }) {
  const { t } = useTranslation();
  const { status, dealt_with_at } = email;
  const isDone = status === 'failed' && dealt_with_at !== null;
  return (
    <StateTag
      tone={isDone ? 'off' : emailTones[status]}
      word={t(isDone ? 'emails.dealtWith' : `emails.values.status.${status}`)}
    />
  );
}

/** The client it is about, linked; false for an email to staff. */
export function EmailClient({ email: { client_id, client_name } }: { email: EmailRow }) {
  if (client_id === null) return null;
  return <Link to={`/admin-panel/clients/show/${client_id}`}>{client_name}</Link>;
}

/** Why it failed, behind the way to the address where that is the reason. */
export function EmailError({ email, error }: { email: EmailRow; error: string }) {
  const isWaiting = email.status === 'failed' && email.dealt_with_at === null;
  return (
    <span title={error}>
      {isWaiting && <MendAddress email={email} />} {error}
    </span>
  );
}
