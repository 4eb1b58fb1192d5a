import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingApi } from '#contract/routes/setting.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { Technical } from '#web/ui/admin/show/technical.tsx';

/**
 * Who connects a missing mail server: words for everybody, and folded below them, for people who change settings, the
 * variable that the server reads. Others read whom to tell. `children`: what follows the words.
 */
export function MailServerHelp({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const maySet = useHolds()(settingApi.saveSetting);
  return (
    <>
      {t(maySet ? 'home.mailServerHow' : 'home.mailServerAsk')} {children}
      {maySet && <Technical summary="home.mailServerFor" text="SMTP_URL=smtps://user:password@host:465" />}
    </>
  );
}
