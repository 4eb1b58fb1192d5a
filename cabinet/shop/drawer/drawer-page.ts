import { currencySign } from '#contract/money/money-text.ts';
import { dayAndTime, money, signedMoney } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { cabinetLayout, type CabinetView, formToken } from '../../pages/cabinet-layout.ts';
import { input, once, type Typed } from '../forms.ts';
import { mayUseDrawer, seesTurnover } from '../rights.ts';
import { differenceIn, expectedIn, movedIn } from './drawer-sum.ts';
import type { Drawer, DrawerMove, LastCount } from './drawers-store.ts';

export type DrawerField = 'float' | 'amount' | 'reason' | 'counted' | 'why';

interface DrawerFacts {
  /** The one that is asked for, or in use. */
  drawer: Drawer | undefined;
  /** The one that the reader's cash goes into. */
  inUse: Drawer | undefined;
  drawers: readonly Drawer[];
  /** Where the reader's next one probably begins. */
  lastCount: LastCount | undefined;
}

/** One drawer, or the way to open one; and those that there were. */
export function drawerPage(view: CabinetView, typed: Typed<DrawerField>, facts: DrawerFacts): Markup {
  const { t, readOnly, session } = view;
  const { drawer, inUse, drawers } = facts;
  const others = drawers.filter(({ number }) => number !== drawer?.number);
  const isOwnOpen = inUse !== undefined && inUse.person === session.person_id;
  const mayOpen = !readOnly && !isOwnOpen && session.person_id !== null;
  return cabinetLayout(view, {
    title: t('drawer.title'),
    isNarrow: true,
    main: html`<p class="actions start">
        ${!readOnly && html`<a href="/sale">← ${t('nav.sale')}</a>`}<a href="/sales">${t('receipt.back')}</a>
      </p>
      <h1>${t('drawer.title')}</h1>
      ${drawer && drawerOf(view, drawer, facts)}
      ${drawer && drawer.closed_at === null && mayUseDrawer(view, drawer, inUse) && formsOf(view, typed, drawer)}
      ${mayOpen && (inUse ? ownToo(view, typed, facts) : openForm(view, typed, facts))}
      ${drawers.length === 0 && readOnly && html`<p class="muted">${t('drawer.none')}</p>`}
      ${others.length > 0 && history(view, others)}`,
  });
}

