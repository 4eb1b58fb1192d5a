import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { useSettingsParts } from '#web/ui/admin/kit/page/settings-parts.tsx';
import './settings.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** The parts of the settings, each at `/admin-panel/settings/PART`. */
export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <div className="list-head">
        <PageHeading title={t('nav.settings')} />
      </div>
      <ul className="settings-parts">
        {useSettingsParts().map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="settings-part">
              <strong>{t(label)}</strong>
              <span className="muted">{t(declaredKey(`settings.${to.split('/').at(-1)}.text`))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
