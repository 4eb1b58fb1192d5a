import { useTranslation } from 'react-i18next';
import type { EmailRow } from '#contract/entities/email.ts';
import { emailTones, StateTag } from '#web/ui/admin/kit/state-tag.tsx';

export function EmailState({ status }: Pick<EmailRow, 'status'>) {
  const { t } = useTranslation();
  return <StateTag tone={emailTones[status]} word={t(`emails.values.status.${status}`)} />;
}
