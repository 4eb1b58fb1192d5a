import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeading } from './page-heading.tsx';
import './failure.css';

/** An address below the panel's that names no screen. It stays, so that a slip in it can be mended. */
export function PanelNotFound() {
  const { t } = useTranslation();
  return (
    <section className="notice-page">
      <PageHeading title={t('panelNotFound.title')} />
      <p>{t('panelNotFound.text')}</p>
      <Link to="/admin-panel">{t('panelNotFound.home')}</Link>
    </section>
  );
}
