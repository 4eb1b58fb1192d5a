import { useTranslation } from 'react-i18next';
import type { Document } from '#contract/entities/document.ts';
import { documentTones, StateTag } from '#web/ui/admin/kit/state-tag.tsx';

export function DocumentState({ status }: Pick<Document, 'status'>) {
  const { t } = useTranslation();
  return <StateTag tone={documentTones[status]} word={t(`documents.values.status.${status}`)} />;
}
