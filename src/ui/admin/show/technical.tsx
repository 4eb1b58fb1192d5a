import { useTranslation } from 'react-i18next';
import type { TextKey } from '#web/ui/admin/resource/declared-key.ts';
import './technical.css';

/** What a program said or reads, folded below the sentence that people read: for the person who mends it. */
export function Technical({
  text,
  summary = 'clients.cabinet.technical',
}: {
  text: string | null;
  /** Who that person is. */
  summary?: TextKey;
}) {
  const { t } = useTranslation();
  if (!text) return null;
  return (
    <details className="technical">
      <summary>{t(summary)}</summary>
      <code>{text}</code>
    </details>
  );
}
