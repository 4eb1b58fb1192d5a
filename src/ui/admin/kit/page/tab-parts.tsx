import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { type Tab, tabs } from '#web/ui/shared/local-storage.ts';
import { PlacesContext, useHolds, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { type Destination, destinationsOf } from '#web/ui/admin/resource/places.ts';
import { groupedParts } from './part-groups.ts';
import { SideParts } from './side-parts.tsx';
import { TabRow } from './tab-row.tsx';

/** Tabs that have parts, each at `/admin-panel/TAB/PART`. */
const tabsWithParts = ['money', 'settings'] as const;
export type TabWithParts = (typeof tabsWithParts)[number];

/** The tab that a path below the panel belongs to; undefined for others. */
export function tabOfPart(path: string | undefined): TabWithParts | undefined {
  return tabsWithParts.find((tab) => path?.startsWith(`${tab}/`));
}

/** The parts of a tab that the person may open, in the order in which they are listed. */
export function useTabParts(tab: TabWithParts): Destination[] {
  const { places } = useContext(PlacesContext);
  const may = useMay();
  const folder = `/admin-panel/${tab}/`;
  const parts = destinationsOf(places).filter(
    ({ to, isAction, needs }) =>
      to.startsWith(folder) && !isAction && needs.some((route) => may(route).allowed),
  );
  return tab === 'settings' ? groupedParts(parts).flatMap((group) => group.parts) : parts;
}

/** The panel's tabs of which the person may open at least one screen. */
export function useTabs(): Tab[] {
  const { places } = useContext(PlacesContext);
  const holds = useHolds();
  const open = destinationsOf(places).filter(
    ({ isAction, needs }) => !isAction && (needs.length === 0 || needs.some(holds)),
  );
  return tabs.filter((tab) => {
    const path = `/admin-panel/${tab}`;
    return open.some(({ to }) => to === path || (tab === 'money' && to.startsWith(`${path}/`)));
  });
}

/** Links between the parts of a tab. */
export function TabParts({ tab }: { tab: TabWithParts }) {
  const { t } = useTranslation();
  const parts = useTabParts(tab);
  // More than a row has room for.
  if (tab === 'settings') return <SideParts parts={parts} label={t('nav.settings')} />;
  return (
    <TabRow className="page-tabs" label={t(`nav.${tab}`)}>
      {parts.map(({ to, label }) => (
        <NavLink key={to} to={to} className="tab">
          {t(label)}
        </NavLink>
      ))}
    </TabRow>
  );
}
