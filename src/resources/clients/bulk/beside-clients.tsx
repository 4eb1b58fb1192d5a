import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { bulkApi } from '#contract/routes/panel/bulk.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** The ways from clients to what was done to many of them, and to cabinets that differ from what they should be. */
export function BesideClients() {
  const { t } = useTranslation();
  const holds = useHolds();
  return (
    <p className="panel-links">
      {holds(bulkApi.actOnClients) && <Link to="/admin-panel/clients/bulk">{t('bulk.earlier')}</Link>}
      {holds(cabinetApi.cabinetFindings) && <Link to="/admin-panel/cabinets">{t('cabinets.title')}</Link>}
    </p>
  );
}
