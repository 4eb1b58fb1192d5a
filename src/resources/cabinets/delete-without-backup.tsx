import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** Continues a deletion whose last backup can't be made. */
export function DeleteWithoutBackup({ client: { id, name, cabinet } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const call = useCall();
  const backup = cabinet.steps.find(({ key }) => key === 'backup');
  if (cabinet.task !== 'delete' || backup?.state !== 'failed') return null;
  return (
    <ActionButton
      resource="clients"
      id={id}
      needs={cabinetApi.deleteWithoutBackup}
      danger
      texts="clients.cabinet.withoutBackup"
      words={{ name }}
      text={
        <>
          <p>{t('clients.cabinet.withoutBackup.why', { error: backup.error })}</p>
          <p>{t('clients.cabinet.withoutBackup.text')}</p>
        </>
      }
      send={() => call(cabinetApi.deleteWithoutBackup, { params: { id } })}
    />
  );
}
