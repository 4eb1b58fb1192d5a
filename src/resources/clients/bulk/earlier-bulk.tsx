import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bulkApi } from '#contract/routes/panel/bulk.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** The way from clients to what was done to many of them. */
export function EarlierBulk() {
  const { t } = useTranslation();
  if (!useHolds()(bulkApi.actOnClients)) return null;
  return (
    <p>
      <Link to="/admin-panel/clients/bulk">{t('bulk.earlier')}</Link>
    </p>
  );
}
