import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ReportSummary } from '#contract/panel/report.ts';
import { emailApi } from '#contract/routes/email.ts';
import { settingApi } from '#contract/routes/setting.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { MailServerHelp } from '#web/resources/emails/mail-server-help.tsx';
import { settingPath } from '#web/resources/settings/setting-groups.ts';
import { CheckIcon } from '#web/ui/admin/kit/icons.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { RegistrationAddress } from '#web/ui/admin/show/registration-address.tsx';
import './first-steps.css';

/** Where to begin, while there are no clients. `setUp`: what is there already, for those who may see the reports. */
export function FirstSteps({ setUp }: { setUp?: ReportSummary['set_up'] }) {
  const { t } = useTranslation();
  const holds = useHolds();
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className="section-title">
        {t('home.first.title')}
      </h2>
      <ol className="first-steps">
        {holds(settingApi.settings) && (
          <Step name="company" to={settingPath('company')} isDone={setUp?.company} />
        )}
        {holds(tariffApi.tariffs) && <Step name="tariffs" to="/admin-panel/tariffs" isDone={setUp?.prices} />}
        {holds(emailApi.emails) && (
          <Step name="emails" to="/admin-panel/settings/emails" isDone={setUp?.mail_server}>
            {!setUp?.mail_server && (
              <div className="muted">
                <MailServerHelp />
              </div>
            )}
          </Step>
        )}
        <Step name="register">
          <RegistrationAddress />
        </Step>
      </ol>
    </section>
  );
}

function Step({
  name,
  to,
  isDone = false,
  children,
}: {
  name: 'company' | 'tariffs' | 'emails' | 'register';
  to?: string;
  isDone?: boolean;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const title = t(`home.first.${name}`);
  return (
    <li className={isDone ? 'is-done' : undefined}>
      {isDone && <CheckIcon />}
      <h3>
        {to === undefined ? title : <Link to={to}>{title}</Link>}
        {isDone && <span className="unseen">{` (${t('home.first.done')})`}</span>}
      </h3>
      {!isDone && <p>{t(`home.first.${name}Text`)}</p>}
      {children}
    </li>
  );
}
