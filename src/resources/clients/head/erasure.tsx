import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Erasure } from '#contract/clients/erasure.ts';
import { clientApi } from '#contract/routes/client.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { ReasonDialog } from '#web/ui/admin/form/reason-dialog.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
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
          <Mentions id={id} />
          <p className="muted">{t('clients.erase.reasonHelp')}</p>
        </>
      }
      send={(reason) => call(clientApi.eraseClient, { params: { id }, body: { reason } })}
      onClose={onClose}
    />
  );
}

/** What is not erased: words of colleagues elsewhere. Notes about other clients are searched for the contacts. */
function Mentions({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useRead(clientApi.mentions, { params: { id } });
  return (
    <>
      <p>{t('clients.erase.elsewhere')}</p>
      {data && data.count > 0 && (
        <p>
          <strong>{t('clients.erase.mentions', { count: data.count })}</strong>{' '}
          {data.clients.map((one, index) => (
            <Fragment key={one.id}>
              {index > 0 && ', '}
              <Link to={showPath(clientResource, one.id)} target="_blank">
                {one.name}
              </Link>
            </Fragment>
          ))}
          {data.count > data.clients.length && ' …'}
        </p>
      )}
    </>
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
      by={by?.name}
      below={
        <>
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
