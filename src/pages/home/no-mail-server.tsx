import { useList } from '@refinedev/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EmailRow } from '#contract/entities/email.ts';
import { emailApi } from '#contract/routes/email.ts';
import { Todo } from '#web/pages/home/todo/todo.tsx';
import { MailServerHelp } from '#web/resources/emails/mail-server-help.tsx';
import { useIsListed, useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** Says that customers get no email; the log has what they would get. */
export function NoMailServer() {
  const { t } = useTranslation();
  const holds = useHolds();
  return (
    <ul className="attention is-warning">
      <li>
        {t('home.noMailServer')}{' '}
        <MailServerHelp>
          {holds(emailApi.emails) && <Link to="/admin-panel/settings/emails">{t('emails.title')}</Link>}
        </MailServerHelp>
      </li>
    </ul>
  );
}

/**
 * What needs attention, for people who may read no reports: the log tells them of a missing mail server, because the
 * last email got no further. It is read together with the rest, so that the warning moves nothing.
 */
export function TodoWithoutReports({ children }: { children?: ReactNode }) {
  const isListed = useIsListed('emails');
  const { query, result } = useList<EmailRow>({
    resource: 'emails',
    meta: { listQuery: { limit: 1, sort: [{ field: 'created_at', order: 'desc' }] } },
    queryOptions: { enabled: isListed },
    errorNotification: false,
  });
  const isMissing = isListed && result.data[0]?.status === 'only_logged';
  return (
    <Todo isHeld={isListed && !query.isFetched} above={isMissing && <NoMailServer />}>
      {children}
    </Todo>
  );
}
