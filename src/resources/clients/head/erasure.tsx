import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Erasure } from '#contract/clients/erasure.ts';
import { clientApi } from '#contract/routes/client.ts';
import { ReasonDialog } from '#web/ui/admin/form/reason-dialog.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { DeletedBanner } from '#web/ui/admin/show/deleted-banner.tsx';

/** Says what goes and what stays, and asks for a reason; then who is signed in proves who they are. */
export function EraseDialog({ client, onClose }: { client: ClientDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const { money } = useFormats();
  const { id, name, balance, currency } = client;
  return (
    <ReasonDialog
      resource="clients"
      id={id}
      texts="clients.erase"
      label="clients.erase.confirm"
      words={{ name }}
      danger
      more={
        <>
          <p>{t('clients.erase.goes')}</p>
          <p>{t('clients.erase.stays')}</p>
          {balance > 0 && (
            <p>
              <strong>{t('clients.erase.balance', { amount: money(balance, currency) })}</strong>
            </p>
          )}
          <p className="muted">{t('clients.erase.reasonHelp')}</p>
        </>
      }
      send={(reason) => call(clientApi.eraseClient, { params: { id }, body: { reason } })}
      onClose={onClose}
    />
  );
}

/** Shown above an erased client: since when, why, and whether something is still to be removed. */
export function ErasedBanner({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const { reason, by, asked_at, finished_at } = erasure;
  return (
    <DeletedBanner
      text={t('clients.erased.banner')}
      since={asked_at}
      below={
        <>
          {by !== null && `, ${by.name}`}
          <br />
          {t('clients.erased.reason', { reason })}
          <br />
          {finished_at === null
            ? t('clients.erased.underWay')
            : t('clients.erased.finished', { at: moment(finished_at) })}
        </>
      }
    />
  );
}
