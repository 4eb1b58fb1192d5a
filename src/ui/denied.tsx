import { useTranslation } from 'react-i18next';
import { LockIcon } from '#web/ui/icons.tsx';

/** In the place of a screen that is not for the one who came: why not. */
export function Denied({ text }: { text: string | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="notice-page">
      <span className="notice-icon">
        <LockIcon />
      </span>
      <h1>{t('denied.title')}</h1>
      <p>{text}</p>
    </section>
  );
}
