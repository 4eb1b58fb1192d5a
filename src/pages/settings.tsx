import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { useMay } from '#web/ui/admin-context.ts';
import { Permitted } from '#web/ui/permitted.tsx';
import { useTabInView } from '#web/ui/use-tab-in-view.ts';
import type { Permission } from '#contract/permissions.ts';

/** The parts of the settings, each at `/admin-panel/settings/PART`. */
const parts: { part: string; permission: Permission }[] = [
  { part: 'general', permission: 'settings.read' },
  { part: 'partners', permission: 'settings.read' },
  { part: 'promo-codes', permission: 'settings.read' },
  { part: 'offer', permission: 'settings.read' },
  { part: 'emails', permission: 'settings.read' },
  { part: 'audit', permission: 'audit.read' },
];

export function Component() {
  const { t } = useTranslation();
  const open = useParts();
  return (
    // Whoever may read the audit log alone finds the way to it.
    <Permitted to={open.includes('audit') ? 'audit.read' : 'settings.read'}>
      <div className="list-head">
        <h1>{t('nav.settings')}</h1>
      </div>
      <ul className="settings-parts">
        {open.map((part) => (
          <li key={part}>
            <Link to={`/admin-panel/settings/${part}`} className="settings-part">
              <strong>{t(`settings.${part}.title`)}</strong>
              <span className="muted">{t(`settings.${part}.text`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Permitted>
  );
}

/** The way from one part to another, above each of them. */
export function SettingsParts() {
  const { t } = useTranslation();
  const row = useTabInView();
  return (
    <nav ref={row} className="tabs page-tabs" aria-label={t('nav.settings')}>
      {useParts().map((part) => (
        <NavLink key={part} to={`/admin-panel/settings/${part}`} className="tab">
          {t(`settings.${part}.title`)}
        </NavLink>
      ))}
    </nav>
  );
}

function useParts(): string[] {
  const may = useMay();
  return parts.flatMap(({ part, permission }) => (may(permission, { write: false }).allowed ? [part] : []));
}
