import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** Where clients are chosen to be changed together. */
export function ToClients() {
  const { t } = useTranslation();
  return <Link to="/admin-panel/clients">{t('clients.title')}</Link>;
}
