import { currencySign } from '#contract/money/money-text.ts';
import { dayAndTime, money } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { cabinetLayout, type CabinetView, formToken } from '../../pages/cabinet-layout.ts';
import { input, once, type Typed } from '../forms.ts';
import { mayCloseDrawer, seesTurnover } from '../rights.ts';
import { differenceIn, expectedIn, movedIn } from './drawer-sum.ts';
import type { Drawer, DrawerMove } from './drawers-store.ts';

export type DrawerField = 'float' | 'amount' | 'reason' | 'counted';

interface DrawerFacts {
  /** The one that is asked for, or that the reader has open. */
  drawer: Drawer | undefined;
  drawers: readonly Drawer[];
}

/** One drawer, or the way to open one; and those that there were. */
export function drawerPage(
  view: CabinetView,
  typed: Typed<DrawerField>,
  { drawer, drawers }: DrawerFacts,
): Markup {
  const { t, readOnly, session } = view;
  const others = drawers.filter(({ number }) => number !== drawer?.number);
  const isOpened = drawers.some(
    ({ person, closed_at }) => closed_at === null && person === session.person_id,
  );
  return cabinetLayout(view, {
    title: t('drawer.title'),
    isNarrow: true,
    main: html`<p><a href="/sales">${t('receipt.back')}</a></p>
      <h1>${t('drawer.title')}</h1>
      ${drawer && drawerOf(view, drawer)} ${drawer && !readOnly && formsOf(view, typed, drawer)}
      ${!readOnly && !isOpened && session.person_id !== null && openForm(view, typed)}
      ${drawers.length === 0 && readOnly && html`<p class="muted">${t('drawer.none')}</p>`}
      ${others.length > 0 && history(view, others)}`,
  });
}

/** Its sums, one below another, down to what should be there and what is. */
function drawerOf(view: CabinetView, drawer: Drawer): Markup {
  const { t, locale, entitlements } = view;
  const when = { locale, timeZone: entitlements.time_zone };
  const { putIn, takenOut } = movedIn(drawer.moves);
  const difference = differenceIn(drawer);
  const { counted } = drawer;
  const row = (name: string, amount: number) =>
    html`<div>
      <dt>${t(`drawer.${name}`)}</dt>
      <dd>${sumText(view, amount)}</dd>
    </div>`;
  return html`<section class="card" aria-labelledby="drawer">
    <h2 id="drawer"><bdi>${drawer.name}</bdi></h2>
    <p class="muted">
      ${t('drawer.openedAt', { moment: dayAndTime(new Date(drawer.opened_at), when) })}${
        drawer.closed_at !== null &&
        html`<br />${t('drawer.closedAt', { moment: dayAndTime(new Date(drawer.closed_at), when) })}${
            drawer.closed_by !== drawer.name && html` · <bdi>${drawer.closed_by}</bdi>`
          }`
      }
    </p>
    <dl class="limits">
      ${row('float', drawer.float)} ${row('sold', drawer.sold)} ${row('returned', 0 - drawer.returned)}
      ${row('putIn', putIn)} ${row('takenOut', 0 - takenOut)} ${row('expected', expectedIn(drawer))}
      ${counted !== null && row('counted', counted)}
    </dl>
    ${difference !== undefined && html`<p class="notice ${difference === 0 ? 'success' : 'warning'}" role="status">${differenceText(view, difference)}</p>`}
    ${drawer.moves.length > 0 && moveList(view, drawer.moves)}
  </section>`;
}

function moveList(view: CabinetView, moves: readonly DrawerMove[]): Markup {
  const { t, locale, entitlements } = view;
  const when = { locale, timeZone: entitlements.time_zone };
  return html`<h3>${t('drawer.moves')}</h3>
    <ul class="rows">
      ${moves.map(
        ({ amount, reason, moved_at, moved_by }) =>
          html`<li>
            <span class="what"
              ><bdi>${reason}</bdi
              ><small>${dayAndTime(new Date(moved_at), when)} · <bdi>${moved_by}</bdi></small></span
            >
            <span class="amount">${amount > 0 && '+'}${sumText(view, amount)}</span>
          </li>`,
      )}
    </ul>`;
}

