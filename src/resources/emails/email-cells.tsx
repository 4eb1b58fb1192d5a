import { useTranslation } from 'react-i18next';
import type { EmailRow } from '#contract/entities/email.ts';
import { emailTones, StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import './email-cells.css';

/** Why it failed, in the two lines that say it; the rest is at hand. */
export function EmailError({ error }: { error: string }) {
  return (
    <span className="email-error" title={error}>
      {error}
    </span>
  );
}

export function EmailState({ status }: Pick<EmailRow, 'status'>) {
  const { t } = useTranslation();
  return <StateTag tone={emailTones[status]} word={t(`emails.values.status.${status}`)} />;
}
