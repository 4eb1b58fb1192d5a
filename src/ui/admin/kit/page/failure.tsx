import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import './failure.css';

/** Something could not be shown: why, and a button to try again. */
export function Failure({ text, retry }: { text: string; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <section className="notice-page" role="alert">
      <h2>{t('failure.title')}</h2>
      <p>{text}</p>
      <Button onClick={retry}>{t('actions.retry')}</Button>
    </section>
  );
}
