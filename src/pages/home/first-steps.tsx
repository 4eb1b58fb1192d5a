import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { emailApi } from '#contract/routes/email.ts';
import { settingApi } from '#contract/routes/setting.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { settingPath } from '#web/resources/settings/setting-groups.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { RegistrationAddress } from '#web/ui/admin/show/registration-address.tsx';
import './first-steps.css';

/** Where to begin, while there are no clients. */
export function FirstSteps() {
  const { t } = useTranslation();
  const holds = useHolds();
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className="section-title">
        {t('home.first.title')}
      </h2>
      <ol className="first-steps">
        <li>
          <h3>{t('home.first.register')}</h3>
          <p>{t('home.first.registerText')}</p>
          <RegistrationAddress />
        </li>
        {holds(settingApi.settings) && (
          <li>
            <h3>
              <Link to={settingPath('company')}>{t('home.first.company')}</Link>
            </h3>
            <p>{t('home.first.companyText')}</p>
          </li>
        )}
        {holds(tariffApi.tariffs) && (
          <li>
            <h3>
              <Link to="/admin-panel/tariffs">{t('home.first.tariffs')}</Link>
            </h3>
            <p>{t('home.first.tariffsText')}</p>
          </li>
        )}
        {holds(emailApi.emails) && (
          <li>
            <h3>
              <Link to="/admin-panel/settings/emails">{t('home.first.emails')}</Link>
            </h3>
            <p>{t('home.first.emailsText')}</p>
          </li>
        )}
      </ol>
    </section>
  );
}
