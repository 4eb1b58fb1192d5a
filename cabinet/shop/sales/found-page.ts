import { dayAndTime, money, number } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { cabinetLayout, type CabinetView } from '../../pages/cabinet-layout.ts';
import { seesTurnover } from '../rights.ts';
import type { ReceiptInList } from './sales-store.ts';

/** The receipts of any day with a number or a sum. */
export function foundPage(
  view: CabinetView,
  { wanted, receipts }: { wanted: string; receipts: ReceiptInList[] },
): Markup {
  const { t, locale } = view;
  return cabinetLayout(view, {
    title: t('nav.sales'),
    main: html`<p><a href="/sales">${t('receipt.back')}</a></p>
      <h1>${t('goods.found', { number: number(receipts.length, locale) })}</h1>
      ${findForm(view, wanted)}
      ${receipts.length > 0 ? list(view, receipts) : html`<p class="muted">${t('sales.noneFound')}</p>`}`,
  });
}

/** Takes the number of a receipt or its sum: a cashier finds any receipt by its number, and only own ones by the sum. */
export function findForm(view: CabinetView, wanted = ''): Markup {
  const { t } = view;
  const label = t(seesTurnover(view) ? 'sales.find' : 'sales.findOwn');
  return html`<form class="search" method="get" action="/sales" role="search">
    <label class="hidden" for="find">${label}</label>
    <input
      id="find"
      type="search"
      name="find"
      value="${wanted}"
      placeholder="${label}"
      inputmode="decimal"
      autocomplete="off"
    />
    <button class="quiet">${t('goods.search')}</button>
  </form>`;
}

function list(view: CabinetView, receipts: readonly ReceiptInList[]): Markup {
  const { t, locale, entitlements } = view;
  const { currency, time_zone: timeZone } = entitlements;
  return html`<ul class="rows">
    ${receipts.map(
      ({ number: receipt, sold_at, total, paid_by, voided_at }) =>
        html`<li>
          <span class="what"
            ><a href="/receipt?number=${receipt}">${t('receipt.title', { number: receipt })}</a
            ><small
              >${dayAndTime(new Date(sold_at), { locale, timeZone })}${paid_by !== null && ` · ${t(`sale.${paid_by}`)}`}</small
            ></span
          >
          <span class="amount ${voided_at !== null && 'void'}">${money(total, { currency, locale })}</span>
        </li>`,
    )}
  </ul>`;
}
