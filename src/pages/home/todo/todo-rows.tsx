import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Client } from '#contract/entities/client.ts';
import type { EmailRow } from '#contract/entities/email.ts';
import { ownClientsView } from '#contract/entities/saved-view.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { emailApi } from '#contract/routes/email.ts';
import { TodoLine } from '#web/pages/home/todo/todo-line.tsx';
import { RetryCabinet } from '#web/resources/clients/cabinet/retry-cabinet.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { useInDays } from '#web/resources/clients/head/in-days.ts';
import { DismissEmail, ResendEmail } from '#web/ui/admin/actions/email-actions.tsx';
import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { listPath, showPath } from '#web/ui/admin/resource/define-resource.ts';
import { ClientState } from '#web/ui/admin/kit/state-tag.tsx';
import { Breakable } from '#web/ui/admin/kit/list-cell.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';

/** A failed cabinet, and the second try. */
export function CabinetTodo({ client }: { client: Client }) {
  const inDays = useInDays();
  const holds = useHolds();
  return (
    <>
      <span className="todo-name">
        <Link to={showPath(clientResource, client.id)} className="quiet-link">
          {client.name}
        </Link>
        <span className="muted">{inDays(client.created_at)}</span>
      </span>
      {holds(cabinetApi.retryCabinet) && <RetryCabinet id={client.id} size="small" />}
    </>
  );
}

/** The way to every cabinet that differs from what it should be. */
export function DifferingCabinets() {
  const { t } = useTranslation();
  return (
    <Link to="/admin-panel/cabinets" className="todo-more">
      {t('cabinets.title')}
    </Link>
  );
}

/** An email that could not be sent, why, and what can be done. */
export function EmailTodo({ email }: { email: EmailRow }) {
  const { t } = useTranslation();
  const mayDismiss = useHolds()(emailApi.dismissEmail);
  return (
    <>
      <span className="todo-name">
        <Link to={showPath(emailResource, email.id)} className="quiet-link">
          <Breakable text={email.to} />
        </Link>
        <span className="muted todo-error">
          {email.client_name && <>{email.client_name} · </>}
          {t(`emails.values.kind.${email.kind}`)}
          {email.error && ` · ${email.error}`}
        </span>
      </span>
      <span className="todo-actions">
        <ResendEmail isIcon email={email} size="small" />
        {mayDismiss && <DismissEmail isIcon id={email.id} size="small" />}
      </span>
    </>
  );
}

/** A client whose time is up, with the figures that a call needs. */
export function ClientTodo({ client, withState }: { client: Client; withState?: boolean }) {
  const inDays = useInDays();
  const { id, name, status, lasts_until, balance, tariff_name } = client;
  return (
    <>
      <span className="todo-name">
        <Link to={showPath(clientResource, id)} className="quiet-link">
          {name}
        </Link>
        <span className="muted">
          {withState && (
            <>
              <ClientState status={status} /> ·{' '}
            </>
          )}
          {tariff_name}
          {lasts_until && <> · {inDays(lasts_until)}</>}
        </span>
      </span>
      <span className={balance === 0 ? 'muted' : undefined}>
        <Money minorUnits={balance} isBalance />
      </span>
    </>
  );
}

/** The way to all of the reader's own clients, whether they ask for anything or not. */
export function OwnClients({ count }: { count: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <TodoLine tone="off" to={`${listPath(clientResource)}?view=${ownClientsView}`}>
      {t('home.todo.mine', { shown: number(count) })}
    </TodoLine>
  );
}
