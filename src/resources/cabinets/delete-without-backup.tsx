import { useTranslation } from 'react-i18next';
import { adminCabinetsApi } from '#contract/admin-cabinets-api.ts';
import type { ClientDetails } from '#contract/client.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';

/** The way on when a cabinet can't be deleted because its last backup can't be made. */
export function DeleteWithoutBackup({ client: { id, name, cabinet } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const backup = cabinet.steps.find(({ key }) => key === 'backup');
  if (cabinet.task !== 'delete' || backup?.state !== 'failed') return null;
  return (
    <ActButton
      resource="clients"
      id={id}
      needs="clients.delete"
      danger
      label={t('clients.cabinet.withoutBackup')}
      question={{
        title: t('clients.cabinet.withoutBackupTitle', { name }),
        text: (
          <>
            <p>{t('clients.cabinet.withoutBackupWhy', { error: backup.error })}</p>
            <p>{t('clients.cabinet.withoutBackupText')}</p>
          </>
        ),
      }}
      act={{
        send: async () => {
          await http.call(adminCabinetsApi.deleteWithoutBackup, { params: { id } });
          return t('clients.cabinet.withoutBackupBegun');
        },
      }}
    />
  );
}
