import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import type { Destination } from '#web/ui/admin/resource/places.ts';
import { groupedParts } from './part-groups.ts';
import './side-parts.css';

/** Links to many parts: a list in groups at the side, which a narrow screen folds under the name of the open one. */
export function SideParts({ parts, label }: { parts: readonly Destination[]; label: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Another page is open: the list folds by itself.
  const isOpen = openAt === pathname;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current) showOpenPart(list.current);
  }, [pathname, isOpen]);
  const current = parts.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <nav className="side-parts" aria-label={label}>
      <button
        type="button"
        className="side-parts-open"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? null : pathname)}
      >
        {current ? t(current.label) : label}
      </button>
      <div ref={list} className={isOpen ? 'side-parts-list side-parts-unfolded' : 'side-parts-list'}>
        {groupedParts(parts).map(({ group, parts: own }) => (
          <section key={group}>
            <h2>{t(`settings.partGroups.${group}`)}</h2>
            {own.map((part) => (
              <NavLink key={part.to} to={part.to} className="side-part">
                {t(part.label)}
              </NavLink>
            ))}
          </section>
        ))}
      </div>
    </nav>
  );
}

/** Scrolls a list that is higher than its room to the open part. The page itself doesn't move. */
function showOpenPart(list: HTMLElement): void {
  const open = list.querySelector<HTMLElement>('.active');
  if (!open) return;
  const [room, place] = [list.getBoundingClientRect(), open.getBoundingClientRect()];
  if (place.top >= room.top && place.bottom <= room.bottom) return;
  list.scrollTop += place.top - room.top - (room.height - place.height) / 2;
}
