import { useList } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EmailRow } from '#contract/entities/email.ts';
import { emailApi } from '#contract/routes/email.ts';
import { useMailServerHelp } from '#web/resources/emails/mail-server-help.ts';
import { useIsListed, useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** Says that customers get no email; the log has what they would get. */
export function NoMailServer() {
  const { t } = useTranslation();
  const help = useMailServerHelp();
  const holds = useHolds();
  return (
    <ul className="attention is-warning">
      <li>
        {t('home.noMailServer')} {help}
        {holds(emailApi.emails) && (
          <>
            {' '}
            <Link to="/admin-panel/settings/emails">{t('emails.title')}</Link>
          </>
        )}
      </li>
    </ul>
  );
}

/** The same for people who may read the log but no reports: the last email got no further than the log. */
export function NoMailServerByLog() {
  const isListed = useIsListed('emails');
  const { result } = useList<EmailRow>({
    resource: 'emails',
    meta: { listQuery: { limit: 1, sort: [{ field: 'created_at', order: 'desc' }] } },
    queryOptions: { enabled: isListed },
    errorNotification: false,
  });
  return isListed && result.data[0]?.status === 'only_logged' ? <NoMailServer /> : null;
}