/** Its sums, one below another, down to what should be there and what is. */
function drawerOf(view: CabinetView, drawer: Drawer, { inUse }: DrawerFacts): Markup {
  const { t, locale, entitlements, session } = view;
  const isShared = drawer.number === inUse?.number && drawer.person !== session.person_id;
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
      }${isShared && html`<br />${t('drawer.shared')}`}
    </p>
    <dl class="limits">
      ${row('float', drawer.float)}
      ${!isBlind(view, drawer) && html`${row('sold', drawer.sold)} ${row('returned', 0 - drawer.returned)} ${roundingOf(view, drawer)}`}
      ${row('putIn', putIn)} ${row('takenOut', 0 - takenOut)}
      ${!isBlind(view, drawer) && row('expected', expectedIn(drawer))}
      ${counted !== null && row('counted', counted)}
    </dl>
    ${
      difference !== undefined &&
      html`<div class="notice ${difference === 0 ? 'success' : 'warning'}" role="status">
        <p>
          ${differenceText(view, difference)}
          ${drawer.reason !== null && html`<br />${t('drawer.reason')}: <bdi>${drawer.reason}</bdi>`}
        </p>
      </div>`
    }
    ${drawer.moves.length > 0 && moveList(view, drawer, inUse)}
  </section>`;
}

/** What rounding added to the cash, or took off it. */
function roundingOf({ t, locale, entitlements }: CabinetView, { rounding }: Drawer): Markup | false {
  if (rounding === 0) return false;
  return html`<div>
    <dt>${t('sale.rounding')}</dt>
    <dd>${signedMoney(rounding, { currency: entitlements.currency, locale })}</dd>
  </div>`;
}

/** What was undone stays, and says so. The last one that was not can be undone. */
function moveList(view: CabinetView, drawer: Drawer, inUse: Drawer | undefined): Markup {
  const { t, locale, entitlements } = view;
  const when = { locale, timeZone: entitlements.time_zone };
  const mayUndo = drawer.closed_at === null && mayUseDrawer(view, drawer, inUse);
  const last = mayUndo ? drawer.moves.find((move) => move.undone_at === null) : undefined;
  return html`<h3>${t('drawer.moves')}</h3>
    <ul class="rows">
      ${drawer.moves.map((move) => {
        const { amount, reason, moved_at, moved_by, undone_at, undone_by } = move;
        return html`<li>
          <span class="what"
            ><bdi>${reason}</bdi
            ><small>${dayAndTime(new Date(moved_at), when)} · <bdi>${moved_by}</bdi></small
            >${
              undone_at !== null &&
              html`<small
                >${t('drawer.undone', { moment: dayAndTime(new Date(undone_at), when) })} ·
                <bdi>${undone_by}</bdi></small
              >`
            }</span
          >
          <span class="amount ${undone_at !== null && 'void'}"
            >${amount > 0 && '+'}${sumText(view, amount)}</span
          >
          ${move === last && undoForm(view, drawer, move)}
        </li>`;
      })}
    </ul>`;
}

function undoForm(view: CabinetView, { number }: Drawer, move: DrawerMove): Markup {
  const { t } = view;
  return html`<form method="post" action="/drawer">
    ${formToken(view)}<input type="hidden" name="number" value="${number}" /><input
      type="hidden"
      name="move"
      value="${move.number}"
    />
    <button class="quiet" name="do" value="undo" aria-label="${t('drawer.undoOne', { reason: move.reason })}">
      ${t('drawer.undo')}
    </button>
  </form>`;
}

/** It begins with what was counted last, which is there already. */
function openForm(view: CabinetView, typed: Typed<DrawerField>, { lastCount }: DrawerFacts): Markup {
  const { t, locale, entitlements } = view;
  const when = { locale, timeZone: entitlements.time_zone };
  const hint =
    lastCount &&
    t('drawer.lastCount', {
      sum: sumText(view, lastCount.counted),
      moment: dayAndTime(new Date(lastCount.closed_at), when),
      name: lastCount.closed_by,
    });
  return html`<form class="card form" method="post" action="/drawer" novalidate>
    ${formToken(view)}${once()}
    <h2>${t('drawer.openTitle')}</h2>
    <p class="muted">${t('drawer.lead')}</p>
    ${moneyInput(view, typed, 'float', hint)}
    <div class="actions start">
      <button class="button" name="do" value="open">${t('drawer.open')}</button>
    </div>
  </form>`;
}

/** Beside one that is used together, folded: a shop seldom has two. */
function ownToo(view: CabinetView, typed: Typed<DrawerField>, facts: DrawerFacts): Markup {
  return html`<details class="confirm" ${typed.errors.float && html`open`}>
    <summary class="quiet">${view.t('drawer.openOwn')}</summary>
    ${openForm(view, typed, facts)}
  </details>`;
}

function formsOf(view: CabinetView, typed: Typed<DrawerField>, drawer: Drawer): Markup {
  const { t } = view;
  const hidden = html`${formToken(view)}${once()}<input
      type="hidden"
      name="number"
      value="${drawer.number}"
    />`;
  return html`<form class="card form" method="post" action="/drawer" novalidate>
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
    </form>
    <form class="card form" method="post" action="/drawer" novalidate>
      ${hidden}
      <h2>${t('drawer.closeTitle')}</h2>
      ${moneyInput(view, typed, 'counted', isBlind(view, drawer) ? t('drawer.countedBlind') : t('drawer.countedHint', { sum: sumText(view, expectedIn(drawer)) }))}
      ${input(view, typed, { name: 'why', label: t('drawer.why'), hint: t('drawer.whyHint'), optional: true })}
      <div class="actions start">
        <button class="button" name="do" value="close">${t('drawer.close')}</button>
      </div>
    </form>`;
}

function moneyInput(
  view: CabinetView,
  typed: Typed<DrawerField>,
  name: Exclude<DrawerField, 'reason' | 'why'>,
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

/** Who must not know what should be there counts what is: it is told after the count. */
function isBlind(view: CabinetView, drawer: Drawer): boolean {
  return drawer.closed_at === null && !seesTurnover(view);
}

/** In words: a sign alone is read wrong at the end of a long day. */
export function differenceText(view: CabinetView, difference: number): string {
  if (difference === 0) return view.t('drawer.exact');
  const sum = sumText(view, Math.abs(difference));
  return view.t(difference > 0 ? 'drawer.over' : 'drawer.short', { sum });
}

function sumText({ locale, entitlements }: CabinetView, amount: number): string {
  return money(amount, { currency: entitlements.currency, locale });
}
