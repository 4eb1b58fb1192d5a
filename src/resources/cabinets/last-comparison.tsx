import { useTranslation } from 'react-i18next';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { usePolling } from '#web/ui/admin/kit/use-polling.ts';
import './cabinets.css';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

/** When all cabinets were last compared. */
export function LastComparison() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: last, refetch } = useRead(cabinetApi.reconciliation);
  usePolling(refetch, 60_000);
  if (last === undefined) return null;
  return (
    <p className="muted list-note">
      {last
        ? t('cabinets.compared', {
            at: formats.moment(last.finished_at),
            count: last.cabinets,
            shown: formats.number(last.cabinets),
          })
        : t('cabinets.notCompared')}
    </p>
  );
}
