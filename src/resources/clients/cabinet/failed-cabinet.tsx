import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { Technical } from '#web/ui/admin/show/technical.tsx';
import { RetryCabinet } from './retry-cabinet.tsx';
import './client-cabinet.css';

/** On the first part of a client's page: the cabinet couldn't be made, why, and the way to try it again. */
export function FailedCabinet({ client: { id, cabinet, deleted_at } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  if (cabinet.status !== 'failed' || deleted_at !== null) return null;
  return (
    <CabinetError error={cabinet.error} title={t('clients.activity.actions.cabinet_failed')}>
      <RetryCabinet id={id} />
    </CabinetError>
  );
}

/** Why the last task of a cabinet failed. */
export function CabinetError({
  error,
  title,
  children,
}: {
  error: ClientDetails['cabinet']['error'];
  title?: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="cabinet-error" role="alert">
      {title !== undefined && <strong>{title}</strong>}
      {error && (
        <>
          {title === undefined ? <strong>{error.message}</strong> : <p>{error.message}</p>}
          <p className="muted">{t('clients.cabinet.reference', { reference: error.reference })}</p>
          <Technical text={error.detail} />
        </>
      )}
      {children}
    </div>
  );
}
