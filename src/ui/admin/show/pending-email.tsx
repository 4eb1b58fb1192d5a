import { useOne } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { userApi } from '#contract/routes/user.ts';
import { clientApi } from '#contract/routes/client.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import './row-notes.css';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';

interface Row {
  id: string;
  email: string;
  pending_email: string | null;
  deleted_at: string | null;
}

/** The new email of a client or colleague that waits to be confirmed, and a button to cancel it. */
export function PendingEmail({ resource, row }: { resource: 'clients' | 'users'; row: Row }) {
  const { t } = useTranslation();
  const { update } = useRowWrites(resource);
  const { id, email, pending_email: waiting } = row;
  const { run, isRunning } = useRowAction(resource, id);
  const needs = resource === 'users' ? userApi.changeUser : clientApi.changeClient;
  const isHeld = useHolds()(needs);
  if (waiting === null || row.deleted_at !== null) return null;
  const cancel = () =>
    run({
      // Sending the present email again cancels the waiting one.
      send: () => update(id, { email }),
      done: t(`${resource}.pendingEmail.cancelled`),
    });
  return (
    <div className="pending-email panel-wide" role="note">
      <p>{t(`${resource}.pendingEmail.waiting`, { email: waiting })}</p>
      {isHeld && (
        <GuardedButton needs={needs} loading={isRunning} onClick={() => void cancel()}>
          {t(`${resource}.pendingEmail.cancel`)}
        </GuardedButton>
      )}
    </div>
  );
}

/** The same above a form, for the row of the page. */
export function PendingEmailOf({ resource }: { resource: 'clients' | 'users' }) {
  const { id = '' } = useParams();
  const { result } = useOne<Row>({ resource, id, errorNotification: false });
  return result ? <PendingEmail resource={resource} row={result} /> : null;
}
