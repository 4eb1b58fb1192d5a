import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { PlacesContext, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { type Destination, destinationsOf } from '#web/ui/admin/resource/places.ts';
import { useTabInView } from './use-tab-in-view.ts';
import './page-tabs.css';

const folder = '/admin-panel/settings/';

/** The parts of the settings that the person may open. */
export function useSettingsParts(): Destination[] {
  const { places } = useContext(PlacesContext);
  const may = useMay();
  return destinationsOf(places).filter(
    ({ to, isAction, needs }) =>
      to.startsWith(folder) && !isAction && needs.some((route) => may(route).allowed),
  );
}

/** Links between the parts, above each of them. */
export function SettingsParts() {
  const { t } = useTranslation();
  const row = useTabInView();
  return (
    <nav ref={row} className="tabs page-tabs" aria-label={t('nav.settings')}>
      {useSettingsParts().map(({ to, label }) => (
        <NavLink key={to} to={to} className="tab">
          {t(label)}
        </NavLink>
      ))}
    </nav>
  );
}
