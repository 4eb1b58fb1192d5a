import { useTranslation } from 'react-i18next';
import type { CabinetBackup, CabinetDeletion } from '#contract/cabinets/cabinet.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { useAdmin, useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { DownloadIcon } from '#web/ui/admin/kit/icons.tsx';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** What is left of a deleted cabinet: its backups until they expire, and the permanent record. */
export function ClientBackups({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { backups, deletions } = client.cabinet;
  if (backups.length === 0 && deletions.length === 0) return null;
  return (
    <section className="panel">
      <h2>{t('clients.backups.title')}</h2>
      <ul className="backup-list">
        {backups.map((backup) => (
          <li key={backup.id}>
            <Backup client={client} backup={backup} />
          </li>
        ))}
        {deletions.map((deletion) => (
          <li key={deletion.id}>
            <Deletion deletion={deletion} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Backup({ client, backup }: { client: ClientDetails; backup: CabinetBackup }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { http } = useAdmin();
  const call = useCall();
  const params = { id: client.id, backup: backup.id };
  const { run, isRunning } = useRowAction('clients', client.id);
  const mayDownload = useHolds()(cabinetApi.downloadBackup);
  const size = t('clients.backups.size', {
    size: formats.number(Math.max(1, Math.round(backup.bytes / 1024))),
  });

  async function download(): Promise<void> {
    const path = `/admin/clients/${client.id}/backups/${backup.id}`;
    const response = await http.request('GET', path, { parse: 'response' });
    saveFile(await response.blob(), fileNameOf(response) ?? 'backup.sqlite');
  }

  return (
    <>
      <strong>{t('clients.backups.of', { at: formats.moment(backup.taken_at) })}</strong>
      <span className="muted">{size}</span>
      <p className="muted">
        {backup.deleted_at
          ? t('clients.backups.gone', { at: formats.day(backup.deleted_at) })
          : t('clients.backups.until', { at: formats.day(backup.expires_at) })}
      </p>
      {backup.deleted_at === null && (
        <div className="cabinet-actions">
          {client.cabinet.status === 'deleted' && client.deleted_at === null && (
            <ActionButton
              resource="clients"
              id={client.id}
              needs={cabinetApi.restoreBackup}
              texts="clients.backups.restore"
              words={{ at: formats.moment(backup.taken_at) }}
              text={client.status === 'archived' ? t('clients.backups.restore.archived') : undefined}
              send={() => call(cabinetApi.restoreBackup, { params })}
            />
          )}
          {mayDownload && (
            <GuardedButton
              needs={cabinetApi.downloadBackup}
              icon={<DownloadIcon />}
              loading={isRunning}
              onClick={() => void run({ send: download, done: t('clients.backups.downloaded') })}
            >
              {t('clients.backups.download')}
            </GuardedButton>
          )}
        </div>
      )}
    </>
  );
}

function Deletion({ deletion: { at, rule, by, domain, backup } }: { deletion: CabinetDeletion }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <>
      <strong>{t('clients.backups.deletedAt', { at: formats.moment(at) })}</strong>
      <span className="muted">{domain}</span>
      <p className="muted">
        {t(`clients.backups.rule.${rule}`)}
        {by && ` · ${by.name}`}
      </p>
      {!backup && rule === 'retention' && <p className="muted">{t('clients.backups.none')}</p>}
      {backup && (
        <p className="muted backup-checksum">
          {t('clients.backups.checksum', { at: formats.moment(backup.taken_at) })}{' '}
          <code>{backup.sha256}</code>
        </p>
      )}
    </>
  );
}
