import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminCabinetsApi } from '#contract/admin-cabinets-api.ts';
import { cabinetResource } from '#web/resources/cabinets/cabinet-resource.tsx';
import { RepairListed } from '#web/resources/cabinets/repair-listed.tsx';
import { useAdmin, useFormats } from '#web/ui/admin-context.ts';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceList } from '#web/ui/resource-list.tsx';
import './cabinets.css';

export function Component() {
  return (
    <Permitted to="clients.read">
      <ResourceList resource={cabinetResource} actions={<RepairListed />} />
      <LastComparison />
    </Permitted>
  );
}

/** When all cabinets were last looked at. */
function LastComparison() {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const formats = useFormats();
  const { data } = useQuery({
    queryKey: ['cabinets', 'comparison'],
    queryFn: ({ signal }) => http.call(adminCabinetsApi.reconciliation, { signal }),
    refetchInterval: 60_000,
    retry: false,
  });
  if (!data) return null;
  const last = data.data;
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
