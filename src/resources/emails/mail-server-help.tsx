import { useTranslation } from 'react-i18next';
import { settingApi } from '#contract/routes/setting.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { Technical } from '#web/ui/admin/show/technical.tsx';

/**
 * Who connects a missing mail server: words for everybody, and folded below them, for people who change settings, the
 * variable that the server reads. Others read whom to tell.
 */
export function MailServerHelp() {
  const { t } = useTranslation();
  if (!useHolds()(settingApi.saveSetting)) return t('home.mailServerAsk');
  return (
    <>
      {t('home.mailServerHow')}
      <Technical summary="home.mailServerFor" text="SMTP_URL=smtps://user:password@host:465" />
    </>
  );
}
