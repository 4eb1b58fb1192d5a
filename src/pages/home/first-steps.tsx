import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '#web/ui/admin-context.ts';
import { RegistrationAddress } from '#web/ui/registration-address.tsx';

/** Before there are any clients: where to begin. */
export function FirstSteps() {
  const { t } = useTranslation();
  const may = useMay();
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
        {may('tariffs.read', { write: false }).allowed && (
          <li>
            <h3>
              <Link to="/admin-panel/tariffs">{t('home.first.tariffs')}</Link>
            </h3>
            <p>{t('home.first.tariffsText')}</p>
          </li>
        )}
        {may('settings.read', { write: false }).allowed && (
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
