import { useTranslation } from 'react-i18next';
import './technical.css';

/** What a program said, folded below the sentence that people read: for the person who mends it. */
export function Technical({ text }: { text: string | null }) {
  const { t } = useTranslation();
  if (!text) return null;
  return (
    <details className="technical">
      <summary>{t('clients.cabinet.technical')}</summary>
      <code>{text}</code>
    </details>
  );
}
