import { dayAndTime } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import { dayOf } from '../../month.ts';
import type { Drawer } from '../drawer/drawers-store.ts';

/** The drawer of the seller's cash, and those to choose from where it is another's and there are several. */
export interface TillDrawers {
  inUse: Drawer | undefined;
  open: readonly Drawer[];
}

/** Where cash goes, and the way there. One that was forgotten says since when it is open. */
export function drawerLine(view: CabinetView, { inUse, open }: TillDrawers, chosen: string): Markup {
  const { t, locale, now, entitlements } = view;
  const timeZone = entitlements.time_zone;
  if (!inUse)
    return html`<p class="muted into">${t('drawer.noneOpen')} <a href="/drawer">${t('drawer.open')}</a></p>`;
  if (open.length > 1) {
    return html`<p class="muted into">
      <label for="drawer">${t('drawer.cashInto')}</label>
      <select id="drawer" name="drawer" form="till">
        ${open.map(
          ({ number, name }) =>
            html`<option
              value="${number}"
              ${String(number) === (chosen || String(inUse.number)) && html`selected`}
            >
              ${name}
            </option>`,
        )}
      </select>
      <a href="/drawer">${t('drawer.title')}</a>
    </p>`;
  }
  const since = new Date(inUse.opened_at);
  const isOld = dayOf(since, timeZone) !== dayOf(now, timeZone);
  return html`<p class="muted into">
    ${t('drawer.cashInto')} <a href="/drawer"><bdi>${inUse.name}</bdi></a
    >${isOld && html`, ${t('drawer.openSince', { moment: dayAndTime(since, { locale, timeZone }) })}`}
  </p>`;
}