function openForm(view: CabinetView, typed: Typed<DrawerField>): Markup {
  const { t } = view;
  return html`<form class="card form" method="post" action="/drawer" novalidate>
    ${formToken(view)}${once()}
    <h2>${t('drawer.openTitle')}</h2>
    <p class="muted">${t('drawer.lead')}</p>
    ${moneyInput(view, typed, 'float')}
    <div class="actions start">
      <button class="button" name="do" value="open">${t('drawer.open')}</button>
    </div>
  </form>`;
}

/** Cash in and out are of whose drawer it is. */
function formsOf(view: CabinetView, typed: Typed<DrawerField>, drawer: Drawer): Markup | false {
  const { t, session } = view;
  if (drawer.closed_at !== null) return false;
  const hidden = html`${formToken(view)}${once()}<input
      type="hidden"
      name="number"
      value="${drawer.number}"
    />`;
  return html`${
    drawer.person === session.person_id &&
    html`<form class="card form" method="post" action="/drawer" novalidate>
      ${hidden}
      <h2>${t('drawer.moves')}</h2>
      <div class="pair noted">
        ${moneyInput(view, typed, 'amount')}
        ${input(view, typed, { name: 'reason', label: t('drawer.reason'), hint: t('drawer.reasonHint') })}
      </div>
      <div class="actions start">
        <button class="quiet" name="do" value="in">${t('drawer.in')}</button>
        <button class="quiet" name="do" value="out">${t('drawer.out')}</button>
      </div>
    </form>`
  }
  ${
    mayCloseDrawer(view, drawer) &&
    html`<form class="card form" method="post" action="/drawer" novalidate>
      ${hidden}
      <h2>${t('drawer.closeTitle')}</h2>
      ${moneyInput(view, typed, 'counted', t('drawer.countedHint', { sum: sumText(view, expectedIn(drawer)) }))}
      <div class="actions start">
        <button class="button" name="do" value="close">${t('drawer.close')}</button>
      </div>
    </form>`
  }`;
}

function moneyInput(
  view: CabinetView,
  typed: Typed<DrawerField>,
  name: Exclude<DrawerField, 'reason'>,
  hint?: string,
): Markup {
  const label = `${view.t(`drawer.${name}`)}, ${currencySign(view.locale, view.entitlements.currency)}`;
  return input(view, typed, { name, label, inputmode: 'decimal', ...(hint !== undefined && { hint }) });
}

function history(view: CabinetView, drawers: readonly Drawer[]): Markup {
  const { t, locale, entitlements } = view;
  const when = { locale, timeZone: entitlements.time_zone };
  return html`<section aria-labelledby="history">
    <h2 id="history">${t('drawer.history')}</h2>
    <ul class="rows">
      ${drawers.map((drawer) => {
        const difference = differenceIn(drawer);
        return html`<li>
          <span class="what"
            ><a href="/drawer?number=${drawer.number}">${dayAndTime(new Date(drawer.opened_at), when)}</a
            >${seesTurnover(view) && html`<small><bdi>${drawer.name}</bdi></small>`}</span
          >
          <span class="amount"
            >${difference === undefined ? t('drawer.isOpen') : differenceText(view, difference)}</span
          >
        </li>`;
      })}
    </ul>
  </section>`;
}

/** In words: a sign alone is read wrong at the end of a long day. */
function differenceText(view: CabinetView, difference: number): string {
  if (difference === 0) return view.t('drawer.exact');
  const sum = sumText(view, Math.abs(difference));
  return view.t(difference > 0 ? 'drawer.over' : 'drawer.short', { sum });
}

function sumText({ locale, entitlements }: CabinetView, amount: number): string {
  return money(amount, { currency: entitlements.currency, locale });
}
