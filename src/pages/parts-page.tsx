import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { type TabWithParts, useTabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import './parts-page.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** What a tab with parts opens: the way to each of them, with a line about it. */
export function PartsPage({ tab }: { tab: TabWithParts }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="list-head">
        <PageHeading title={t(`nav.${tab}`)} />
      </div>
      <ul className="tab-parts">
        {useTabParts(tab).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="tab-part">
              <strong>{t(label)}</strong>
              <span className="muted">{t(declaredKey(`${tab}.${to.split('/').at(-1)}.text`))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
